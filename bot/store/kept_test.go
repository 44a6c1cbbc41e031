package store_test

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"noughts/game/match"
	"noughts/game/puzzle"
	"noughts/game/tournament"
	"noughts/render/golden"
)

// TestStoredFieldsStay compares the JSON fields of all stored values, with their types, to
// stored.golden. docs/upgrades.md has the rules for changing them.
func TestStoredFieldsStay(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, stored := range []reflect.Type{
		reflect.TypeFor[match.Record](), reflect.TypeFor[match.Member](), reflect.TypeFor[match.Server](),
		reflect.TypeFor[puzzle.Progress](), reflect.TypeFor[tournament.Record](),
	} {
		lines = append(lines, fields(stored.String(), stored)...)
	}
	golden.Keep(t, "stored.golden", lines)
}

// fields returns a line for each JSON field of a type, with the field's path and kind. A type that
// encodes itself counts as one field.
func fields(path string, of reflect.Type) (lines []string) {
	writesItself := of.Implements(reflect.TypeFor[json.Marshaler]()) || of.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	switch {
	case writesItself:
		return []string{path + " " + of.String()}
	case of.Kind() == reflect.Slice, of.Kind() == reflect.Array:
		return fields(path+"[]", of.Elem())
	case of.Kind() == reflect.Pointer:
		return fields(path, of.Elem())
	case of.Kind() != reflect.Struct:
		return []string{path + " " + of.Kind().String()}
	}
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if name == "" {
			name = f.Name
		}
		lines = append(lines, fields(path+"."+name, f.Type)...)
	}
	return lines
}
