package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCopy checks that a copy in another module compiles, that a test of a bot there passes, and
// that nothing there imports this module.
func TestCopy(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the packages once more")
	}
	module := t.TempDir()
	root, err := goCommand(t.Context(), "list", "-m", "-f", "{{.Dir}}", "noughts")
	if err != nil {
		t.Fatal(err)
	}
	// The test uses this project's go.mod and go.sum instead of go mod tidy, which needs a network.
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, name), regexp.MustCompile(`(?m)^module .*`).ReplaceAllString(string(content), "module example.org/mine"))
	}
	folder := filepath.Join(module, "internal", "discordtest")
	importPath, err := copyTo(t.Context(), folder)
	if err != nil || importPath != "example.org/mine/internal/discordtest" {
		t.Fatalf("%q, %v", importPath, err)
	}
	if _, err := copyTo(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a second time: %v", err)
	}

	write(t, filepath.Join(module, "mine_test.go"), `package mine

import (
	"testing"

	"example.org/mine/internal/discordtest"
)

func TestSays(t *testing.T) {
	discord := discordtest.New(t)
	alice := discord.Member("alice")
	alice.Says("hello")
	alice.Sees("hello")
}
`)
	inModule := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = module
		cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -mod=mod", "GOPROXY=off", "GOWORK=off")
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, &complaints)
		}
		return string(out)
	}
	inModule("test", ".")
	if imports := inModule("list", "-deps", "-test", "./..."); strings.Contains(imports, "noughts") {
		t.Errorf("it imports\n%s", imports)
	}
}

// TestCopyNeedsAnotherModule checks that copyTo refuses a folder in no module and a folder in this module.
func TestCopyNeedsAnotherModule(t *testing.T) {
	t.Parallel()
	if _, err := copyTo(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no go.mod") {
		t.Errorf("without a module: %v", err)
	}
	if _, err := copyTo(t.Context(), "mine"); err == nil || !strings.Contains(err.Error(), "another module") {
		t.Errorf("in this module: %v", err)
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
