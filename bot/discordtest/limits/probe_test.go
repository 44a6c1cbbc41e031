package limits_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// A probe checks one constraint. It has a body that only just breaks the constraint and, if the constraint is a limit
// such as maxLength, a body exactly at the limit.
type probe struct {
	constraint constraint
	path       []string // path of the field that the refusal must name
	at         any      // the body at the limit; nil if the constraint is not a limit
	beyond     any
}

// A prober makes probes from an accepted body.
type prober struct {
	document document
	op       string
	skip     func(schema string) bool
	seen     map[constraint]bool
	probes   []probe
	made     bool // whether to add fields that the body lacks
	depth    int
}

// A spot is the place of a value in a body.
type spot struct {
	root  any // the whole body
	path  []string
	forms []string // the schemas that base.form names, for values that fit several alternatives of a union
}

func (s spot) below(key string) spot { return spot{s.root, append(slices.Clip(s.path), key), s.forms} }

// with returns a copy of the body with another value in the spot.
func (s spot) with(v any) any { return replaced(s.root, s.path, v) }

// An absent, passed to the function `replaced` as the new value, removes the field.
type absent struct{}

// replaced returns a copy of `v` in which the value at a path is `by`. If `by` is an absent, the field is removed.
func replaced(v any, path []string, by any) any {
	if len(path) == 0 {
		return by
	}
	switch in := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(in)+1)
		for key, one := range in {
			out[key] = one
		}
		out[path[0]] = replaced(in[path[0]], path[1:], by)
		if out[path[0]] == (absent{}) {
			delete(out, path[0])
		}
		return out
	case []any:
		out := slices.Clone(in)
		i, _ := strconv.Atoi(path[0])
		out[i] = replaced(out[i], path[1:], by)
		return out
	}
	return v
}

// visit adds the probes for the value in the spot `s` and for all values inside it. `at` points to the schema of the
// value.
func (p *prober) visit(at pointer, s spot, value any) {
	_, at = p.document.at(at)
	if p.skip(name(p.op, at)) || p.depth > 12 {
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for keyword, bound := range p.document.constraints(at) {
		c := constraint{name(p.op, at), keyword}
		if p.seen[c] {
			continue
		}
		if one, ok := p.probe(at, s, value, keyword, bound); ok {
			p.seen[c] = true
			one.constraint = c
			p.probes = append(p.probes, one)
		}
	}
	if members := p.document.union(at); members != nil && p.document.choices(at) == nil {
		for _, m := range members {
			_, named := p.document.at(m)
			if len(members) == 1 || slices.Contains(s.forms, named[len(named)-1]) || !p.told(members, s) && p.fits(m, value) {
				p.visit(m, s, value)
				return
			}
		}
		return
	}
	p.document.below(at, func(step string, below pointer) { p.step(step, below, s, value) })
}

// told reports whether base.form names one of these alternatives (`members`) of a union.
func (p *prober) told(members []pointer, s spot) bool {
	return slices.ContainsFunc(members, func(m pointer) bool {
		_, named := p.document.at(m)
		return slices.Contains(s.forms, named[len(named)-1])
	})
}

// step visits the values directly below a value: the value of one field, or all elements of a list or a map. `step` is
// the field's name, "[]" for a list or "{}" for a map. If the prober may add fields, step also makes and visits a
// missing value.
func (p *prober) step(step string, at pointer, s spot, value any) {
	switch in := value.(type) {
	case []any:
		for i, one := range in {
			p.visit(at, s.below(strconv.Itoa(i)), one)
		}
		if p.made && len(in) == 0 {
			v := p.document.made(at)
			p.visit(at, spot{s.with([]any{v}), append(slices.Clip(s.path), "0"), s.forms}, v)
		}
	case map[string]any:
		if step == "{}" {
			for key, one := range in {
				p.visit(at, s.below(key), one)
			}
			return
		}
		one, there := in[step]
		if !there && p.made {
			one = p.document.made(at)
			s.root = s.below(step).with(one)
		}
		if one != nil {
			p.visit(at, s.below(step), one)
		}
	}
}

// fits reports whether a value matches an alternative of a union by its JSON type, its required fields and its field
// "type".
func (p *prober) fits(at pointer, value any) bool {
	n, at := p.document.at(at)
	if k := kinds(n); len(k) > 0 && !slices.Contains(k, kindOf(value)) && !(k[0] == "number" && kindOf(value) == "integer") {
		return false
	}
	m, _ := value.(map[string]any)
	for _, key := range anyList(n["required"]) {
		if _, there := m[key.(string)]; !there {
			return false
		}
	}
	if m["type"] != nil {
		if all := p.document.choices(at.to("properties", "type")); all != nil && !slices.Contains(all, m["type"]) {
			return false
		}
	}
	return true
}

func kindOf(v any) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if strings.Contains(v.String(), ".") {
			return "number"
		}
		return "integer"
	}
	return "null"
}

// probe returns the probe for one constraint on a value. It returns false for a keyword that has no probe.
func (p *prober) probe(at pointer, s spot, value any, keyword string, bound any) (probe, bool) {
	out := probe{path: s.path}
	n, _ := bound.(json.Number)
	limit, _ := n.Int64()
	keyword, field, _ := strings.Cut(keyword, " ")
	if keyword == "int32" { // no body at the limit: int32 is the number's format, and another rule may allow less
		beyond := map[string]int64{"minimum": -1, "maximum": 1}[field]
		out.beyond = s.with(added(n, beyond))
		return out, true
	}
	text, _ := value.(string)
	list, _ := value.([]any)
	switch keyword {
	case "minLength":
		out.at, out.beyond = s.with(sized(text, int(limit))), s.with(sized(text, int(limit)-1))
	case "maxLength":
		out.at, out.beyond = s.with(sized(text, int(limit))), s.with(sized(text, int(limit)+1))
	case "minItems":
		out.at, out.beyond = s.with(p.repeated(at, list, int(limit))), s.with(p.repeated(at, list, int(limit)-1))
	case "maxItems":
		out.at, out.beyond = s.with(p.repeated(at, list, int(limit))), s.with(p.repeated(at, list, int(limit)+1))
	case "minimum":
		out.at, out.beyond = s.with(n), s.with(added(n, -1))
	case "maximum":
		out.at, out.beyond = s.with(n), s.with(added(n, 1))
	case "uniqueItems":
		twice := p.repeated(at, list, 1)
		out.at, out.beyond = s.with(twice), s.with(append(twice, twice...))
	case "minProperties":
		out.beyond = s.with(map[string]any{})
	case "maxProperties":
		many := map[string]any{}
		for i := range limit + 1 {
			many["x"+strconv.FormatInt(i, 10)] = "x"
		}
		out.beyond = s.with(many)
	case "required":
		out.path = s.below(field).path
		out.beyond = s.below(field).with(absent{})
	case "null":
		out.path = s.below(field).path
		out.beyond = s.below(field).with(nil)
	case "enum":
		out.beyond = s.with(noChoice(bound.([]any)))
	case "oneOf", "type": // for a union, the wrong type is a type that no alternative has
		out.beyond = s.with(p.otherKind(at))
	case "format", "contentEncoding":
		out.beyond = s.with("no " + keyword)
	default:
		return out, false
	}
	return out, true
}
