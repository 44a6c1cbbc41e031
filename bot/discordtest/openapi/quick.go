package openapi

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A quickener speeds up compiled schemas. Normal validation tries each member of a union, and
// compares numbers as fractions. A quick schema looks up the values of an enumeration in a map. It
// also skips the members of a union that the value's field "type" rules out.
//
// Quick schemas give the same results, including the errors. The map has only values that the
// schema itself has accepted, and the original schema validates all other values.
type quickener struct {
	seen   map[*jsonschema.Schema]bool
	listed map[*jsonschema.Schema]listed // the seen schemas that are enumerations
}

func newQuickener() *quickener {
	return &quickener{seen: map[*jsonschema.Schema]bool{}, listed: map[*jsonschema.Schema]listed{}}
}

// quicken speeds up the given schemas and all schemas that they refer to. It modifies schemas, so nothing may validate
// with them at the same time. It does not modify schemas that it has already seen.
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

// below returns the subschemas of a schema, including its $ref.
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

// enumeration speeds up a schema that lists its allowed strings or numbers.
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

// candidates returns the values that a schema lists: as an enumeration, a constant or a union of constants.
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

// listed is a schema with a map of strings and numbers that it accepts.
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

// isScalar reports whether a JSON value is a string or a number, so that it can be a map key.
func isScalar(v any) bool {
	switch v.(type) {
	case string, json.Number:
		return true
	}
	return false
}

// union speeds up a union whose members differ in their field "type".
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

// typeOf returns the schema of the field "type" in a schema's objects, or nil.
func typeOf(s *jsonschema.Schema) *jsonschema.Schema {
	for ; s != nil; s = s.Ref {
		if property := s.Properties["type"]; property != nil {
			return property
		}
	}
	return nil
}

// rulesOut reports whether a schema rejects every object whose field "type" is `kind`.
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

// union is a union schema. `byType` maps a value of the field "type" to the only member that can accept such an object.
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
