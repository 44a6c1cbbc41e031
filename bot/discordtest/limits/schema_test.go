package limits_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"noughts/bot/discordtest/openapi"
)

// A document is Discord's OpenAPI document as decoded JSON. The tests need its constraints, which
// package openapi compiles and does not export.
type document struct{ root map[string]any }

// A pointer is the path of a place in the OpenAPI document: the keys from the root down to the place.
type pointer []string

func (p pointer) to(keys ...string) pointer { return append(slices.Clip(p), keys...) }

// readDocument reads the OpenAPI document. It skips the test if DISCORD_OPENAPI is not set.
func readDocument(t *testing.T) document {
	t.Helper()
	path, err := openapi.File()
	if err != nil {
		t.Fatal(err)
	}
	if path == "" {
		t.Skipf("set %s to the file of Discord's OpenAPI document: CONTRIBUTING.md says where it comes from", openapi.Variable)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := decode(string(raw), &d.root); err != nil {
		t.Fatal(err)
	}
	return d
}

// decode decodes JSON and keeps the exact text of numbers.
func decode(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}

// at returns the schema at a pointer and the pointer of that schema. It follows references.
func (d document) at(p pointer) (map[string]any, pointer) {
	for {
		var v any = d.root
		for _, key := range p {
			switch in := v.(type) {
			case map[string]any:
				v = in[key]
			case []any:
				i, _ := strconv.Atoi(key)
				v = in[i]
			}
		}
		n, _ := v.(map[string]any)
		ref, isRef := n["$ref"].(string)
		if !isRef {
			return n, p
		}
		p = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
}

// union returns the alternatives of a schema with oneOf or anyOf, except null.
func (d document) union(p pointer) []pointer {
	n, p := d.at(p)
	var out []pointer
	for _, key := range []string{"oneOf", "anyOf"} {
		members, _ := n[key].([]any)
		for i := range members {
			at := p.to(key, strconv.Itoa(i))
			if m, _ := d.at(at); m["type"] != "null" {
				out = append(out, at)
			}
		}
	}
	return out
}

// choices returns the only values that a schema allows, or nil if the schema does not list its values.
func (d document) choices(p pointer) []any {
	n, p := d.at(p)
	if list, _ := n["enum"].([]any); len(list) > 0 {
		return list
	}
	var out []any
	for _, m := range d.union(p) {
		if c, isConst := d.member(m)["const"]; isConst {
			out = append(out, c)
		}
	}
	if all, _ := n["allOf"].([]any); len(all) == 1 && out == nil {
		return d.choices(p.to("allOf", "0"))
	}
	return out
}

func (d document) member(p pointer) map[string]any {
	n, _ := d.at(p)
	return n
}

// kinds returns the JSON types that a schema allows, except null.
func kinds(n map[string]any) []string {
	var out []string
	switch t := n["type"].(type) {
	case string:
		out = append(out, t)
	case []any:
		for _, one := range t {
			if one != "null" {
				out = append(out, one.(string))
			}
		}
	}
	return out
}

// A constraint is one requirement of a schema.
type constraint struct {
	schema  string // the name of the schema, such as "ButtonComponentForMessageRequest.label"
	keyword string
}

func (c constraint) String() string { return c.schema + " " + c.keyword }

// name returns a short name for a pointer in the operation `op`. The name begins with the named schema that the
// pointer is in, or with `op`.
func name(op string, p pointer) string {
	if p[0] == "components" {
		op, p = p[2], p[3:]
	} else {
		p = p[3:]
		for len(p) > 0 && p[0] != "properties" && p[0] != "items" && p[0] != "anyOf" && p[0] != "additionalProperties" {
			p = p[1:]
		}
	}
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case "properties":
			op += "." + p[i+1]
			i++
		case "items":
			op += "[]"
		case "additionalProperties":
			op += "{}"
		case "oneOf", "anyOf", "allOf":
			op += "|" + p[i+1]
			i++
		}
	}
	return op
}

// standIn reports whether a constraint's value is a placeholder: Discord's OpenAPI document has these two numbers where
// Discord has no documented limit.
func standIn(v any) bool { return v == json.Number("152133") || v == json.Number("1521") }

