package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestTheTokenCanComeFromAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	got, err := Load(environment("DISCORD_TOKEN_FILE=" + fileOf(t, "abc.def\n")))
	if err != nil || got.Token != "abc.def" {
		t.Errorf("got %q, %v", string(got.Token), err)
	}
	for path, want := range map[string]string{
		fileOf(t, "\n"): "an empty file", filepath.Join(dir, "missing"): "cannot be read", dir: "must name a file",
		fileOf(t, strings.Repeat("abc", maxToken)): "more than 4096 bytes",
	} {
		if _, err := Load(environment("DISCORD_TOKEN_FILE=" + path)); !isError(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
}
