package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/commands/texts"
)

// TestList checks that every language has a line and that no language has faults. Texts may be missing between
// releases. Only then list names missing texts, and run returns false.
func TestList(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	sound, err := run(nil, &out)
	if err != nil {
		t.Fatal(err)
	}
	if missing := strings.Contains(out.String(), ": is missing in "); missing == sound {
		t.Errorf("texts are missing: %v, and all is sound: %v", missing, sound)
	}
	_, lines, _ := strings.Cut("\n"+out.String(), "\nen-US   English (US): ")
	if languages := texts.Load().Languages(); strings.Count(lines, "\n") != len(languages)+1 || strings.Count(lines, ", 0 faults\n") != len(languages)+1 {
		t.Errorf("%d languages:\n%s", len(languages), out.String())
	}
}

// TestShow checks a message file that is given by its path, such as a translator's draft. The command must list its
// missing texts and its faults.
func TestShow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "de.json")
	if err := os.WriteFile(path, []byte(`{"command.classic": "Klassisch"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	sound, err := run([]string{path}, &out)
	if err != nil || sound {
		t.Errorf("%v, %v", sound, err)
	}
	for _, want := range []string{"command.ultimate: is missing\n", "command.classic: Discord takes no name like \"Klassisch\"", "\nde: 1 text, "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%.300s…", want, out.String())
		}
	}
	out.Reset()
	if sound, err := run([]string{"en-US"}, &out); err != nil || !sound || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %v:\n%s", sound, err, out.String())
	}
}

func TestWrongArguments(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "de.json")
	if err := os.WriteFile(broken, []byte(`{`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"xx"}, {"a", "b"}, {"nowhere/de.json"}, {broken}} {
		if _, err := run(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
