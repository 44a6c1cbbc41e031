package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheTokenCanComeFromAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	got, err := Load(environment("DISCORD_TOKEN_FILE=" + write("token", "abc.def\n")))
	if err != nil || got.Token != "abc.def" {
		t.Errorf("got %q, %v", string(got.Token), err)
	}
	for path, want := range map[string]string{
		write("empty", "\n"): "an empty file", filepath.Join(dir, "missing"): "cannot be read", dir: "must name a file",
		write("large", strings.Repeat("abc", maxToken)): "more than 4096 bytes",
	} {
		if _, err := Load(environment("DISCORD_TOKEN_FILE=" + path)); !isError(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
}
