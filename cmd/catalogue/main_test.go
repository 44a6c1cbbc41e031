package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noughts/commands/texts"
)

// TestList: every language has a line, and none has a fault.
func TestList(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	sound, err := run(nil, &out)
	if err != nil || !sound {
		t.Errorf("%v, %v:\n%s", sound, err, out.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if languages := texts.Load().Languages(); len(lines) != len(languages) || !strings.HasPrefix(lines[0], "en-US   English (US): ") || !strings.HasSuffix(lines[0], " texts, 0 faults") {
		t.Errorf("%d lines for %d languages:\n%s", len(lines), len(languages), out.String())
	}
}

// TestShow: a file of a translator's is compared text by text.
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
	for _, want := range []string{"command.ultimate: is missing\n", "command.classic: Discord takes no name like \"Klassisch\"", "\nde: 1 of "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%.300s…", want, out.String())
		}
	}
	out.Reset()
	if sound, err := run([]string{"en-GB"}, &out); err != nil || !sound || strings.Count(out.String(), "\n") != 1 {
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
