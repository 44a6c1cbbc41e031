package limits_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// An examination checks all constraints that Discord's OpenAPI document sets for one operation.
type examination struct {
	t        *testing.T
	document document
	stage    *stage
	method   string
	path     string
	id       string // the operationId in the OpenAPI document

	all    map[constraint]bool   // the constraints to check
	shown  map[constraint]bool   // the constraints that discordtest enforces
	failed map[constraint]string // the last problem found with each constraint
}

// newExamination returns an examination with a new stage, its own Discord in memory. Call it inside a synctest bubble.
func newExamination(t *testing.T, d document, op operation) *examination {
	t.Helper()
	x := examination{t: t, document: d, stage: newStage(t), all: map[constraint]bool{}, shown: map[constraint]bool{}, failed: map[constraint]string{}}
	x.method, x.path, _ = strings.Cut(op.name, " ")
	id, _ := d.member(pointer{"paths", x.path, strings.ToLower(x.method)})["operationId"].(string)
	x.id = id
	return &x
}

// skip reports whether TestDocument leaves out a schema: see the variable `outside`.
func (x *examination) skip(schema string) bool {
	return outside[schema] != "" || outside[x.id+" "+schema] != ""
}

// run checks the constraints of the operation op. It returns their number and the constraints that discordtest does
// not enforce. A constraint counts as enforced if its probe passes with at least one body: with other bodies, another
// rule may refuse the request first.
func (x *examination) run(op operation) (constraints int, findings []finding) {
	body, query, err := x.document.operation(x.method, x.path)
	if err != nil {
		x.t.Fatal(err)
	}
	if body != nil {
		x.document.all(x.id, body, x.skip, x.all)
		for _, b := range op.bases {
			x.body(b, body, false)
		}
		for _, b := range slices.Backward(op.bases) { // backward, because later bases have more room for additional fields
			x.body(b, body, true)
		}
	}
	if body == nil {
		b := op.bases[0]
		if a := x.stage.send(x.method, b.path(x.stage), b.body); a.status >= 300 {
			x.t.Fatalf("%s: %v", op.name, a)
		}
	}
	for name, p := range query {
		x.query(op.bases[0], name, p)
	}
	for c := range x.all {
		if !x.shown[c] {
			findings = append(findings, finding{x.id, c, x.failed[c]})
		}
	}
	return len(x.all), findings
}

// body sends probes based on the accepted request b. If `made` is false, it probes the fields that the body of b has.
// If `made` is true, it also adds the fields that the body lacks and probes them.
func (x *examination) body(b base, schema pointer, made bool) {
	x.t.Helper()
	var v any
	if err := decode(x.stage.filled(b.body), &v); err != nil {
		x.t.Fatalf("%s: %v", b.body, err)
	}
	send := func(body any) answer { return x.stage.sendWith(b.files, x.method, b.path(x.stage), encoded(body)) }
	if !made {
		if a := send(v); a.status >= 300 {
			x.t.Fatalf("%s %s: %v", x.method, encoded(v), a)
		}
	}
	p := &prober{document: x.document, op: x.id, skip: x.skip, seen: maps.Clone(x.shown), made: made}
	p.visit(schema, spot{root: v, forms: strings.Fields(b.form)}, v)
	x.try(p.probes, send)
}

// query checks the constraints on one parameter of the operation's URL query.
func (x *examination) query(b base, name string, schema pointer) {
	x.t.Helper()
	id := x.id + "?" + name
	x.document.all(id, schema, x.skip, x.all)
	p := &prober{document: x.document, op: id, skip: x.skip, seen: map[constraint]bool{}}
	if slices.Equal(kinds(x.document.member(schema)), []string{"string"}) {
		delete(x.all, constraint{id, "type"}) // a query has only strings, so no value has the wrong type
		p.seen[constraint{id, "type"}] = true
	}
	v := x.document.made(schema)
	p.visit(schema, spot{root: map[string]any{name: v}, path: []string{name}}, v)
	x.try(p.probes, func(body any) answer {
		v := body.(map[string]any)[name]
		text := fmt.Sprint(v)
		if k := kindOf(v); k == "object" || k == "array" {
			text = "other"
		}
		path, given, _ := strings.Cut(b.path(x.stage), "?")
		query, _ := url.ParseQuery(given)
		query.Set(name, text)
		return x.stage.send(x.method, path+"?"+query.Encode(), x.stage.filled(b.body))
	})
}

// try sends the bodies of probes by calling `send` and records which constraints are enforced.
func (x *examination) try(probes []probe, send func(body any) answer) {
	for _, one := range probes {
		if problem := one.tried(send); problem != "" {
			x.failed[one.constraint] = problem
		} else {
			x.shown[one.constraint] = true
		}
	}
}

// tried sends a probe's bodies and describes the problem with the answers. It returns "" if discordtest enforces the
// probe's constraint.
func (p probe) tried(send func(body any) answer) string {
	if p.at != nil {
		if a := send(p.at); a.errorsAt(nil) != nil {
			return fmt.Sprintf("refused at the limit, at %s: %s", strings.Join(p.path, "."), a)
		}
	}
	a := send(p.beyond)
	if a.status != http.StatusBadRequest || !a.blames(p.path) && !a.blamesAbove(p.path) {
		return fmt.Sprintf("not refused at %s: %.300s", strings.Join(p.path, "."), a)
	}
	return ""
}

// errorsAt returns the part of an error answer that is about the value at a path in the request's body, or nil.
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

// blames reports whether an error answer names an error at a path in the request's body, or below the path.
func (a answer) blames(path []string) bool { return a.errorsAt(path) != nil }

// blamesAbove reports whether an answer to a wrong value of a field "type" names an error at the object that has the
// field. Discord does so where objects of several types are allowed.
func (a answer) blamesAbove(path []string) bool {
	n := len(path)
	if n == 0 || path[n-1] != "type" {
		return false
	}
	return a.errorsAt(path[:n-1])["_errors"] != nil
}

func encoded(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: the value has only types that JSON has
	}
	return string(raw)
}

// filled replaces "{user}" and similar parts of a body with the stage's ids.
func (st *stage) filled(body string) string {
	return strings.NewReplacer("{user}", st.user.ID, "{bot}", st.app.User.ID, "{role}", st.role.ID,
		"{channel}", st.channel.ID, "{guild}", st.guild.ID).Replace(body)
}
