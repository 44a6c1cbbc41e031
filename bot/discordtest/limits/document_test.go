package limits_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
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

// An operation is a request that is served, with bodies from which all its
// constraints can be reached.
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
				synctest.Test(t, func(t *testing.T) { sum.add(examine(t, d, op)) })
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
			a := st.send(method, regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(path, "1"), "{}")
			switch here := a.status != http.StatusNotImplemented; {
			case !here:
				n++
			case !listed[name] && unlisted[name] == "":
				t.Errorf("%s is served, and nothing is tried there", name)
			}
		}
	})
	return n
}

// examine tries all constraints of an operation. It returns how many there are
// and what is wrong.
func examine(t *testing.T, d document, op operation) (constraints int, findings []finding) {
	method, path, _ := strings.Cut(op.name, " ")
	body, query, err := d.operation(method, path)
	if err != nil {
		t.Fatal(err)
	}
	short := operationID(d, method, path)
	skip := func(schema string) bool { return outside[schema] != "" || outside[short+" "+schema] != "" }
	all := map[constraint]bool{}
	st := newStage(t)
	seen := map[constraint]bool{}
	if body != nil {
		d.all(short, body, skip, all)
		for _, b := range op.bases {
			examineBody(st, method, b, &prober{document: d, op: short, skip: skip, seen: seen}, body, &findings)
		}
		for _, b := range slices.Backward(op.bases) { // the plainest bodies last: they can have most other fields
			examineBody(st, method, b, &prober{document: d, op: short, skip: skip, seen: seen, made: true}, body, &findings)
		}
	}
	for name, p := range query {
		examineQuery(st, method, op.bases[0], name, &prober{document: d, op: short + "?" + name, skip: skip, seen: seen}, p, all, &findings)
	}
	for c := range all {
		if !seen[c] {
			findings = append(findings, finding{short, c, "no body reaches it"})
		}
	}
	return len(all), findings
}

func operationID(d document, method, path string) string {
	return d.member(pointer{"paths", path, strings.ToLower(method)})["operationId"].(string)
}

// examineBody tries the constraints that can be reached from one body.
func examineBody(st *stage, method string, b base, p *prober, schema pointer, findings *[]finding) {
	st.t.Helper()
	var v any
	path := b.path(st)
	if err := decode(st.filled(b.body), &v); err != nil {
		st.t.Fatalf("%s: %v", b.body, err)
	}
	if !p.made {
		if a := st.sendWith(b.files, method, path, encoded(v)); a.status >= 300 {
			st.t.Fatalf("%s %s: %v", method, encoded(v), a)
		}
	}
	p.visit(schema, spot{root: v, forms: strings.Fields(b.form)}, v)
	for _, one := range p.probes {
		problem := tried(one, func(body any) answer { return st.sendWith(b.files, method, b.path(st), encoded(body)) })
		if problem != "" {
			*findings = append(*findings, finding{p.op, one.constraint, problem})
		}
	}
}

// examineQuery tries the constraints on one parameter of the query.
func examineQuery(st *stage, method string, b base, name string, p *prober, schema pointer, all map[constraint]bool, findings *[]finding) {
	st.t.Helper()
	p.document.all(p.op, schema, p.skip, all)
	if any := (constraint{p.op, "type"}); slices.Equal(kinds(p.document.member(schema)), []string{"string"}) {
		delete(all, any) // everything in an address is text
		p.seen[any] = true
	}
	v := p.document.made(schema)
	p.visit(schema, spot{root: map[string]any{name: v}, path: []string{name}}, v)
	for _, one := range p.probes {
		problem := tried(one, func(body any) answer {
			v := body.(map[string]any)[name]
			text := fmt.Sprint(v)
			if k := kindOf(v); k == "object" || k == "array" {
				text = "other"
			}
			path, given, _ := strings.Cut(b.path(st), "?")
			query, _ := url.ParseQuery(given)
			query.Set(name, text)
			return st.send(method, path+"?"+query.Encode(), st.filled(b.body))
		})
		if problem != "" {
			*findings = append(*findings, finding{p.op, one.constraint, problem})
		}
	}
}

// tried sends a probe's bodies and says what is wrong with the answers.
func tried(one probe, send func(body any) answer) string {
	if one.at != nil {
		if a := send(one.at); a.blames(one.path) {
			return fmt.Sprintf("refused at the limit, at %s: %s", strings.Join(one.path, "."), a)
		}
	}
	a := send(one.beyond)
	switch {
	case a.status != http.StatusBadRequest || !a.blames(one.path) && !a.blamesAbove(one):
		return fmt.Sprintf("not refused at %s: %.300s", strings.Join(one.path, "."), a)
	}
	return ""
}

// errorsAt returns what an error body says of a path, nil when nothing.
func (a answer) errorsAt(path []string) map[string]any {
	var e struct {
		Code   int
		Errors map[string]any
	}
	if json.Unmarshal(a.body, &e) != nil || e.Code != 50035 {
		return nil
	}
	at := e.Errors
	for _, key := range path {
		at, _ = at[key].(map[string]any)
	}
	return at
}

// blames says whether an answer refuses the value at a path, or what is in it.
func (a answer) blames(path []string) bool { return a.errorsAt(path) != nil }

// blamesAbove says whether an answer to a wrong "type" refuses the object whose
// kind it should have been, as it does where objects of several kinds may be.
func (a answer) blamesAbove(one probe) bool {
	n := len(one.path)
	if n == 0 || one.path[n-1] != "type" {
		return false
	}
	return a.errorsAt(one.path[:n-1])["_errors"] != nil
}

func encoded(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // was JSON
	}
	return string(raw)
}

// filled puts the stage's ids into a body.
func (st *stage) filled(body string) string {
	return strings.NewReplacer("{user}", st.user.ID, "{bot}", st.app.User.ID, "{role}", st.role.ID,
		"{channel}", st.channel.ID, "{guild}", st.guild.ID).Replace(body)
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
