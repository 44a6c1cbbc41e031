package texts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// speakers are the folders of the packages that use texts.
var speakers = []string{".", "..", "../card", "../pages", "../plan", "../puzzles", "../reviews", "../settings", "../../bot/inbox"}

// written returns the string literals of the packages that use texts, each with a place where it stands.
func written(t *testing.T) map[Key]string {
	t.Helper()
	found := make(map[Key]string)
	for _, folder := range speakers {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") || path == "pseudo.go" {
				continue
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					value, err := strconv.Unquote(literal.Value)
					if err != nil {
						t.Fatal(err)
					}
					found[Key(value)] = set.Position(literal.Pos()).String()
				}
				return true
			})
		}
	}
	return found
}

// keyPattern matches the form of most keys, fileName the literals of this form that name files.
var (
	keyPattern = regexp.MustCompile(`^[a-z]\w*(\.[a-z0-9_]+)+$`)
	fileName   = regexp.MustCompile(`\.(png|gif|txt|json|gz)$`)
)

// byName are the prefixes of keys that are built from names and stand nowhere in the source. Tests of the
// packages commands and card check these keys.
var byName = []string{"command.", "option.", "choice.", "style.", "level.", "say.", "achievement.", "place.", "learn.topic.", "why.", "hint.look."}

// TestKeys checks that each key in the source has an English text, and that each English text has its key in the source
// or a prefix in byName.
func TestKeys(t *testing.T) {
	t.Parallel()
	english, source := messages(t, "en-US.json"), written(t)
	for key, place := range source {
		if _, there := english[key]; !there && keyPattern.MatchString(string(key)) && !fileName.MatchString(string(key)) {
			t.Errorf("commands/texts/languages/en-US.json has no text %q: %s says it", key, place)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		made := slices.ContainsFunc(byName, func(beginning string) bool { return strings.HasPrefix(string(key), beginning) })
		if source[key] == "" && !made {
			t.Errorf("commands/texts/languages/en-US.json: nobody says the text %q", key)
		}
	}
}
