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

// A rule covers one line of testdata/limits.md, the project's list of Discord's limits, or a part of a line. It has a
// case (`try`), the name of the test that covers the limit (`shown`), or the reason why no test does (`absent`).
type rule struct {
	line   string // the first words of the line, without Markdown marks; "" for a limit that is not in limits.md
	what   string // the part of the line, or the limit if line is ""
	source string // if line is "": where Discord documents the limit

	try  func(*stage) (at, beyond string) // sends a request at the limit and one beyond it, and returns the answer.refusal of each
	want string                           // the wanted outcome beyond the limit

	shown  string // the test in discordtest that covers the limit
	absent string // the reason why no test covers the limit
}

// TestRules checks that a request at each limit is accepted, and that a request beyond the limit is refused as
// expected. It also checks that each line of limits.md has a rule, and each rule a line or a source.
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

// begins reports whether a line begins with the given words, not followed by the rest of a longer word.
func begins(line, words string) bool {
	rest, ok := strings.CutPrefix(line, words)
	return ok && !regexp.MustCompile(`^\w`).MatchString(rest)
}

// linesOf returns the lines of a Markdown file that need a rule, without Markdown marks: the first cells of table rows,
// list items, and paragraphs. Text before the first section does not count.
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

// testsOf returns the names of all tests in a folder and its subfolders.
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

// refusal describes the answer to a request. It returns "" for a success, the status and code for a refusal, such as
// "404 10062", and the path and code for a form error, such as "content BASE_TYPE_MAX_LENGTH". Of several form errors
// it describes the first in alphabetical order.
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

// formErrors returns the path and code of each error in a form error, such as "content
// BASE_TYPE_MAX_LENGTH".
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

// bodies returns a function that sends two bodies, `at` (at a limit) and `beyond` (beyond it), and returns both
// outcomes. It calls `path` for the path of each request.
func bodies(method string, path func(*stage) string, at, beyond string) func(*stage) (string, string) {
	return func(st *stage) (string, string) {
		first := st.send(method, path(st), st.filled(at)).refusal()
		return first, st.send(method, path(st), st.filled(beyond)).refusal()
	}
}

// x returns a text of n characters.
func x(n int) string { return strings.Repeat("x", n) }

// list returns a JSON list with n copies of an element. Each "#" in a copy is replaced with the
// number of the copy.
func list(n int, element string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(element, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(all, ",") + "]"
}
