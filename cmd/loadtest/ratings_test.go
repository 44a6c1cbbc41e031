package main

import (
	"os"
	"strings"
	"testing"
)

// countAgain is a fake of the bot's command "ratings verify". It fails if DATABASE_URL contains "corrupt".
func countAgain() int {
	if strings.Contains(os.Getenv("DATABASE_URL"), "corrupt") {
		println("match m was not counted")
		return 1
	}
	println("as they were")
	return 0
}

func TestRatingsThatDifferAreTold(t *testing.T) {
	t.Parallel()
	bot, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for database, want := range map[string]string{
		"sqlite:games.db": "as they were", "postgres://corrupt": "match m was not counted", "memory:": "",
	} {
		said, err := checkRatings(t.Context(), options{database: database}, bot, t.TempDir())
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, want) || (said == "") != (want == "") || (err != nil) != strings.Contains(database, "corrupt") {
			t.Errorf("%s: %q, %v", database, said, err)
		}
	}
	if said, err := checkRatings(t.Context(), options{database: "sqlite:games.db"}, "", t.TempDir()); said != "" || err != nil {
		t.Errorf("another bot: %q, %v", said, err)
	}
}
