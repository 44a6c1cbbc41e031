package discordtest_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestStandsAlone: this folder with all its packages builds as a module of its
// own, under another name and without the rest of the project, and its tests
// import nothing of that either.
func TestStandsAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds all packages once more")
	}
	const here, there = "noughts/bot/discordtest", "example.org/discordtest"
	module := t.TempDir()
	copied := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || path != "." && isModule(path)):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(module, path), 0o755)
		case filepath.Ext(path) != ".go":
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		copied++
		source = bytes.ReplaceAll(source, []byte(`"`+here), []byte(`"`+there))
		return os.WriteFile(filepath.Join(module, path), source, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	if copied < 100 {
		t.Fatalf("%d files copied", copied)
	}
	root := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}")
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		content = regexp.MustCompile(`(?m)^module .*`).ReplaceAll(content, []byte("module "+there))
		if err := os.WriteFile(filepath.Join(module, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	goCommand(t, module, "build", "./...")
	imports := goCommand(t, module, "list", "-deps", "-test", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./...")
	if strings.Contains(imports, "noughts") || !strings.Contains(imports, there) {
		t.Errorf("its packages and what they import:\n%s", imports)
	}
}

// isModule says whether a folder is a module of its own.
func isModule(path string) bool {
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

// goCommand runs the go command in a folder, without a network, and returns what it
// prints.
func goCommand(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -mod=mod", "GOPROXY=off", "GOWORK=off")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, complaints.Bytes())
	}
	return strings.TrimSpace(string(out))
}
