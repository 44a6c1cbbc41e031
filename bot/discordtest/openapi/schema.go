package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

type problem struct {
	path string // such as "data.components[0].label"; "" for the whole value
	text string
}

// keywords are those of JSON Schema that validate knows, or that say nothing about values, without those for schemas
// below.
var keywords = strings.Fields(`type const enum format pattern required uniqueItems minimum maximum minLength maxLength
	minItems maxItems minProperties maxProperties title description contentEncoding x-discord-union`)

// unknown returns what validate would pass over anywhere in the document: a keyword, or a reference to nothing.
func (d *Document) unknown() string {
	all := slices.Collect(maps.Values(d.schemas))
	for _, op := range d.operations {
		all = append(append(all, op.body), slices.Collect(maps.Values(op.answers))...)
		for _, parameter := range op.parameters {
			all = append(all, member(parameter, "schema"))
		}
	}
	return d.unknownIn(all)
}

func (d *Document) unknownIn(schemas []any) string {
	for _, schema := range schemas {
		s, _ := schema.(map[string]any)
		for keyword, value := range s {
			var below []any
			switch keyword {
			case "allOf", "oneOf", "anyOf":
				below, _ = value.([]any)
			case "items", "additionalProperties":
				below = []any{value}
			case "properties":
				named, _ := value.(map[string]any)
				below = slices.Collect(maps.Values(named))
			case "$ref":
				if name := strings.TrimPrefix(fmt.Sprint(value), "#/components/schemas/"); d.schemas[name] == nil {
					return name
				}
			default:
				if !slices.Contains(keywords, keyword) {
					return keyword
				}
			}
			if text := d.unknownIn(below); text != "" {
				return text
			}
		}
	}
	return ""
}

// validate checks a decoded JSON value against a schema of the document. `at` is the path of the value.
func (d *Document) validate(schema, value any, at string) []problem {
	s, _ := schema.(map[string]any)
	if ref, isRef := s["$ref"].(string); isRef {
		return d.validate(d.schemas[strings.TrimPrefix(ref, "#/components/schemas/")], value, at)
	}
	if text := mismatch(s, value); text != "" {
		return []problem{{at, text}}
	}
	var found []problem
	switch v := value.(type) {
	case string:
		found = d.validateText(s, v, at)
	case json.Number:
		found = validateNumber(s, v, at)
	case []any:
		found = d.validateList(s, v, at)
	case map[string]any:
		found = d.validateObject(s, v, at)
	}
	all, _ := s["allOf"].([]any)
	for _, part := range all {
		found = append(found, d.validate(part, value, at)...)
	}
	for _, union := range []string{"oneOf", "anyOf"} {
		if members, _ := s[union].([]any); len(members) > 0 {
			found = append(found, d.validateUnion(members, value, at)...)
		}
	}
	return found
}

// validateUnion checks a value against a union, whose members exclude each other by the type, the constant or the field
// "type" of their values. If none accepts it, the problems are those of the member that comes closest.
func (d *Document) validateUnion(members []any, value any, at string) []problem {
	meant := slices.DeleteFunc(slices.Clone(members), func(m any) bool { return d.rulesOut(m, value) })
	if len(meant) == 0 {
		text := fmt.Sprint(value)
		if kind := member(value, "type"); kind != nil {
			text = fmt.Sprint("type ", kind)
		}
		return []problem{{at, text + " is none of the possible forms"}}
	}
	var best []problem
	for i, m := range meant {
		found := d.validate(m, value, at)
		if len(found) == 0 {
			return nil
		}
		if i == 0 || len(found) < len(best) {
			best = found
		}
	}
	return best
}

// rulesOut reports whether a union's member is for values of another type, another constant, or another field "type".
func (d *Document) rulesOut(schema, value any) bool {
	s, _ := schema.(map[string]any)
	if ref, isRef := s["$ref"].(string); isRef {
		return d.rulesOut(d.schemas[strings.TrimPrefix(ref, "#/components/schemas/")], value)
	}
	kind, given := member(s, "properties", "type"), member(value, "type")
	return mismatch(s, value) != "" || kind != nil && given != nil && len(d.validate(kind, given, "")) > 0
}

// mismatch says in which way a value is not of a schema's types or none of its listed values, or returns "".
func mismatch(s map[string]any, value any) string {
	types, listed := typesOf(s), valuesOf(s)
	switch {
	case len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isOf(t, value) }):
		return "got " + kindOf(value) + ", want " + strings.Join(types, " or ")
	case listed != nil && !slices.Contains(listed, value):
		return fmt.Sprintf("%v is none of %v", value, listed)
	}
	return ""
}

