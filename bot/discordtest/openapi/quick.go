package openapi

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A quickener spares compiled schemas two things that cost most of the time of a
// check, as validation tries each member of a union and counts numbers as fractions:
// looking for a value among those that an enumeration lists, and trying those members
// of a union that the value's field "type" rules out. What is valid stays so, and so
// does what is said about what is not: only what a schema has judged itself is
// remembered, and whatever is not remembered is judged by the schema as it was.
type quickener struct {
	seen   map[*jsonschema.Schema]bool
	listed map[*jsonschema.Schema]listed // the enumerations among them
}

func newQuickener() *quickener {
	return &quickener{seen: map[*jsonschema.Schema]bool{}, listed: map[*jsonschema.Schema]listed{}}
}

// quicken makes the schemas, and all that they refer to, quick. Nobody may
// validate with those that it has not seen yet meanwhile.
func (q *quickener) quicken(schemas ...*jsonschema.Schema) {
	var fresh []*jsonschema.Schema
	for len(schemas) > 0 {
		s := schemas[len(schemas)-1]
		schemas = schemas[:len(schemas)-1]
		if s == nil || q.seen[s] {
			continue
		}
		q.seen[s] = true
		fresh = append(fresh, s)
		schemas = append(schemas, below(s)...)
	}
	for _, s := range fresh {
		q.enumeration(s)
	}
	for _, s := range fresh {
		q.union(s)
	}
}

// below returns the schemas that a schema applies.
func below(s *jsonschema.Schema) []*jsonschema.Schema {
	all := slices.Concat(s.OneOf, s.AnyOf, s.AllOf, s.PrefixItems)
	all = append(all, s.Ref, s.Items2020, s.Contains, s.Not, s.If, s.Then, s.Else,
		s.PropertyNames, s.UnevaluatedProperties, s.UnevaluatedItems, s.ContentSchema)
	all = slices.AppendSeq(all, maps.Values(s.Properties))
	all = slices.AppendSeq(all, maps.Values(s.PatternProperties))
	all = slices.AppendSeq(all, maps.Values(s.DependentSchemas))
	if additional, isSchema := s.AdditionalProperties.(*jsonschema.Schema); isSchema {
		all = append(all, additional)
	}
	return all
}

// enumeration makes a schema quick that lists the texts or numbers that it allows.
func (q *quickener) enumeration(s *jsonschema.Schema) {
	whole := *s
	e := listed{values: map[any]bool{}, whole: &whole}
	for _, v := range candidates(s) {
		if isScalar(v) && whole.Validate(v) == nil {
			e.values[v] = true
		}
	}
	if len(e.values) == 0 {
		return
	}
	q.listed[s] = e
	*s = jsonschema.Schema{DraftVersion: s.DraftVersion, Location: s.Location, Extensions: []jsonschema.SchemaExt{e}}
}

// candidates returns the values that a schema lists: as an enumeration, or as a
// union of constants.
func candidates(s *jsonschema.Schema) []any {
	if s.Enum != nil {
		return s.Enum.Values
	}
	if s.Const != nil {
		return []any{*s.Const}
	}
	var values []any
	for _, member := range slices.Concat(s.OneOf, s.AnyOf) {
		if member.Const != nil {
			values = append(values, *member.Const)
		}
	}
	return values
}

// listed is a schema that knows texts and numbers that it allows.
type listed struct {
	values map[any]bool
	whole  *jsonschema.Schema
}

// Validate implements jsonschema.SchemaExt.
func (e listed) Validate(c *jsonschema.ValidatorContext, v any) {
	if isScalar(v) && e.values[v] {
		return
	}
	c.AddErr(c.Validate(e.whole, v, nil))
}

// isScalar says whether a JSON value is a text or a number, which can be a map's key.
func isScalar(v any) bool {
	switch v.(type) {
	case string, json.Number:
		return true
	}
	return false
}

// union makes a union quick whose members tell each other apart by their field "type".
func (q *quickener) union(s *jsonschema.Schema) {
	members := slices.Concat(s.OneOf, s.AnyOf)
	if len(s.OneOf) > 0 && len(s.AnyOf) > 0 {
		return
	}
	u := union{byType: map[any]*jsonschema.Schema{}, whole: &jsonschema.Schema{
		DraftVersion: s.DraftVersion, Location: s.Location, OneOf: s.OneOf, AnyOf: s.AnyOf,
	}}
	for _, member := range members {
		for kind := range q.listed[typeOf(member)].values {
			others := slices.DeleteFunc(slices.Clone(members), func(m *jsonschema.Schema) bool { return m == member })
			if !slices.ContainsFunc(others, func(m *jsonschema.Schema) bool { return !rulesOut(m, kind) }) {
				u.byType[kind] = member
			}
		}
	}
	if len(u.byType) > 0 {
		s.OneOf, s.AnyOf = nil, nil
		s.Extensions = append(s.Extensions, u)
	}
}

// typeOf returns the schema of the field "type" of a schema's objects, or nil.
func typeOf(s *jsonschema.Schema) *jsonschema.Schema {
	for ; s != nil; s = s.Ref {
		if property := s.Properties["type"]; property != nil {
			return property
		}
	}
	return nil
}

// rulesOut says whether a schema is wrong for each object of a type.
func rulesOut(s *jsonschema.Schema, kind any) bool {
	for ; s != nil; s = s.Ref {
		if s.Types != nil && !s.Types.IsEmpty() && !slices.Contains(s.Types.ToStrings(), "object") {
			return true
		}
		if property := s.Properties["type"]; property != nil && property.Validate(kind) != nil {
			return true
		}
	}
	return false
}

// union is a union that knows which of its members alone can suit objects of a type.
type union struct {
	byType map[any]*jsonschema.Schema
	whole  *jsonschema.Schema
}

// Validate implements jsonschema.SchemaExt.
func (u union) Validate(c *jsonschema.ValidatorContext, v any) {
	schema := u.whole
	if object, isObject := v.(map[string]any); isObject && isScalar(object["type"]) {
		if member := u.byType[object["type"]]; member != nil {
			schema = member
		}
	}
	c.AddErr(c.Validate(schema, v, nil))
}
