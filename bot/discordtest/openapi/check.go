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

	"noughts/bot/discordtest"
)

// Check compares an exchange with the document: the path, the query, the request's body, and the answer unless it is an
// error. It returns one line for each difference, such as "POST /api/v10/channels/1/messages (create_message): request
// content: maxLength: got 2001, want 2000".
func (d *Document) Check(e discordtest.Exchange) []string {
	op, values := d.find(e.Method, e.Path)
	head := e.Method + " " + e.Path
	if op == nil {
		return []string{head + ": path: the document has no such operation"}
	}
	head += " (" + op.id + "): "
	var lines []string
	add := func(part string, found []problem) {
		for _, p := range found {
			lines = append(lines, head+strings.TrimSpace(part+" "+p.path)+": "+p.text)
		}
	}
	add("", d.parameters(op, values, e.Query))
	add("request", d.request(op, e))
	add("answer", d.answer(op, e))
	return lines
}

func (d *Document) parameters(op *operation, values map[string]string, rawQuery string) []problem {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return []problem{{"query", err.Error()}}
	}
	var found []problem
	for _, p := range op.parameters {
		name, in := fmt.Sprint(member(p, "name")), fmt.Sprint(member(p, "in"))
		given := query[name]
		if in == "path" {
			given = []string{values[name]}
		}
		switch {
		case len(given) == 0 && member(p, "required") == true:
			found = append(found, problem{in + " " + name, "missing"})
		case len(given) > 0 && !d.accepts(member(p, "schema"), given):
			found = append(found, problem{in + " " + name, fmt.Sprintf("%q is not a value for it", given)})
		}
	}
	return found
}

// accepts reports whether the texts given for a parameter can mean a valid value. Discord's reference lists True, true
// and 1, False, false and 0 for booleans.
func (d *Document) accepts(schema any, given []string) bool {
	texts := make([]any, len(given))
	for i, text := range given {
		texts[i] = text
	}
	meanings := []any{texts, texts[0]}
	if yes, err := strconv.ParseBool(given[0]); err == nil {
		meanings = append(meanings, yes)
	}
	if n := json.Number(given[0]); json.Valid([]byte(n)) {
		meanings = append(meanings, n)
	}
	return slices.ContainsFunc(meanings, func(v any) bool { return len(d.validate(schema, v, "")) == 0 })
}

func (d *Document) request(op *operation, e discordtest.Exchange) []problem {
	switch {
	case !op.hasBody && len(bytes.TrimSpace(e.Body)) > 0:
		return []problem{{"", "a body where the document has none"}}
	case op.body == nil:
		return nil // no body, or one that is never JSON
	}
	kind, _, _ := mime.ParseMediaType(e.Header.Get("Content-Type"))
	if kind != "application/json" && kind != "multipart/form-data" {
		return []problem{{"", fmt.Sprintf("content type %q, want application/json or multipart/form-data", kind)}}
	}
	v, err := decode(e.Body)
	if err != nil {
		return []problem{{"", "not JSON: " + err.Error()}}
	}
	permissionsAsNumbers(v)
	fileIDsAsText(v)
	return d.validate(op.body, v, "")
}

// permissionsAsNumbers converts the permissions of commands from strings to numbers. The document says that they are
// numbers in requests; Discord's documentation says strings, which is also what the document has in answers.
func permissionsAsNumbers(body any) {
	commands, _ := body.([]any)
	for _, c := range commands {
		command, _ := c.(map[string]any)
		if text, isText := command["default_member_permissions"].(string); isText && text != "" && strings.Trim(text, "0123456789") == "" {
			command["default_member_permissions"] = json.Number(text)
		}
	}
}

// fileIDsAsText converts the ids of a message's attachments to strings. Libraries number the files that they send;
// Discord takes numbers as ids, but the document has texts alone.
func fileIDsAsText(body any) {
	if data := member(body, "data"); data != nil {
		body = data
	}
	files, _ := member(body, "attachments").([]any)
	for _, f := range files {
		file, _ := f.(map[string]any)
		if id, isNumber := file["id"].(json.Number); isNumber {
			file["id"] = id.String()
		}
	}
}

func (d *Document) answer(op *operation, e discordtest.Exchange) []problem {
	if e.Status >= http.StatusBadRequest {
		return nil
	}
	schema, known := op.answers[strconv.Itoa(e.Status)]
	switch {
	case !known:
		return []problem{{"", fmt.Sprintf("status %d is not one of the document's", e.Status)}}
	case schema == nil && e.Status == http.StatusNoContent && len(e.Answer) > 0:
		return []problem{{"", "a body with status 204"}}
	case schema == nil:
		return nil
	}
	v, err := decode(e.Answer)
	if err != nil {
		return []problem{{"", "not JSON: " + err.Error()}}
	}
	return d.validate(schema, v, "")
}
