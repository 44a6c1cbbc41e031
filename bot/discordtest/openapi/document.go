// Package openapi checks a bot's requests to Discord's REST API, and the emulator's answers, against Discord's own
// OpenAPI document. So the emulator is checked by a document that this project did not write. The package is for tests.
//
//	server := discordtest.NewServer(openapi.Observer(t))
//
// The document does not have all of Discord's rules. Package discordtest itself checks the rules
// about duplicate custom ids, required fields of each button style, empty messages, sums over
// embeds, combinations that Components V2 forbids, and names of commands.
package openapi

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ErrDocument is returned by Load for a file that is not an OpenAPI 3.1 document with paths.
var ErrDocument = errors.New("openapi: not an OpenAPI 3.1 document")

// location is the document's URL in references between its schemas.
const location = "openapi:///document"

// A Document is a loaded OpenAPI document. It is safe for concurrent use.
type Document struct {
	operations []*operation

	mu      sync.Mutex // guards builder and the schemas of operations until they are complete
	builder *builder
}

// An operation is one method of one path.
type operation struct {
	id     string // the operation's id in the document
	method string
	path   []string // the segments of the path template, with parameters in braces
	at     pointer  // the place in the document

	// The fields from here on are set at first use, because compiling all operations would take more than a second.
	complete   bool
	err        error
	hasBody    bool
	body       []form // the alternative forms of a JSON body
	parameters []parameter
	answers    map[string]*jsonschema.Schema // the schemas of successful answers by status; nil: the answer has no JSON
}

// A form is one of the alternative schemas of a body.
type form struct {
	schema *jsonschema.Schema
	types  []any // the values of the field "type" that the form is for; empty: any
}

// A parameter is a parameter of a path or a query.
type parameter struct {
	name     string
	in       string // "path" or "query"
	required bool
	schema   *jsonschema.Schema
}

// Load reads the document from a file. It returns the error of reading the file, or ErrDocument. It
// does not check the schemas: Check reports a wrong schema when it first needs that schema.
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

// find returns the operation of a request and the values of its path parameters, or nil. If several
// paths match, the path with the fewest parameters counts.
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

// prepare compiles an operation's schemas at the first call.
func (d *Document) prepare(op *operation) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !op.complete {
		op.err = d.builder.complete(op)
		op.complete = true
	}
	return op.err
}

// match compares the segments of a path with the operation's path. It returns the values of the parameters.
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
