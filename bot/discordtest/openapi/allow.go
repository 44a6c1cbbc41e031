package openapi

import (
	"encoding/json"
	"strings"
)

// An allowance is something that Discord takes although its document, read by
// the letter, does not: as few and as narrow as possible.
type allowance struct {
	name   string
	reason string

	path  func(string) string      // rewrites a request's path
	query func(string) (any, bool) // gives a query's text another meaning
	body  func(any)                // rewrites a request's body

	// schemas rewrites the document's schemas, and says whether it had to.
	schemas func(map[string]any) bool
}

// allowances are all that the check forgives. Not among them, since the document allows it too:
// discordgo's `"content":""`, `"components":null` and the like in every callback and command.
var allowances = []allowance{{
	name: "permissions as text",
	reason: "The document says that the permissions of commands, roles and overwrites are numbers in requests; " +
		"Discord's documentation says strings, which is also what the document has in answers.",
	body: permissionsAsNumbers,
}, {
	name: "version 9",
	reason: "The document is that of API v10. Of the operations that bots of v9 share with it, bodies and " +
		"answers are the same.",
	path: func(path string) string {
		if rest, is9 := strings.CutPrefix(path, "/api/v9/"); is9 {
			return "/api/v10/" + rest
		}
		return path
	},
}, {
	name:   "booleans in queries",
	reason: "The reference lists True, true and 1, False, false and 0; the document only says boolean.",
	query:  boolean,
}, {
	name:   "ids of new files as numbers",
	reason: "Libraries number the files that they bring; Discord takes numbers as ids. The document has texts alone.",
	body:   fileIDsAsText,
}, {
	name:    "forwards",
	reason:  "The reference lists the type 1 (forward) of message references; the document has 0 alone.",
	schemas: allowForwards,
}, {
	name: "descriptions of applications as text",
	reason: "The reference says that the description is a string, and libraries send one; the document wants an object " +
		"of localisations.",
	schemas: allowDescriptions,
}}

// allowForwards adds the forward to the types of message references.
func allowForwards(schemas map[string]any) bool {
	types, _ := schemas["MessageReferenceType"].(map[string]any)
	listed, _ := types["oneOf"].([]any)
	if len(listed) != 1 {
		return false
	}
	types["oneOf"] = append(listed, map[string]any{"title": "FORWARD", "const": json.Number("1")})
	return true
}

// allowDescriptions lets an application's description be a text.
func allowDescriptions(schemas map[string]any) bool {
	form, _ := schemas["ApplicationFormPartial"].(map[string]any)
	fields, _ := form["properties"].(map[string]any)
	description, _ := fields["description"].(map[string]any)
	if _, isObject := description["properties"]; !isObject {
		return false
	}
	text := map[string]any{"type": "string", "maxLength": json.Number("400")}
	fields["description"] = map[string]any{"oneOf": []any{text, description}}
	return true
}

// allowSchemas makes the document's schemas what Discord takes.
func allowSchemas(root map[string]any) {
	components, _ := root["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, a := range allowances {
		if a.schemas != nil {
			a.schemas(schemas)
		}
	}
}

// permissionsAsNumbers makes the permissions of a command, a role or an
// overwrite, or of each in a list, the number that their text holds.
func permissionsAsNumbers(body any) {
	switch v := body.(type) {
	case []any:
		for _, one := range v {
			permissionsAsNumbers(one)
		}
	case map[string]any:
		for _, key := range []string{"default_member_permissions", "permissions", "allow", "deny"} {
			if text, isText := v[key].(string); isText && text != "" && strings.Trim(text, "0123456789") == "" {
				v[key] = json.Number(strings.TrimLeft(text[:len(text)-1], "0") + text[len(text)-1:])
			}
		}
		permissionsAsNumbers(v["permission_overwrites"])
	}
}

// fileIDsAsText makes the ids of a message's attachments texts.
func fileIDsAsText(body any) {
	message, _ := body.(map[string]any)
	if data, isCallback := message["data"].(map[string]any); isCallback {
		message = data
	}
	files, _ := message["attachments"].([]any)
	for _, f := range files {
		file, _ := f.(map[string]any)
		if id, isNumber := file["id"].(json.Number); isNumber {
			file["id"] = id.String()
		}
	}
}

// boolean reads a boolean of a query.
func boolean(text string) (value any, ok bool) {
	switch text {
	case "True", "true", "1":
		return true, true
	case "False", "false", "0":
		return false, true
	}
	return nil, false
}

// allowedPath returns the path as the document would have it.
func allowedPath(path string) string {
	for _, a := range allowances {
		if a.path != nil {
			path = a.path(path)
		}
	}
	return path
}

// allowedMeanings returns what a query's text may mean besides what it says.
func allowedMeanings(text string) []any {
	var out []any
	for _, a := range allowances {
		if a.query == nil {
			continue
		}
		if v, ok := a.query(text); ok {
			out = append(out, v)
		}
	}
	return out
}

// allow makes a decoded body what the document would have it be.
func allow(body any) {
	for _, a := range allowances {
		if a.body != nil {
			a.body(body)
		}
	}
}
