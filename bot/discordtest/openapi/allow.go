package openapi

import (
	"encoding/json"
	"strings"
)

// An allowance permits something in a request or an answer that Discord accepts although its OpenAPI document does not.
// There should be as few allowances as possible, and each should be as narrow as possible.
type allowance struct {
	name   string
	reason string

	path  func(string) string      // rewrites the path of a request
	query func(string) (any, bool) // parses a query parameter's text as another type, such as a boolean
	body  func(any)                // rewrites the body of a request

	// schemas rewrites the OpenAPI document's schemas. It returns false if the document no longer needs the change.
	schemas func(map[string]any) bool
}

// allowances are all exceptions to the OpenAPI document. Some differences between discordgo and
// Discord's documentation need no allowance, because the OpenAPI document permits them: discordgo
// sends `"content":""`, `"components":null` and the like in every callback and command.
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

// allowForwards permits message references of type 1, which are forwards.
func allowForwards(schemas map[string]any) bool {
	types, _ := schemas["MessageReferenceType"].(map[string]any)
	listed, _ := types["oneOf"].([]any)
	if len(listed) != 1 {
		return false
	}
	types["oneOf"] = append(listed, map[string]any{"title": "FORWARD", "const": json.Number("1")})
	return true
}

// allowDescriptions permits a string as the description of an application.
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

// allowSchemas applies the allowances that rewrite schemas to the decoded OpenAPI document `root`.
func allowSchemas(root map[string]any) {
	components, _ := root["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, a := range allowances {
		if a.schemas != nil {
			a.schemas(schemas)
		}
	}
}

// permissionsAsNumbers converts the permissions of a command, a role or an overwrite from strings to numbers. The body
// may also be a list of such objects.
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

// fileIDsAsText converts the ids of a message's attachments to strings.
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

// boolean parses a boolean in a query.
func boolean(text string) (value any, ok bool) {
	switch text {
	case "True", "true", "1":
		return true, true
	case "False", "false", "0":
		return false, true
	}
	return nil, false
}

// allowedPath applies the allowances (exceptions to the OpenAPI document) to a path.
func allowedPath(path string) string {
	for _, a := range allowances {
		if a.path != nil {
			path = a.path(path)
		}
	}
	return path
}

// allowedMeanings returns the values, such as booleans, that a text in a query may mean according to the allowances
// (exceptions to the OpenAPI document).
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

// allow applies the allowances (exceptions to the OpenAPI document) to a decoded body.
func allow(body any) {
	for _, a := range allowances {
		if a.body != nil {
			a.body(body)
		}
	}
}