func (d *Document) validateText(s map[string]any, v, at string) []problem {
	found := bounds(s, "Length", utf8.RuneCountInString(v), at)
	if pattern, has := s["pattern"].(string); has {
		compiled, ok := d.patterns.Load(pattern)
		if !ok {
			compiled, _ = d.patterns.LoadOrStore(pattern, regexp.MustCompile(pattern))
		}
		if !compiled.(*regexp.Regexp).MatchString(v) { //nolint:forcetypeassert // the map has nothing else
			found = append(found, problem{at, fmt.Sprintf("%q does not match %s", v, pattern)})
		}
	}
	var err error
	switch s["format"] {
	case "uri":
		var u *url.URL
		if u, err = url.Parse(v); err == nil && u.Scheme == "" {
			err = fmt.Errorf("no scheme")
		}
	case "date-time":
		_, err = time.Parse(time.RFC3339, v)
	}
	if err != nil {
		found = append(found, problem{at, fmt.Sprintf("%q is no %s: %v", v, s["format"], err)})
	}
	return found
}

func validateNumber(s map[string]any, v json.Number, at string) []problem {
	var found []problem
	n, _ := v.Float64()
	if low, has := s["minimum"].(json.Number); has {
		if x, _ := low.Float64(); n < x {
			found = append(found, problem{at, fmt.Sprintf("minimum: got %s, want %s", v, low)})
		}
	}
	if high, has := s["maximum"].(json.Number); has {
		if x, _ := high.Float64(); n > x {
			found = append(found, problem{at, fmt.Sprintf("maximum: got %s, want %s", v, high)})
		}
	}
	if bits := map[any]int{"int32": 32, "int64": 64}[s["format"]]; bits > 0 {
		if _, err := strconv.ParseInt(v.String(), 10, bits); err != nil {
			found = append(found, problem{at, fmt.Sprintf("%s is no %s", v, s["format"])})
		}
	}
	return found
}

func (d *Document) validateList(s map[string]any, v []any, at string) []problem {
	found := bounds(s, "Items", len(v), at)
	for i, element := range v {
		found = append(found, d.validate(s["items"], element, at+"["+strconv.Itoa(i)+"]")...)
		if s["uniqueItems"] == true && isScalar(element) && slices.Contains(v[:i], element) {
			found = append(found, problem{at, fmt.Sprintf("%v is there twice", element)})
		}
	}
	return found
}

func (d *Document) validateObject(s, v map[string]any, at string) []problem {
	found := bounds(s, "Properties", len(v), at)
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, has := v[fmt.Sprint(name)]; !has {
			found = append(found, problem{at, fmt.Sprintf("missing property '%v'", name)})
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for name, value := range v {
		below := strings.TrimPrefix(at+"."+name, ".")
		switch schema, known := properties[name]; {
		case known:
			found = append(found, d.validate(schema, value, below)...)
		case s["additionalProperties"] == false:
			found = append(found, problem{below, "unknown property"})
		case s["additionalProperties"] != nil:
			found = append(found, d.validate(s["additionalProperties"], value, below)...)
		}
	}
	return found
}

func bounds(s map[string]any, of string, n int, at string) []problem {
	for keyword, sign := range map[string]int{"min" + of: 1, "max" + of: -1} {
		limit, has := s[keyword].(json.Number)
		if want, err := strconv.Atoi(limit.String()); has && err == nil && n*sign < want*sign {
			return []problem{{at, fmt.Sprintf("%s: got %d, want %d", keyword, n, want)}}
		}
	}
	return nil
}

func typesOf(s map[string]any) []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		types := make([]string, len(t))
		for i := range t {
			types[i] = fmt.Sprint(t[i])
		}
		return types
	}
	return nil
}

// valuesOf returns the values that a schema lists, as an enumeration or a constant, or nil.
func valuesOf(s map[string]any) []any {
	if v, has := s["const"]; has {
		return []any{v}
	}
	listed, _ := s["enum"].([]any)
	return listed
}

func isScalar(v any) bool { return kindOf(v) != "array" && kindOf(v) != "object" }

func isOf(kind string, v any) bool {
	if n, isNumber := v.(json.Number); isNumber && kind == "integer" {
		return !strings.ContainsAny(n.String(), ".eE")
	}
	return kindOf(v) == kind
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}
