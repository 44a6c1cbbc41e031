package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// A finding is one error in a JSON value.
type finding struct {
	path    []string
	problem string
	kind    jsonschema.ErrorKind
}

// english formats the validator's errors.
var english = message.NewPrinter(language.English)

// explain converts a validation error to findings that help a person to correct the value. For a
// union, it returns only the findings about the member that the value was meant for.
func explain(err error, value any) []finding {
	if err == nil {
		return nil
	}
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		return []finding{{problem: err.Error()}}
	}
	return explainer{value}.findings(e)
}

// An explainer explains the errors in a value.
type explainer struct{ value any }

func (x explainer) findings(e *jsonschema.ValidationError) []finding {
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		return x.union(e)
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			return []finding{{e.InstanceLocation, "fits several forms that exclude each other", k}}
		}
		return x.union(e)
	}
	if len(e.Causes) == 0 {
		return []finding{{e.InstanceLocation, words(e.ErrorKind), e.ErrorKind}}
	}
	var all []finding
	for _, cause := range e.Causes {
		all = append(all, x.findings(cause)...)
	}
	return all
}

// words describes an error. It writes the bounds of numbers itself, because the validator rounds large ones.
func words(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Minimum:
		return fmt.Sprintf("minimum: got %s, want %s", k.Got.RatString(), k.Want.RatString())
	case *kind.Maximum:
		return fmt.Sprintf("maximum: got %s, want %s", k.Got.RatString(), k.Want.RatString())
	}
	return k.LocalizedString(english)
}

// union returns the findings about the member of a union schema that the value was meant for. If
// several members are possible, union chooses the one with the fewest findings.
func (x explainer) union(e *jsonschema.ValidationError) []finding {
	var best []finding
	var others []string
	for _, cause := range e.Causes {
		found := x.findings(cause)
		if wanted, other := otherMember(found, e.InstanceLocation); other {
			others = append(others, wanted...)
			continue
		}
		if best == nil || len(found) < len(best) {
			best = found
		}
	}
	if best == nil {
		problem := x.meant(e.InstanceLocation) + " is none of " + strings.Join(others, ", ")
		return []finding{{e.InstanceLocation, problem, e.ErrorKind}}
	}
	return best
}

// otherMember reports whether the value at the path `at` was meant for another union member than the member that
// `found` is about. That is so if the value's JSON type, its constant or its field "type" differs. otherMember also
// returns the types or constants that the member requires.
func otherMember(found []finding, at []string) (wanted []string, other bool) {
	tag := append(at[:len(at):len(at)], "type")
	for _, f := range found {
		here := slices.Equal(f.path, at)
		switch k := f.kind.(type) {
		case *kind.Type:
			if here {
				return k.Want, true
			}
		case *kind.Const:
			if here || slices.Equal(f.path, tag) {
				return []string{fmt.Sprint(k.Want)}, true
			}
		case *kind.Enum:
			if here || slices.Equal(f.path, tag) {
				return texts(k.Want), true
			}
		}
	}
	return nil, false
}

func texts(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return out
}

// meant describes the value at the path `at`, by its field "type" if it has one.
func (x explainer) meant(at []string) string {
	v := valueAt(x.value, at)
	if object, isObject := v.(map[string]any); isObject && object["type"] != nil {
		return fmt.Sprintf("type %v", object["type"])
	}
	raw, err := json.Marshal(v)
	if err != nil || len(raw) > 60 {
		return fmt.Sprintf("a %T", v)
	}
	return string(raw)
}

// valueAt returns the part of a JSON value at the path `at`.
func valueAt(v any, at []string) any {
	for _, key := range at {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			var i int
			if _, err := fmt.Sscan(key, &i); err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		}
	}
	return v
}

// jsonPath formats the path of a value, such as "data.components[0].label".
func jsonPath(keys []string) string {
	var sb strings.Builder
	for _, key := range keys {
		switch {
		case key != "" && strings.Trim(key, "0123456789") == "":
			sb.WriteString("[" + key + "]")
		case sb.Len() > 0:
			sb.WriteString("." + key)
		default:
			sb.WriteString(key)
		}
	}
	return sb.String()
}
