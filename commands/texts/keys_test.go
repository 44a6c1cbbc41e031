package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// speakers are the folders of the packages that use texts.
var speakers = []string{".", "..", "../card", "../pages", "../plan", "../puzzles", "../reviews", "../settings", "../../bot/inbox"}

// A constant is a key that the source declares.
type constant struct {
	name, file string
	key        Key
}

// source returns the keys that the packages declare, and how often the packages mention each identifier.
func source(t *testing.T) (declared []constant, named map[string]int) {
	t.Helper()
	named = make(map[string]int)
	for _, folder := range speakers {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Ident:
					named[n.Name]++
				case *ast.ValueSpec:
					if !isKey(n.Type) {
						return true
					}
					value, err := strconv.Unquote(n.Values[0].(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					declared = append(declared, constant{n.Names[0].Name, filepath.ToSlash(filepath.Join("commands/texts", path)), Key(value)})
				}
				return true
			})
		}
	}
	return declared, named
}

// isKey reports whether an expression is the type Key or a qualified texts.Key.
func isKey(e ast.Expr) bool {
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "Key"
}

// byName are the prefixes of keys that are built from names and have no constant. Tests of the
// packages commands and card check these keys.
var byName = []string{"command.", "option.", "choice.", "style.", "level.", "say.", "achievement.", "place.", "learn.topic.", "why.", "hint.look."}

// TestKeys checks that every declared key has an English text, is declared once and is used
// somewhere, and that every English text has a declared key or a key with a prefix in byName.
func TestKeys(t *testing.T) {
	t.Parallel()
	written := messages(t, "en-US.json")
	declared, named := source(t)
	byKey := make(map[Key]constant)
	for _, c := range declared {
		if twin, ok := byKey[c.key]; ok {
			t.Errorf("%s in %s and %s in %s are the same key %q", c.name, c.file, twin.name, twin.file, c.key)
		}
		byKey[c.key] = c
		if _, there := written[c.key]; !there {
			t.Errorf("commands/texts/languages/en-US.json has no text %q: %s in %s says it", c.key, c.name, c.file)
		}
		if named[c.name] < 2 {
			t.Errorf("nobody says %s (%q) of %s", c.name, c.key, c.file)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(written)) {
		made := slices.ContainsFunc(byName, func(beginning string) bool { return strings.HasPrefix(string(key), beginning) })
		if _, ok := byKey[key]; !ok && !made {
			t.Errorf("commands/texts/languages/en-US.json: the text %q has no key, a constant of the type texts.Key, in the source", key)
		}
	}
}
