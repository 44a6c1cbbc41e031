package limits_test

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// A base is an accepted request. The probes that TestDocument sends are variations of its body.
type base struct {
	form  string // the schemas that the body follows, if Discord's OpenAPI document allows several; separated by spaces
	path  func(*stage) string
	body  string // JSON; "{user}" and similar parts are replaced with ids of the stage, the test's Discord
	files int    // the number of files sent with the body, named 0.png, 1.png, …
}

// An operation is a request that discordtest serves, with bases that together reach all constraints on it.
type operation struct {
	name  string // method and path, as in the OpenAPI document
	bases []base
}

// A finding is a constraint in Discord's OpenAPI document that TestDocument found discordtest not to enforce.
type finding struct {
	op         string
	constraint constraint
	problem    string
}

// A tally adds up the results of TestDocument for all operations.
type tally struct {
	mu                             sync.Mutex
	operations, constraints, shown int
	findings                       []finding
}

// TestDocument checks that discordtest enforces every constraint in Discord's OpenAPI document on the requests that it
// serves, apart from those in the variable `exceptions`. It breaks one constraint at a time.
func TestDocument(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	var sum tally
	t.Run("operations", func(t *testing.T) {
		for _, op := range operations {
			t.Run(op.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { sum.add(newExamination(t, d, op).run(op)) })
			})
		}
	})
	used := sum.judge(t)
	t.Logf("%d of %d constraints of %d operations, %d exceptions; %d operations are not served",
		sum.shown, sum.constraints, sum.operations, used, unserved(t, d))
}

// unserved counts the operations that have a body or a query and that discordtest does not serve. It fails the test if
// a served operation is in neither of the variables `operations` and `unlisted`.
func unserved(t *testing.T, d document) (n int) {
	t.Helper()
	listed := map[string]bool{}
	for _, op := range operations {
		listed[op.name] = true
	}
	synctest.Test(t, func(t *testing.T) {
		st := newStage(t)
		for _, name := range d.asking() {
			method, path, _ := strings.Cut(name, " ")
			a := st.send(method, anyParameter.ReplaceAllString(path, "1"), "{}")
			switch here := !a.notHere(); {
			case !here:
				n++
			case !listed[name] && unlisted[name] == "":
				t.Errorf("%s is served, and nothing is tried there", name)
			}
		}
	})
	return n
}

func (s *tally) add(constraints int, findings []finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.operations++
	s.constraints += constraints
	s.findings = append(s.findings, findings...)
}

// judge fails the test for each finding that the variable `exceptions` does not cover, and for each exception without a
// finding. It returns the number of exceptions.
func (s *tally) judge(t *testing.T) int {
	s.shown = s.constraints - len(s.findings)
	used := map[string]bool{}
	byConstraint := map[string][]string{}
	for _, f := range s.findings {
		key, ok := exceptionFor(f)
		if used[key] = true; ok {
			continue
		}
		byConstraint[f.constraint.String()] = append(byConstraint[f.constraint.String()], f.op+": "+f.problem)
	}
	var keys []string
	for key := range byConstraint {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		all := byConstraint[key]
		slices.Sort(all)
		t.Errorf("%s, %d times:\n\t%s", key, len(all), strings.Join(all, "\n\t"))
	}
	for key, reason := range exceptions {
		if !used[key] {
			t.Errorf("no longer an exception: %s: %s", key, reason)
		}
	}
	return len(exceptions)
}

// exceptionFor returns the key in `exceptions` that covers a finding. An exception covers one constraint in one
// operation, one constraint in all operations, or all constraints of a schema and its parts.
func exceptionFor(f finding) (key string, ok bool) {
	keys := []string{f.op + ": " + f.constraint.String(), f.constraint.String()}
	for i := range len(f.constraint.schema) + 1 {
		if i == len(f.constraint.schema) || strings.ContainsRune(".[{|", rune(f.constraint.schema[i])) {
			keys = append(keys, f.constraint.schema[:i])
		}
	}
	for _, key := range keys {
		if exceptions[key] != "" {
			return key, true
		}
	}
	return "", false
}
