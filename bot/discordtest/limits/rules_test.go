package limits_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// A rule is one line, or a part of one, of the project's list of Discord's limits. It has a case, or names the
// test that shows it, or says why none does.
type rule struct {
	line   string // how the line begins, without marks; "" for a limit that is not listed
	what   string // of the line
	source string // for a limit that is not listed: where Discord says it

	try  func(*stage) (at, beyond string) // the outcomes of a request at the limit and of one beyond it: see refusal
	want string                           // the wanted outcome beyond the limit

	shown  string // the test of discordtest that shows it
	absent string // why nothing does
}

// TestRules goes to each limit and beyond it, and compares the rules with the
// lines of the list.
func TestRules(t *testing.T) {
	t.Parallel()
	rules := slices.Concat(gatewayRules, interactionRules, commandRules, messageRules, httpRules, placeRules, countRules)
	counts := map[string]int{}
	tests := testsOf(t, "..")
	for _, r := range rules {
		switch {
		case r.try != nil:
			counts["tried"]++
			t.Run(r.line+"/"+r.what, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					at, beyond := r.try(newStage(t))
					if at != "" {
						t.Errorf("refused at the limit: %s", at)
					}
					if beyond != r.want {
						t.Errorf("beyond the limit: %q, want %q", beyond, r.want)
					}
				})
			})
		case r.shown != "":
			counts["shown"]++
			if !tests[r.shown] {
				t.Errorf("%s: no test %s in discordtest", r.line, r.shown)
			}
		case r.absent != "":
			counts["absent"]++
		default:
			t.Errorf("%s: no case, no test and no reason", r.line)
		}
	}
	lines := linesOf(t, filepath.Join("testdata", "limits.md"))
	covered := 0
	for _, line := range lines {
		if slices.ContainsFunc(rules, func(r rule) bool { return r.line != "" && begins(line, r.line) }) {
			covered++
		} else {
			t.Errorf("no rule for the line %q", line)
		}
	}
	for _, r := range rules {
		if r.line == "" && r.source == "" {
			t.Errorf("%s: neither a line nor a source", r.what)
		}
		if r.line != "" && !slices.ContainsFunc(lines, func(line string) bool { return begins(line, r.line) }) {
			t.Errorf("no line begins with %q", r.line)
		}
	}
	t.Logf("%d of %d lines of the list; %d limits tried here, %d shown by tests of discordtest, %d shown nowhere",
		covered, len(lines), counts["tried"], counts["shown"], counts["absent"])
}

// begins reports whether a line begins with some whole words.
func begins(line, words string) bool {
	rest, ok := strings.CutPrefix(line, words)
	return ok && !regexp.MustCompile(`^\w`).MatchString(rest)
}

// linesOf returns the lines of the list that say something, without marks: the
// first cells of tables, points, and paragraphs within sections.
func linesOf(t *testing.T, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	_, text, _ := strings.Cut(string(raw), "\n## ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.NewReplacer("`", "", "**", "").Replace(line))
		cell, isRow := strings.CutPrefix(line, "| ")
		point, isPoint := strings.CutPrefix(line, "* ")
		switch {
		case isRow:
			if cell, _, _ = strings.Cut(cell, " |"); cell != "Rule" {
				out = append(out, cell)
			}
		case isPoint:
			out = append(out, point)
		case line == "", strings.HasPrefix(line, "|"), strings.HasPrefix(line, "#"), regexp.MustCompile(`^\d `).MatchString(line):
		default:
			out = append(out, line)
		}
	}
	return out
}

// testsOf returns the names of the tests in a folder and those below it.
func testsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(raw), -1) {
			out[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// refusal describes an answer: "" for a good one, "404 10062", or for a form
// "content BASE_TYPE_MAX_LENGTH", of several errors the first by their paths.
func (a answer) refusal() string {
	if a.status < 300 {
		return ""
	}
	var e struct {
		Code   int
		Errors map[string]any
	}
	if err := json.Unmarshal(a.body, &e); err != nil {
		return a.String()
	}
	if all := formErrors(e.Errors, ""); len(all) > 0 {
		slices.Sort(all)
		return all[0]
	}
	return fmt.Sprint(a.status, " ", e.Code)
}

// formErrors lists the errors of a form: "content BASE_TYPE_MAX_LENGTH".
func formErrors(at map[string]any, path string) []string {
	var out []string
	for _, one := range anyList(at["_errors"]) {
		out = append(out, fmt.Sprint(path, " ", one.(map[string]any)["code"]))
	}
	for key, below := range at {
		if m, isObject := below.(map[string]any); isObject {
			out = append(out, formErrors(m, strings.TrimPrefix(path+"."+key, "."))...)
		}
	}
	return out
}

// bodies tries two bodies, each at a path of its own.
func bodies(method string, path func(*stage) string, at, beyond string) func(*stage) (string, string) {
	return func(st *stage) (string, string) {
		first := st.send(method, path(st), st.filled(at)).refusal()
		return first, st.send(method, path(st), st.filled(beyond)).refusal()
	}
}

// x is a text of n characters.
func x(n int) string { return strings.Repeat("x", n) }

// list is a JSON list of n elements; "#" is replaced by their numbers.
func list(n int, element string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(element, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(all, ",") + "]"
}
