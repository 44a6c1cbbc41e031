package limits_test

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// A base is a body that is accepted. Others are made from it.
type base struct {
	form  string // the schemas that it is of, where the document has several
	path  func(*stage) string
	body  string // "{user}" and the like stand for ids of the stage
	files int    // how many files go with it: 0.png, 1.png, …
}

// An operation is a served request, with bodies that reach all its constraints.
type operation struct {
	name  string // method and path as the document has them
	bases []base
}

// A finding is a constraint that does not hold here.
type finding struct {
	op         string
	constraint constraint
	problem    string
}

// A tally counts over all operations.
type tally struct {
	mu                             sync.Mutex
	operations, constraints, shown int
	findings                       []finding
}

// TestDocument breaks every constraint that Discord's OpenAPI document has on
// what is served here, one at a time.
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

// unserved counts the operations with a body or a query that discordtest does
// not have. All others must be in the table.
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

// judge reports the findings that no exception is for, and exceptions without
// findings. It returns how many exceptions there are.
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

// exceptionFor finds the exception for a finding: for the constraint, in one
// operation or in all, or for all that a schema and those below it say.
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
