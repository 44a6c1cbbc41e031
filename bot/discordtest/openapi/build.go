package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A builder compiles the operations of an OpenAPI document. It keeps the first error of the newest operation.
type builder struct {
	root     map[string]any
	compiler *jsonschema.Compiler
	quick    *quickener
	err      error
}

// newBuilder returns a builder for a decoded document.
func newBuilder(root map[string]any) (*builder, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	return &builder{root: root, compiler: c, quick: newQuickener()}, c.AddResource(location, root)
}

// operations returns the operations of all paths, before their schemas are compiled.
func (b *builder) operations() []*operation {
	var out []*operation
	paths, _ := b.root["paths"].(map[string]any)
	for template := range paths {
		methods, _ := b.lookup(pointer{"paths", template}).(map[string]any)
		for method := range methods {
			if method == "parameters" {
				continue // the parameters that all methods of the path share
			}
			at := pointer{"paths", template, method}
			id, _ := b.lookup(at.to("operationId")).(string)
			out = append(out, &operation{
				id: id, method: strings.ToUpper(method), at: at,
				path: strings.Split(strings.Trim(template, "/"), "/"),
			})
		}
	}
	return out
}

// complete compiles the schemas of an operation.
func (b *builder) complete(op *operation) error {
	b.err = nil
	op.parameters = append(b.parameters(op.at[:2]), b.parameters(op.at)...)
	_, op.hasBody = b.lookup(op.at.to("requestBody")).(map[string]any)
	op.body = b.forms(op.at.to("requestBody", "content", "application/json", "schema"))
	op.answers = map[string]*jsonschema.Schema{}
	responses, _ := b.lookup(op.at.to("responses")).(map[string]any)
	for status := range responses {
		if strings.HasPrefix(status, "2") { // the schemas of errors contradict Discord's documentation
			op.answers[status] = b.compile(op.at.to("responses", status, "content", "application/json", "schema"))
		}
	}
	if b.err == nil {
		b.quicken(op)
	}
	return b.err
}

// quicken speeds up all schemas of an operation. It must run before the schemas validate any value.
func (b *builder) quicken(op *operation) {
	for _, p := range op.parameters {
		b.quick.quicken(p.schema)
	}
	for _, f := range op.body {
		b.quick.quicken(f.schema)
	}
	for _, answer := range op.answers {
		b.quick.quicken(answer)
	}
}

// parameters compiles the parameters that are listed at a place in the document: those of a path or of an operation.
func (b *builder) parameters(at pointer) []parameter {
	list, _ := b.lookup(at.to("parameters")).([]any)
	out := make([]parameter, len(list))
	for i := range list {
		at := at.to("parameters", fmt.Sprint(i))
		out[i].name, _ = b.lookup(at.to("name")).(string)
		out[i].in, _ = b.lookup(at.to("in")).(string)
		out[i].required, _ = b.lookup(at.to("required")).(bool)
		out[i].schema = b.compile(at.to("schema"))
	}
	return out
}

// forms compiles the alternative forms of a body. If the schema is a union, these are its members, otherwise the schema
// itself.
func (b *builder) forms(at pointer) []form {
	for _, union := range []string{"anyOf", "oneOf"} {
		members, _ := b.lookup(at.to(union)).([]any)
		if len(members) == 0 {
			continue
		}
		out := make([]form, len(members))
		for i := range members {
			out[i] = b.form(at.to(union, fmt.Sprint(i)))
		}
		return out
	}
	if b.lookup(at) == nil {
		return nil
	}
	return []form{b.form(at)}
}

// form compiles one form of a body. It also reads which values of the field "type" the form is for.
func (b *builder) form(at pointer) form {
	f := form{schema: b.compile(at)}
	described := at
	if ref, isRef := b.lookup(at.to("$ref")).(string); isRef {
		described = parsePointer(ref)
	}
	f.types, _ = b.lookup(described.to("properties", "type", "enum")).([]any)
	return f
}

// compile compiles the schema at a place in the document. It returns nil if there is none.
func (b *builder) compile(at pointer) *jsonschema.Schema {
	if b.err != nil || b.lookup(at) == nil {
		return nil
	}
	schema, err := b.compiler.Compile(location + "#" + at.String())
	if err != nil {
		b.err = err
	}
	return schema
}

// lookup returns the value at a place in the document, or nil.
func (b *builder) lookup(at pointer) any {
	var v any = b.root
	for _, key := range at {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			i, err := json.Number(key).Int64()
			if err != nil || i < 0 || i >= int64(len(in)) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// A pointer is a place in the document: the keys of a JSON pointer.
type pointer []string

// to returns the place below p with the given keys. It does not change p.
func (p pointer) to(keys ...string) pointer { return append(p[:len(p):len(p)], keys...) }

// escaper escapes a key for a JSON pointer in a URL.
var escaper = strings.NewReplacer("~", "~0", "/", "~1", "%", "%25", "{", "%7B", "}", "%7D")

func (p pointer) String() string {
	var sb strings.Builder
	for _, key := range p {
		sb.WriteString("/" + escaper.Replace(key))
	}
	return sb.String()
}

// parsePointer parses a reference within the document, such as "#/components/schemas/X".
func parsePointer(ref string) pointer {
	keys := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	for i, key := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
	}
	return keys
}

// errNotInteger and errRange say why a number does not match a format.
var (
	errNotInteger = errors.New("not a whole number")
	errRange      = errors.New("out of range")
)

// formats are the formats int32 and int64 of the document, which the validator does not check by itself.
var formats = []*jsonschema.Format{
	{Name: "int32", Validate: integer(-1<<31, 1<<31-1)},
	{Name: "int64", Validate: integer(-1<<63, 1<<63-1)},
}

// integer returns a function that checks that a number is whole and within bounds. It accepts
// values that are not numbers, because the schema's type checks those.
func integer(low, high int64) func(any) error {
	return func(v any) error {
		n, isNumber := v.(json.Number)
		if !isNumber {
			return nil
		}
		i, err := n.Int64()
		if err != nil {
			return errNotInteger
		}
		if i < low || i > high {
			return errRange
		}
		return nil
	}
}
