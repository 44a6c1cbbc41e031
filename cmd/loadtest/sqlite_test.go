package main

import (
	"os"
	"strings"
	"testing"
)

// backUp is a fake of the bot's backup command. It fails if DATABASE_URL contains "corrupt".
func backUp() int {
	if strings.Contains(os.Getenv("DATABASE_URL"), "corrupt") {
		println("malformed")
		return 1
	}
	return 0
}

func TestACorruptFileIsTold(t *testing.T) {
	t.Parallel()
	bot, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for database, want := range map[string]string{
		"sqlite:games.db": "", "sqlite:corrupt.db?_txlock=immediate": "malformed", "postgres://corrupt": "unchecked",
	} {
		checked, err := checkFile(t.Context(), options{database: database}, bot, t.TempDir())
		got := "unchecked"
		switch {
		case err != nil:
			got = err.Error()
		case checked:
			got = ""
		}
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", database, got)
		}
	}
}