// constraints returns the constraints of a schema itself, without those of its parts. The keys are JSON Schema
// keywords, such as "maxLength"; in addition "required x" means that field x must be present, and "null x" that it
// must not be null.
func (d document) constraints(p pointer) map[string]any {
	n, p := d.at(p)
	out := map[string]any{}
	if all := d.choices(p); all != nil {
		return map[string]any{"enum": all}
	}
	if all := d.union(p); all != nil {
		if len(all) > 1 {
			out["oneOf"] = all
		}
		return out
	}
	for _, key := range []string{"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "minProperties", "maxProperties", "contentEncoding"} {
		if v, there := n[key]; there && !standIn(v) && !(strings.HasPrefix(key, "min") && key != "minimum" && v == json.Number("0")) {
			out[key] = v
		}
	}
	if n["uniqueItems"] == true {
		out["uniqueItems"] = true
	}
	for _, key := range anyList(n["required"]) {
		out["required "+key.(string)] = true
	}
	properties, _ := n["properties"].(map[string]any)
	for key := range properties {
		if !d.nullable(p.to("properties", key)) {
			out["null "+key] = true
		}
	}
	if k := kinds(n); len(k) > 0 {
		out["type"] = k
	}
	switch f, _ := n["format"].(string); f {
	case "int32":
		for key, bound := range map[string]json.Number{"minimum": "-2147483648", "maximum": "2147483647"} {
			if _, there := out[key]; !there {
				out["int32 "+key] = bound
			}
		}
	case "uri", "date-time", "snowflake":
		out["format "+f] = true
	}
	return out
}

// nullable reports whether a schema allows null.
func (d document) nullable(p pointer) bool {
	n, p := d.at(p)
	if n["type"] == "null" || slices.Contains(anyList(n["type"]), any("null")) {
		return true
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		for i := range anyList(n[key]) {
			if d.nullable(p.to(key, strconv.Itoa(i))) {
				return true
			}
		}
	}
	return false
}

func anyList(v any) []any {
	list, _ := v.([]any)
	return list
}

// below calls f for each schema directly below a schema. `step` says how to get from a value to the value of the lower
// schema: a field's name, "[]" for an element of a list, "{}" for a value of a map, or "" for an alternative of a
// union.
func (d document) below(p pointer, f func(step string, p pointer)) {
	n, p := d.at(p)
	if d.choices(p) != nil {
		return
	}
	for _, m := range d.union(p) {
		f("", m)
	}
	properties, _ := n["properties"].(map[string]any)
	for key := range properties {
		f(key, p.to("properties", key))
	}
	if _, isSchema := n["items"].(map[string]any); isSchema {
		f("[]", p.to("items"))
	}
	if _, isSchema := n["additionalProperties"].(map[string]any); isSchema {
		f("{}", p.to("additionalProperties"))
	}
}

// all adds every constraint of a schema and its parts to the set `into`. It leaves out schemas for which `skip` returns
// true. `op` is the operation.
func (d document) all(op string, p pointer, skip func(schema string) bool, into map[constraint]bool) {
	seen := map[string]bool{}
	var walk func(p pointer)
	walk = func(p pointer) {
		_, p = d.at(p)
		key := strings.Join(p, "/")
		if seen[key] || skip(name(op, p)) {
			return
		}
		seen[key] = true
		for keyword := range d.constraints(p) {
			into[constraint{name(op, p), keyword}] = true
		}
		d.below(p, func(_ string, p pointer) { walk(p) })
	}
	walk(p)
}

// asking returns the operations of the OpenAPI document that have a request body or a URL query.
func (d document) asking() []string {
	return slices.DeleteFunc(d.requests(), func(name string) bool {
		method, path, _ := strings.Cut(name, " ")
		body, query, err := d.operation(method, path)
		return err != nil || body == nil && len(query) == 0
	})
}

// operation returns a pointer to the schema of the request's body, nil without a body, and the pointers to the schemas
// of its query parameters, by name.
func (d document) operation(method, path string) (body pointer, query map[string]pointer, err error) {
	at := pointer{"paths", path, strings.ToLower(method)}
	n, _ := d.at(at)
	if n == nil {
		return nil, nil, fmt.Errorf("%s %s: not in the document", method, path)
	}
	if body = at.to("requestBody", "content", "application/json", "schema"); d.member(body) == nil {
		body = nil
	}
	query = map[string]pointer{}
	for i := range anyList(n["parameters"]) {
		p, _ := d.at(at.to("parameters", strconv.Itoa(i)))
		if p["in"] == "query" {
			query[p["name"].(string)] = at.to("parameters", strconv.Itoa(i), "schema")
		}
	}
	return body, query, nil
}
