package discordtest_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// The tests in this file check that the pages about this package agree with the code and the files that they describe.

// project is the root of the project, relative to this folder. The paths in the pages start there.
const project = "../.."

// readPage returns the content of a file of the project. It skips the test if this folder was
// copied without the rest of the project, which has the pages.
func readPage(t *testing.T, path string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join(project, "docs", "emulator.md")); os.IsNotExist(err) {
		t.Skip("docs/emulator.md is not here: this folder stands alone")
	}
	content, err := os.ReadFile(filepath.Join(project, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestEmulatorPageListsWhatIsNotServed checks that docs/emulator.md lists exactly the operations that NotServed
// returns, one line for each path with its methods.
func TestEmulatorPageListsWhatIsNotServed(t *testing.T) {
	t.Parallel()
	var want strings.Builder
	last := ""
	for _, operation := range discordtest.NotServed() {
		method, path, _ := strings.Cut(operation, " ")
		if path != last {
			if last != "" {
				want.WriteString("\n")
			}
			want.WriteString("    " + path)
		}
		want.WriteString(" " + method)
		last = path
	}
	want.WriteString("\n")
	page := readPage(t, "docs/emulator.md")
	_, list, _ := strings.Cut(page, "a 404 or 405.\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	if list += "\n"; list != want.String() {
		t.Errorf("docs/emulator.md lists what is not served as\n%s\nbut it is\n%s", list, want.String())
	}
}

// TestREADMEShowsTheFirstTest checks that the first test in the README is the code of TestPing in
// first_test.go, which is compiled and run.
func TestREADMEShowsTheFirstTest(t *testing.T) {
	t.Parallel()
	_, shown, _ := strings.Cut(readPage(t, "bot/discordtest/first_test.go"), "\nfunc TestPing(")
	shown, _, _ = strings.Cut("func TestPing("+shown, "\n}\n")
	shown += "\n}\n"
	if lines := strings.Count(shown, "\n"); lines > 10 {
		t.Errorf("README.md promises ten lines; they are %d", lines)
	}
	if block := "\n```go\n" + shown + "```\n"; !strings.Contains(readPage(t, "README.md"), block) {
		t.Errorf("README.md does not hold%s", block)
	}
}

// TestEmulatorPageNamesVersions checks the table of client libraries in docs/emulator.md. Each version except Debian's
// must agree with the file that the row names. Each folder below clients must have a row.
func TestEmulatorPageNamesVersions(t *testing.T) {
	t.Parallel()
	rows := regexp.MustCompile("(?m)^\\| \\[([^]]+)\\]\\([^)]*\\) \\| [^|]* \\| ([^ |]+) \\| `([^`]+)` \\| .* \\|$").
		FindAllStringSubmatch(readPage(t, "docs/emulator.md"), -1)
	if len(rows) < 3 {
		t.Fatalf("%d libraries", len(rows))
	}
	sources := map[string]bool{}
	for _, row := range rows {
		library, version, source := row[1], row[2], row[3]
		sources[filepath.Dir(source)] = true
		if version == "Debian's" {
			continue // the library comes from Debian's package on the machine, so its version varies
		}
		if got := versionOf(t, library, source); got != version {
			t.Errorf("docs/emulator.md says that %s was tried at %s; %s says %q", library, version, source, got)
		}
	}
	entries, err := os.ReadDir("clients")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if folder := "bot/discordtest/clients/" + entry.Name(); entry.IsDir() && !sources[folder] {
			t.Errorf("docs/emulator.md has no row of the library of %s: | [name](address) | language | version | `%s/FILE` | where |", folder, folder)
		}
	}
}

// versionOf returns the version of a library that a file names. The file is a go.mod, a
// package-lock.json of npm, or a list of requirements with one name==version in each line. It
// returns "" if the file does not name the library.
func versionOf(t *testing.T, library, file string) string {
	t.Helper()
	content := readPage(t, file)
	if filepath.Base(file) == "package-lock.json" {
		var lock struct {
			Packages map[string]struct{ Version string }
		}
		if err := json.Unmarshal([]byte(content), &lock); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		return lock.Packages["node_modules/"+library].Version
	}
	found := regexp.MustCompile(`(?m)^(?:\t(?:require )?\S*/|)` + regexp.QuoteMeta(library) + `(?: |==)(\S+)`).FindStringSubmatch(content)
	if found == nil {
		return ""
	}
	return found[1]
}

// TestEmulatorPageNamesWhatIsThere checks docs/emulator.md: capitalised names in backquotes must be
// declared in bot/discordtest, and paths must exist.
func TestEmulatorPageNamesWhatIsThere(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "node_modules":
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			declare(declared, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page := readPage(t, "docs/emulator.md")
	_, page, _ = strings.Cut(page, "\n")
	named := 0
	for _, found := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(page, -1) {
		name := found[1]
		switch {
		case regexp.MustCompile(`^[A-Z]\w*[a-z]\w*(\.[A-Z]\w*)?$`).MatchString(name):
			named++
			if !declared[name] {
				t.Errorf("docs/emulator.md names %s, which bot/discordtest does not declare", name)
			}
		case regexp.MustCompile(`^(bot|cmd)/\S+$`).MatchString(name):
			if _, err := os.Stat(filepath.Join(project, filepath.FromSlash(name))); err != nil {
				t.Errorf("docs/emulator.md names %s: %v", name, err)
			}
		}
	}
	if named < 20 {
		t.Errorf("%d names found", named)
	}
}

// declare adds the names of the functions, types, constants and variables in `file` to the set `declared`. Methods and
// fields are added as Type.Name.
func declare(declared map[string]bool, file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			declared[d.Name.Name] = true
			if d.Recv != nil {
				declared[strings.TrimPrefix(typeName(d.Recv.List[0].Type), "*")+"."+d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				declareSpec(declared, s)
			}
		}
	}
}

func declareSpec(declared map[string]bool, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			declared[n.Name] = true
		}
	case *ast.TypeSpec:
		declared[s.Name.Name] = true
		fields, ok := s.Type.(*ast.StructType)
		if !ok {
			return
		}
		for _, f := range fields.Fields.List {
			for _, n := range f.Names {
				declared[s.Name.Name+"."+n.Name] = true
			}
		}
	}
}

// typeName returns the name of a receiver's type.
func typeName(e ast.Expr) string {
	var b bytes.Buffer
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && b.Len() == 0 {
			b.WriteString(id.Name)
		}
		return true
	})
	return b.String()
}
