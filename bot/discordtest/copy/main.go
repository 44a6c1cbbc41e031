// Copy copies the test Discord into another module, where tests import it like any other package of that module.
//
//	go run ./bot/discordtest/copy ../mybot/internal/discordtest
//
// It copies the packages that tests of a bot need, without the tests of these packages, and changes their import paths
// to those in the other module. Run "go mod tidy" there afterwards. To update a copy, remove the folder and copy again.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// source is the import path of the packages that are copied.
const source = "noughts/bot/discordtest"

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "Usage: go run ./bot/discordtest/copy FOLDER")
		os.Exit(2)
	}
	to, err := copyTo(context.Background(), os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "copy:", err)
		os.Exit(1)
	}
	fmt.Printf("import %q after go mod tidy\n", to)
}

// copyTo copies the packages into a folder of another module and returns the folder's import path.
// The folder must be empty or not exist.
func copyTo(ctx context.Context, folder string) (importPath string, err error) {
	folder, err = filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	importPath, err = importPathOf(folder)
	if err != nil {
		return "", err
	}
	packages, err := packages(ctx)
	if err != nil {
		return "", err
	}
	if entries, err := os.ReadDir(folder); len(entries) > 0 {
		return "", fmt.Errorf("%s is not empty: remove an earlier copy first", folder)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, p := range packages {
		if err := copyPackage(p.folder, filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(p.path, source))), importPath); err != nil {
			return "", err
		}
	}
	// The project's licence requires its text in every copy.
	root, err := goCommand(ctx, "list", "-m", "-f", "{{.Dir}}", "noughts")
	if err != nil {
		return "", err
	}
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", err
	}
	return importPath, os.WriteFile(filepath.Join(folder, "LICENSE"), licence, 0o644)
}

// importPathOf returns the import path of a folder, by the nearest go.mod at or above the folder.
// The folder itself need not exist.
func importPathOf(folder string) (string, error) {
	for module := folder; ; module = filepath.Dir(module) {
		content, err := os.ReadFile(filepath.Join(module, "go.mod"))
		switch {
		case err == nil:
			name := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(content)
			if name == nil {
				return "", fmt.Errorf("%s names no module", filepath.Join(module, "go.mod"))
			}
			if string(name[1]) == "noughts" {
				return "", errors.New("the folder must be in another module")
			}
			below, err := filepath.Rel(module, folder)
			return path.Join(string(name[1]), filepath.ToSlash(below)), err
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		case module == filepath.Dir(module):
			return "", fmt.Errorf("no go.mod in %s or above it: go mod init makes one", folder)
		}
	}
}

// A sourcePackage is a package of this module, with its import path and its folder.
type sourcePackage struct{ path, folder string }

// packages returns the packages to copy: discordtest and the packages in folders below it that it imports, directly or
// not.
func packages(ctx context.Context) ([]sourcePackage, error) {
	list, err := goCommand(ctx, "list", "-deps", "-f", "{{.ImportPath}}\t{{.Dir}}", source)
	if err != nil {
		return nil, err
	}
	var all []sourcePackage
	for line := range strings.Lines(list) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if name == source || strings.HasPrefix(name, source+"/") {
			all = append(all, sourcePackage{name, folder})
		}
	}
	return all, nil
}

// copyPackage copies the Go files of a package except its tests, and changes their import paths.
func copyPackage(from, to, importPath string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		content = bytes.ReplaceAll(content, []byte(`"`+source), []byte(`"`+importPath))
		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// goCommand runs the go command and returns its output.
func goCommand(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
