// Package openapi checks what a bot asks of Discord's REST API, and what the
// test Discord answers, against Discord's own OpenAPI document: a judge that
// nobody here wrote. It is for tests.
//
//	server := discordtest.NewServer(openapi.Observer(t))
//
// The document does not know everything. Duplicate custom ids, the fields that
// each style of button needs, empty messages, sums over embeds, what Components
// V2 forbids together, names of commands: package discordtest refuses those.
package openapi

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ErrDocument is returned by Load for a file that is not an OpenAPI 3.1
// document with paths.
var ErrDocument = errors.New("openapi: not an OpenAPI 3.1 document")

// location is the name that the document's schemas use for each other.
const location = "openapi:///document"

// A Document is Discord's OpenAPI document, ready to check by. Safe for
// concurrent use.
type Document struct {
	operations []*operation

	mu      sync.Mutex // guards builder and the schemas of operations until they are complete
	builder *builder
}

// An operation is one method of one path.
type operation struct {
	id     string // the document's name for it
	method string
	path   []string // the template's segments, parameters in braces
	at     pointer  // where it stands in the document

	// Compiled at the first use: all at once would take more than a second.
	complete   bool
	err        error
	hasBody    bool
	body       []form // the forms that a JSON body can have
	parameters []parameter
	answers    map[string]*jsonschema.Schema // successful ones by status; nil: no JSON
}

// A form is one of the shapes that a body can have.
type form struct {
	schema *jsonschema.Schema
	types  []any // the values of the field "type" that it is for; none: any
}

// A parameter is one of a path's or of a query's.
type parameter struct {
	name     string
	in       string // path or query
	required bool
	schema   *jsonschema.Schema
}

// Load reads the document from a file. Its errors are the file's or ErrDocument.
// A single wrong schema is found only when it is needed: Check reports it.
func Load(path string) (*Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	defer func() { _ = f.Close() }()
	raw, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDocument, path, err)
	}
	root, _ := raw.(map[string]any)
	if version, _ := root["openapi"].(string); !strings.HasPrefix(version, "3.1") {
		return nil, fmt.Errorf("%w: %s: version %q", ErrDocument, path, version)
	}
	allowSchemas(root)
	b, err := newBuilder(root)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDocument, path, err)
	}
	d := &Document{builder: b, operations: b.operations()}
	if len(d.operations) == 0 {
		return nil, fmt.Errorf("%w: %s: no paths", ErrDocument, path)
	}
	return d, nil
}

// find returns the operation of a request and its path's values, or nil. Of
// several paths that match, that with fewer parameters counts.
func (d *Document) find(method, path string) (*operation, map[string]string) {
	segments := strings.Split(strings.TrimPrefix(allowedPath(path), "/api/v10/"), "/")
	var best *operation
	var values map[string]string
	for _, op := range d.operations {
		if op.method != method {
			continue
		}
		if v, ok := op.match(segments); ok && (best == nil || len(v) < len(values)) {
			best, values = op, v
		}
	}
	return best, values
}

// prepare compiles an operation's schemas, once.
func (d *Document) prepare(op *operation) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !op.complete {
		op.err = d.builder.complete(op)
		op.complete = true
	}
	return op.err
}

// match compares a path's segments with the operation's and returns the values
// of its parameters.
func (op *operation) match(segments []string) (map[string]string, bool) {
	if len(segments) != len(op.path) {
		return nil, false
	}
	values := map[string]string{}
	for i, want := range op.path {
		switch {
		case strings.HasPrefix(want, "{") && segments[i] != "":
			values[strings.Trim(want, "{}")] = segments[i]
		case want != segments[i]:
			return nil, false
		}
	}
	return values, true
}
