package game_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists, for each top-level folder of game, the folders whose packages it may import. "." is package game
// itself; ai/review stands above the rest of ai. A package of game may import no other package of the module. The only
// other module that game imports is golang.org/x/sys, in ai/uttt.
var mayImport = map[string][]string{
	".":          {},
	"rules":      {"."},
	"match":      {".", "rules"},
	"tournament": {".", "match"},
	"ai":         {".", "rules", "ai"},
	"profile":    {".", "match", "rules", "ai"},
	"puzzle":     {".", "rules", "profile"},
	"transcript": {".", "ai", "ai/review", "match", "rules"},
	"ai/review":  {".", "rules", "puzzle", "ai"},
}

// TestImportsRunOneWay checks that each import of the packages of game is allowed. It skips the imports of tests.
func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	files := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files++
		for _, imported := range importsOf(t, file) {
			if !allowed(path.Dir(file), imported) {
				t.Errorf("%s imports %s", file, imported)
			}
		}
		return nil
	})
	if err != nil || files < 10 {
		t.Errorf("%d files read, error %v", files, err)
	}
}

func importsOf(t *testing.T, file string) (paths []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}

// allowed reports whether a package in the folder `dir` of game may import the package with path `imported`.
func allowed(dir, imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	if first != "noughts" {
		return !strings.Contains(first, ".") || // paths of the standard library have no dot in their first element
			dir == "ai/uttt" && imported == "golang.org/x/sys/cpu" // the assembly code needs it
	}
	room, inside := strings.CutPrefix(imported+"/", "noughts/game/")
	return inside && slices.Contains(mayImport[roomOf(dir)], roomOf(room))
}

// roomOf returns the folder of mayImport in which a path within the folder game is.
func roomOf(dir string) string {
	if strings.HasPrefix(dir, "ai/review") {
		return "ai/review"
	}
	room, _, _ := strings.Cut(dir, "/")
	if room == "" {
		return "."
	}
	return room
}
