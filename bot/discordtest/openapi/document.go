// Package openapi checks a bot's requests to Discord's REST API, and the emulator's answers, against Discord's own
// OpenAPI document. So the emulator is checked by a document that this project did not write. The package is for tests.
//
//	server := discordtest.NewServer(openapi.Observer(t))
//
// The document does not have all of Discord's rules. Package discordtest itself checks the rules about duplicate custom
// ids, required fields of each button style, empty messages, combinations that Components V2 forbids, and names of
// commands.
package openapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// ErrDocument is returned by Load for a file that is not an OpenAPI 3.1 document, or has keywords that are not checked.
var ErrDocument = errors.New("openapi: not an OpenAPI 3.1 document")

// A Document is a loaded OpenAPI document. It is safe for concurrent use.
type Document struct {
	schemas    map[string]any // by name
	operations []operation
	patterns   sync.Map // compiled regular expressions, by text
}

type operation struct {
	id         string // the operation's id in the document
	method     string
	path       []string // the segments of the path template, with parameters in braces
	parameters []any
	hasBody    bool
	body       any            // the schema of a JSON body, or nil
	answers    map[string]any // the schemas of successful answers by status; nil: the answer has no JSON
}

// Load reads the document from a file. It returns the error of reading the file, or ErrDocument.
func Load(path string) (*Document, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("openapi: %w", err)
	}
	root, err := decode(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDocument, path, err)
	}
	version, _ := member(root, "openapi").(string)
	d := &Document{}
	d.schemas, _ = member(root, "components", "schemas").(map[string]any)
	paths, _ := member(root, "paths").(map[string]any)
	for template, item := range paths {
		d.addOperations(template, item)
	}
	if !strings.HasPrefix(version, "3.1") || len(d.operations) == 0 {
		return nil, fmt.Errorf("%w: %s: version %q, %d operations", ErrDocument, path, version, len(d.operations))
	}
	if text := d.unknown(); text != "" {
		return nil, fmt.Errorf("%w that this package can check: %s: it has %q", ErrDocument, path, text)
	}
	return d, nil
}

func (d *Document) addOperations(template string, item any) {
	shared, _ := member(item, "parameters").([]any)
	methods, _ := item.(map[string]any)
	for method, spec := range methods {
		if method == "parameters" {
			continue
		}
		own, _ := member(spec, "parameters").([]any)
		op := operation{
			method: strings.ToUpper(method), path: strings.Split(strings.Trim(template, "/"), "/"),
			parameters: append(shared[:len(shared):len(shared)], own...), hasBody: member(spec, "requestBody") != nil,
			body: member(spec, "requestBody", "content", "application/json", "schema"), answers: map[string]any{},
		}
		op.id, _ = member(spec, "operationId").(string)
		responses, _ := member(spec, "responses").(map[string]any)
		for status, response := range responses {
			if strings.HasPrefix(status, "2") { // the schemas of errors contradict Discord's documentation
				op.answers[status] = member(response, "content", "application/json", "schema")
			}
		}
		d.operations = append(d.operations, op)
	}
}

// find returns the operation of a request, with the fewest path parameters that match, and their values, or nil. The
// document is that of API v10; what it shares with v9 is the same there.
func (d *Document) find(method, path string) (*operation, map[string]string) {
	rest, isOld := strings.CutPrefix(path, "/api/v9/")
	if !isOld {
		rest = strings.TrimPrefix(path, "/api/v10/")
	}
	segments := strings.Split(rest, "/")
	var best *operation
	var values map[string]string
	for i := range d.operations {
		op := &d.operations[i]
		if v, ok := op.match(segments); ok && op.method == method && (best == nil || len(v) < len(values)) {
			best, values = op, v
		}
	}
	return best, values
}

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

func decode(raw []byte) (v any, err error) {
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	err = decoder.Decode(&v)
	return v, err
}

func member(v any, keys ...string) any {
	for _, key := range keys {
		object, _ := v.(map[string]any)
		v = object[key]
	}
	return v
}
