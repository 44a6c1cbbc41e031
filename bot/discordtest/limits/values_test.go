package limits_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// added returns the sum of `n`, a whole number of any size, and `more`.
func added(n json.Number, more int64) json.Number {
	sum, _ := new(big.Int).SetString(n.String(), 10)
	return json.Number(sum.Add(sum, big.NewInt(more)).String())
}

// noChoice returns a value that is not in `all`, but has the JSON type of the values in `all`.
func noChoice(all []any) any {
	if _, isText := all[0].(string); isText {
		return "none of them"
	}
	return json.Number("987")
}

// otherKind returns a value whose JSON type the schema does not allow. It uses neither numbers
// instead of strings nor strings instead of numbers, because Discord accepts these in some places.
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

// sized returns a text of n characters: `like`, cut off or continued.
func sized(like string, n int) string {
	switch {
	case len(like) >= n:
		return like[:max(n, 0)]
	case strings.HasPrefix(like, "http"):
		return like + "/" + strings.Repeat("x", n-len(like)-1)
	}
	return like + strings.Repeat("x", n-len(like))
}

// repeated returns a list of n elements similar to those in `like`. The elements are different from each other as far
// as the schema allows.
func (p *prober) repeated(at pointer, like []any, n int) []any {
	_, at = p.document.at(at)
	items := at.to("items")
	if members := p.document.union(items); len(members) == 1 {
		items = members[0] // the only alternative besides null
	}
	if all := p.document.choices(items); len(all) > 0 {
		first := 0
		if len(like) > 0 {
			first = max(0, slices.Index(all, like[0]))
		}
		out := make([]any, max(n, 0))
		for i := range out {
			out[i] = all[(first+i)%len(all)]
		}
		return out
	}
	if len(like) == 0 {
		like = []any{p.document.made(at.to("items"))}
	}
	return copies(like, n)
}

// copies returns n values similar to those in `like` and different from each other.
func copies(like []any, n int) []any {
	out := make([]any, max(n, 0))
	for i := range out {
		out[i] = varied(like[i%len(like)], i, "")
	}
	return out
}

// varied returns the i-th variation of a value. Variations differ in their ids, names and values, so one list can hold
// several of them. `key` is the name of the field that holds the value.
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
			step := uint64(1000) // large, because neighbouring ids belong to other objects of the stage
			if n < step {
				step = 1 // a small number is the index of a file
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

// made returns a minimal value that the schema at a pointer allows.
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
