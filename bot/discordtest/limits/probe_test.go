package limits_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// A probe is a body that just breaks one constraint, and where there is one
// that just keeps it, a body that does.
type probe struct {
	constraint constraint
	path       []string // of the field that is wrong
	at         any      // nil: the body that the others are made from keeps it
	beyond     any
}

// A prober makes probes from bodies that are accepted.
type prober struct {
	document document
	op       string
	skip     func(schema string) bool
	seen     map[constraint]bool
	probes   []probe
	made     bool // whether fields that the body does not have are made
	depth    int
}

// A spot is a value within a body.
type spot struct {
	root  any // the whole body
	path  []string
	forms []string // the schemas that are meant where only the bot knows which
}

func (s spot) below(key string) spot { return spot{s.root, append(slices.Clip(s.path), key), s.forms} }

// with returns the body with another value in the spot.
func (s spot) with(v any) any { return replaced(s.root, s.path, v) }

// absent is a value that replaced leaves out.
type absent struct{}

// replaced returns a copy of v with the value at a path replaced.
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

// visit makes the probes of a value's schema and of what is below it.
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

// told says whether the forms of a body name a member of a union.
func (p *prober) told(members []pointer, s spot) bool {
	return slices.ContainsFunc(members, func(m pointer) bool {
		_, named := p.document.at(m)
		return slices.Contains(s.forms, named[len(named)-1])
	})
}

// step visits what is below a value.
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

// fits says whether a value is meant as a member of a union.
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

// probe makes the probe of one constraint on a value, if the value can have one.
func (p *prober) probe(at pointer, s spot, value any, keyword string, bound any) (probe, bool) {
	out := probe{path: s.path}
	n, _ := bound.(json.Number)
	limit, _ := n.Int64()
	keyword, field, _ := strings.Cut(keyword, " ")
	if keyword == "int32" { // a number's width is no limit that anybody would want to reach
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
	case "oneOf", "type": // that of a union is any that no member has
		out.beyond = s.with(p.otherKind(at))
	case "format", "contentEncoding":
		out.beyond = s.with("no " + keyword)
	default:
		return out, false
	}
	return out, true
}

// added returns a whole number and some more.
func added(n json.Number, more int64) json.Number {
	sum, _ := new(big.Int).SetString(n.String(), 10)
	return json.Number(sum.Add(sum, big.NewInt(more)).String())
}

// noChoice returns a value of the same kind as some that is none of them.
func noChoice(all []any) any {
	if _, isText := all[0].(string); isText {
		return "none of them"
	}
	return json.Number("987")
}

// otherKind returns a value that is of no kind which a schema takes. Discord
// takes numbers for texts and texts for numbers here and there: it is neither.
func (p *prober) otherKind(at pointer) any {
	all := kinds(p.document.member(at))
	for _, m := range p.document.union(at) {
		all = append(all, kinds(p.document.member(m))...)
	}
	switch {
	case !slices.Contains(all, "object") && !slices.Contains(all, "array"):
		return map[string]any{"no": "such"}
	case !slices.Contains(all, "string"):
		return "other"
	default:
		return true
	}
}

// sized returns a text like another of n characters.
func sized(like string, n int) string {
	switch {
	case len(like) >= n:
		return like[:max(n, 0)]
	case strings.HasPrefix(like, "http"):
		return like + "/" + strings.Repeat("x", n-len(like)-1)
	}
	return like + strings.Repeat("x", n-len(like))
}

// repeated returns a list like another of n elements, all different.
func (p *prober) repeated(at pointer, like []any, n int) []any {
	_, at = p.document.at(at)
	items := at.to("items")
	if members := p.document.union(items); len(members) == 1 {
		items = members[0] // or null
	}
	if all := p.document.choices(items); len(all) > 0 {
		out := make([]any, max(n, 0))
		for i := range out {
			out[i] = all[i%len(all)]
		}
		return out
	}
	if len(like) == 0 {
		like = []any{p.document.made(at.to("items"))}
	}
	return copies(like, n)
}

// copies returns n values like some, all different.
func copies(like []any, n int) []any {
	out := make([]any, max(n, 0))
	for i := range out {
		out[i] = varied(like[i%len(like)], i, "")
	}
	return out
}

// varied returns a value like another that may stand beside it.
func varied(v any, i int, key string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, one := range v {
			out[key] = varied(one, i, key)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for j, one := range v {
			out[j] = varied(one, i, key)
		}
		return out
	case json.Number:
		if key == "id" {
			n, _ := v.Int64()
			return json.Number(strconv.FormatInt(n+int64(i), 10))
		}
	case string:
		if n, err := strconv.ParseUint(v, 10, 64); err == nil && (key == "id" || key == "") {
			step := uint64(1000) // past those that it stands beside
			if n < step {
				step = 1 // the number of a file
			}
			return strconv.FormatUint(n+step*uint64(i), 10)
		}
		if v == "❌" {
			return v
		}
		if i > 0 && (key == "custom_id" || key == "name" || key == "value" || key == "") {
			number := strconv.Itoa(i)
			return v[:max(1, len(v)-len(number))] + number
		}
	}
	return v
}

// made returns the least value that a schema takes.
func (d document) made(at pointer) any {
	n, at := d.at(at)
	if all := d.choices(at); all != nil {
		return all[0]
	}
	if all := d.union(at); all != nil {
		return d.made(all[0])
	}
	if n["format"] == "snowflake" {
		return "175928847299117063"
	}
	switch k := kinds(n); {
	case slices.Contains(k, "object"):
		out := map[string]any{}
		for _, key := range anyList(n["required"]) {
			out[key.(string)] = d.made(at.to("properties", key.(string)))
		}
		if n["additionalProperties"] != nil {
			out["de"] = d.made(at.to("additionalProperties"))
		}
		return out
	case slices.Contains(k, "array"):
		return []any{d.made(at.to("items"))}
	case slices.Contains(k, "boolean"):
		return true
	case slices.Contains(k, "integer"), slices.Contains(k, "number"):
		if m, there := n["minimum"]; there {
			return m
		}
		return json.Number("1")
	}
	switch {
	case n["format"] == "uri":
		return "https://example.com/a.png"
	case n["format"] == "date-time":
		return "2030-01-01T00:00:00+00:00"
	case n["contentEncoding"] == "base64":
		return "data:image/png;base64,iVBORw0KGgo="
	}
	length := 1
	if m, there := n["minLength"].(json.Number); there {
		l, _ := m.Int64()
		length = max(length, int(l))
	}
	return strings.Repeat("a", length)
}
