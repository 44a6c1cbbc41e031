package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"noughts/bot/discordtest"
)

// A Violation is one difference between an exchange and the OpenAPI document.
type Violation struct {
	Request   string // "POST /api/v10/channels/1/messages"
	Operation string // the operation's id in the document; "" without an operation
	Part      string // "path", "query", "request" or "answer"; "document" if the document itself is wrong
	Path      string // the JSON path within the part, such as "data.components[0].label"; "" for the whole part
	Problem   string
}

// String returns the violation as one line.
func (v Violation) String() string {
	text := v.Request
	if v.Operation != "" {
		text += " (" + v.Operation + ")"
	}
	text += ": " + v.Part
	if v.Path != "" {
		text += " " + v.Path
	}
	return text + ": " + v.Problem
}

// Check compares an exchange with the OpenAPI document: the path, the query, the request's body, and the answer unless
// it is an error. It returns nil if they match.
func (d *Document) Check(e discordtest.Exchange) []Violation {
	c := check{exchange: e}
	op, values := d.find(e.Method, e.Path)
	if op == nil {
		c.add("path", nil, "the document has no such operation")
		return c.violations
	}
	c.operation = op
	if err := d.prepare(op); err != nil {
		c.add("document", nil, "%v", err)
		return c.violations
	}
	c.parameters(values)
	c.request()
	c.answer()
	return c.violations
}

// A check compares one exchange with its operation.
type check struct {
	exchange   discordtest.Exchange
	operation  *operation // nil until it is found
	violations []Violation
}

// add adds a violation.
func (c *check) add(part string, path []string, format string, args ...any) {
	v := Violation{
		Request: c.exchange.Method + " " + c.exchange.Path,
		Part:    part, Path: jsonPath(path), Problem: fmt.Sprintf(format, args...),
	}
	if c.operation != nil {
		v.Operation = c.operation.id
	}
	c.violations = append(c.violations, v)
}

// parameters checks the parameters in the path and the query.
func (c *check) parameters(values map[string]string) {
	query, err := url.ParseQuery(c.exchange.Query)
	if err != nil {
		c.add("query", nil, "%v", err)
		return
	}
	for _, p := range c.operation.parameters {
		given := query[p.name]
		if p.in == "path" {
			given = []string{values[p.name]}
		}
		switch {
		case len(given) == 0 && p.required:
			c.add(p.in, []string{p.name}, "missing")
		case len(given) > 0 && !p.accepts(given):
			c.add(p.in, []string{p.name}, "%q is not a value for it", given)
		}
	}
}

// accepts reports whether the texts `given` for a parameter can mean a valid value. A URL has only texts, so accepts
// tries each possible meaning, such as a number.
func (p parameter) accepts(given []string) bool {
	texts := make([]any, len(given))
	for i, text := range given {
		texts[i] = text
	}
	meanings := append([]any{texts, texts[0]}, allowedMeanings(given[0])...)
	if n := json.Number(given[0]); json.Valid([]byte(n)) {
		meanings = append(meanings, n)
	}
	return slices.ContainsFunc(meanings, func(v any) bool { return p.schema.Validate(v) == nil })
}

// request checks the request's body.
func (c *check) request() {
	body := c.exchange.Body
	switch {
	case !c.operation.hasBody && len(bytes.TrimSpace(body)) > 0:
		c.add("request", nil, "a body where the document has none")
		return
	case len(c.operation.body) == 0:
		return // no body, or one that is never JSON
	}
	kind, _, _ := mime.ParseMediaType(c.exchange.Header.Get("Content-Type"))
	if kind != "application/json" && kind != "multipart/form-data" {
		c.add("request", nil, "content type %q, want application/json or multipart/form-data", kind)
		return
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		c.add("request", nil, "not JSON: %v", err)
		return
	}
	allow(v)
	c.body(v)
}

// body checks a request's JSON against the forms for its type.
func (c *check) body(v any) {
	object, isObject := v.(map[string]any)
	if !isObject {
		c.validate("request", c.operation.body, v)
		return
	}
	forms, types := c.operation.formsOf(object["type"])
	if len(forms) > 0 {
		c.validate("request", forms, v)
		return
	}
	raw, _ := json.Marshal(object["type"]) // cannot fail: the value comes from JSON
	c.add("request", []string{"type"}, "%s is none of %s", raw, strings.Join(texts(types), ", "))
}

// formsOf returns the alternative schemas of a body whose field "type" is `kind`, as in the
// callbacks of interactions. It also returns all values of that field that have such a schema.
func (op *operation) formsOf(kind any) (meant []form, types []any) {
	for _, f := range op.body {
		types = append(types, f.types...)
		if len(f.types) == 0 || slices.Contains(f.types, kind) {
			meant = append(meant, f)
		}
	}
	return meant, types
}

// answer checks the status and body of an answer that is not an error.
func (c *check) answer() {
	status := c.exchange.Status
	if status >= http.StatusBadRequest {
		return
	}
	schema, known := c.operation.answers[strconv.Itoa(status)]
	if !known {
		c.add("answer", nil, "status %d is not one of the document's", status)
		return
	}
	if schema == nil {
		if status == http.StatusNoContent && len(c.exchange.Answer) > 0 {
			c.add("answer", nil, "a body with status 204")
		}
		return
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.exchange.Answer))
	if err != nil {
		c.add("answer", nil, "not JSON: %v", err)
		return
	}
	c.validate("answer", []form{{schema: schema}}, v)
}

// validate checks a value against alternative schemas. If no schema matches, validate adds the
// violations of the one that has the fewest.
func (c *check) validate(part string, forms []form, v any) {
	var best []finding
	for i, f := range forms {
		found := explain(f.schema.Validate(v), v)
		if len(found) == 0 {
			return
		}
		if i == 0 || len(found) < len(best) {
			best = found
		}
	}
	for _, f := range best {
		c.add(part, f.path, "%s", f.problem)
	}
}
