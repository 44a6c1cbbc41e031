package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// shapes is an OpenAPI document with the kinds of unions and enumerations that Discord's document has.
const shapes = `{"openapi":"3.1.0","paths":{"/x":{"get":{"responses":{"204":{}}}}},"components":{"schemas":{
	"Body":{"type":"object","properties":{
		"components":{"type":"array","items":{"oneOf":[
			{"$ref":"#/components/schemas/Row"},{"$ref":"#/components/schemas/Button"},{"type":"null"}]}},
		"either":{"anyOf":[{"$ref":"#/components/schemas/Shout"},{"$ref":"#/components/schemas/Button"},{"type":"string"}]},
		"kind":{"type":"string","enum":["a","b","zzzz"],"maxLength":3}}},
	"Row":{"type":"object","required":["type","components"],"properties":{
		"type":{"type":"integer","enum":[1],"allOf":[{"$ref":"#/components/schemas/Types"}],"format":"int32"},
		"components":{"type":"array","maxItems":2,"items":{"oneOf":[
			{"$ref":"#/components/schemas/Row"},{"$ref":"#/components/schemas/Button"}]}}}},
	"Button":{"type":"object","required":["type","style"],"properties":{
		"type":{"type":"integer","enum":[2],"allOf":[{"$ref":"#/components/schemas/Types"}],"format":"int32"},
		"style":{"$ref":"#/components/schemas/Styles"},"label":{"type":["string","null"],"maxLength":3}}},
	"Shout":{"type":"object","properties":{"type":{"enum":[2,3]},"text":{"type":"string"}}},
	"Types":{"type":"integer","oneOf":[{"const":1},{"const":2},{"const":3}]},
	"Styles":{"type":"integer","oneOf":[{"title":"A","const":1},{"title":"B","const":2}],"format":"int32"}}}}`

// builds parses an OpenAPI document and returns its builder.
func builds(t *testing.T, text string) *builder {
	t.Helper()
	d, err := reads(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return d.builder
}

func TestAQuickSchemaSaysWhatItSaidBefore(t *testing.T) {
	t.Parallel()
	const body = `{"kind":"a","either":{"type":2,"style":1},"components":[
		{"type":1,"components":[{"type":2,"style":2,"label":"x"},{"type":1,"components":[]}]},{"type":2,"style":1},null]}`
	sameVerdicts(t, builds(t, shapes), builds(t, shapes), pointer{"components", "schemas", "Body"}, body)
}

func TestDiscordsSchemasSayWhenQuickWhatTheySaidBefore(t *testing.T) {
	t.Parallel()
	const message = `{"content":"x","flags":32768,"components":[
		{"type":17,"accent_color":1,"components":[{"type":10,"content":"x"},{"type":14,"spacing":1},
			{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","emoji":{"name":"x"}},{"type":2,"style":5,"url":"https://a.example"}]}]},
		{"type":1,"components":[{"type":3,"custom_id":"b","options":[{"label":"x","value":"y"}]}]},
		{"type":1,"components":[{"type":5,"custom_id":"c","default_values":[{"type":"user","id":"1"}]}]}]}`
	discord(t)
	path, err := File()
	if err != nil {
		t.Fatal(err)
	}
	load := func() *builder {
		d, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		return d.builder
	}
	sameVerdicts(t, load(), load(), pointer{"components", "schemas", "MessageCreateRequest"}, message)
}

// sameVerdicts checks, for variants of a body, that the schema at the place `at` gives the same
// results in the builders `before` and `after`, that is, before and after quicken.
func sameVerdicts(t *testing.T, before, after *builder, at pointer, body string) {
	t.Helper()
	plain, quick := before.compile(at), after.compile(at)
	if before.err != nil || after.err != nil {
		t.Fatal(before.err, after.err)
	}
	after.quick.quicken(quick)
	if err := quick.Validate(decoded(t, body)); err != nil {
		t.Fatalf("the body itself: %v", err)
	}
	tried, refused := 0, 0
	vary(decoded(t, body), func(variant any) {
		want, got := findings(plain, variant), findings(quick, variant)
		if !slices.Equal(got, want) {
			raw, _ := json.Marshal(variant)
			t.Errorf("%s:\n got %q\nwant %q", raw, got, want)
		}
		tried++
		refused += min(1, len(want))
	})
	if tried < 100 || refused < tried/2 || refused == tried {
		t.Errorf("%d variants, of which %d are refused: these show little", tried, refused)
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// findings returns the errors that a schema finds in a value, sorted.
func findings(s *jsonschema.Schema, v any) []string {
	var all []string
	for _, f := range explain(s.Validate(v), v) {
		all = append(all, jsonPath(f.path)+": "+f.problem)
	}
	slices.Sort(all)
	return all
}

// vary calls f with variants of a value. In each variant one part is replaced or removed.
func vary(root any, f func(any)) {
	others := []any{nil, true, "", "a", "zzzz", json.Number("1"), json.Number("2.0"), json.Number("3"), json.Number("1.5"),
		json.Number("99"), map[string]any{}, map[string]any{"type": json.Number("2")}, []any{nil}}
	var walk func(part any, set func(any))
	walk = func(part any, set func(any)) {
		for _, other := range others {
			set(other)
			f(root)
		}
		set(part)
		switch in := part.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(in)) {
				kept := in[key]
				delete(in, key)
				f(root)
				walk(kept, func(v any) { in[key] = v })
			}
		case []any:
			for i := range in {
				walk(in[i], func(v any) { in[i] = v })
			}
		}
	}
	walk(root, func(v any) { root = v })
}

func TestAQuickUnionTriesOnlyTheMemberThatAnObjectMeans(t *testing.T) {
	t.Parallel()
	b := builds(t, shapes)
	body := b.compile(pointer{"components", "schemas", "Body"})
	b.quick.quicken(body)
	var kinds []string
	for _, u := range []*jsonschema.Schema{body.Properties["components"].Items2020, body.Properties["either"]} {
		for kind := range u.Extensions[0].(union).byType {
			kinds = append(kinds, fmt.Sprint(kind))
		}
	}
	slices.Sort(kinds)
	if want := []string{"1", "2", "3"}; !slices.Equal(kinds, want) { // 2 only once: two members of "either" accept it
		t.Errorf("members are found for %q, want %q", kinds, want)
	}
	if kind := body.Properties["kind"]; kind.Enum != nil || len(kind.Extensions) != 1 {
		t.Errorf("the enumeration is still looked through: %+v", kind)
	}
}
