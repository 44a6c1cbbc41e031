package limits_test

// This file has request bodies that discordtest accepts. Together they reach every constraint that TestDocument checks.
// TestDocument's prober adds fields that the bodies lack, one at a time.

// manyOptions is a JSON list of 25 options, the maximum of a select menu.
var manyOptions = encoded(copies([]any{map[string]any{"label": "l", "value": "v", "emoji": map[string]any{"name": "❌"}}}, 25))

// tenOptions is a JSON list of 10 options, the maximum of a checkbox group.
var tenOptions = encoded(copies([]any{map[string]any{"label": "l", "value": "v"}}, 10))

const (
	plainBody  = `{"content":"x","nonce":"n"}`
	embedsBody = `{"embeds":[{"title":"x","fields":[{"name":"n","value":"v"}],"footer":{"text":"f"},"author":{"name":"a"},
		"image":{"url":"https://example.com/a.png"},"thumbnail":{"url":"https://example.com/a.png"}}],
		"allowed_mentions":{"parse":["everyone"],"users":["{user}"],"roles":["{role}"]}}`
	pollBody = `{"poll":{"question":{"text":"Who?"},"duration":2,"answers":[
		{"poll_media":{"text":"X","emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}}]}}`
)

var (
	legacyBody = `{"components":[
		{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x","emoji":{"name":"❌"}}]},
		{"type":1,"components":[{"type":2,"style":5,"label":"x","url":"https://example.com"}]},
		{"type":1,"components":[{"type":3,"custom_id":"3","max_values":25,"options":` + manyOptions + `}]}]}`
)

const (
	menusBody = `{"components":[
		{"type":1,"components":[{"type":5,"custom_id":"5","max_values":25}]},
		{"type":1,"components":[{"type":6,"custom_id":"6","max_values":25}]},
		{"type":1,"components":[{"type":7,"custom_id":"7","max_values":25}]},
		{"type":1,"components":[{"type":8,"custom_id":"8","max_values":25,"channel_types":[0]}]},
		{"type":1,"components":[{"type":3,"custom_id":"3","options":[{"label":"l","value":"v"}]}]}]}`
	defaultsBody = `{"components":[
		{"type":1,"components":[{"type":5,"custom_id":"5","max_values":25,"default_values":[{"id":"{user}","type":"user"}]}]},
		{"type":1,"components":[{"type":6,"custom_id":"6","max_values":25,"default_values":[{"id":"{role}","type":"role"}]}]},
		{"type":1,"components":[{"type":7,"custom_id":"7","max_values":25,"default_values":[{"id":"{user}","type":"user"},{"id":"{role}","type":"role"}]}]},
		{"type":1,"components":[{"type":8,"custom_id":"8","max_values":25,"default_values":[{"id":"{channel}","type":"channel"}]}]}]}`
	fileBody    = `{"flags":32768,"components":[{"type":13,"file":{"url":"attachment://0.png"}}]}`
	displayBody = `{"flags":32768,"components":[{"type":10,"content":"x"}]}`
	layoutBody  = `{"flags":32768,"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x"}]},
		{"type":10,"content":"x"},{"type":14},
		{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.com/a.png"}}},
		{"type":12,"items":[{"media":{"url":"https://example.com/a.png"}}]},
		{"type":17,"components":[{"type":10,"content":"x"}]}]}`
)

// messageBodies returns accepted requests for a new message. `before` and `after` are the JSON around the message in a
// larger body, such as that of a callback. Of the bodies without files, the last has the most room for further fields.
func messageBodies(form string, path func(*stage) string, before, after string) []base {
	full := embedsBody[:len(embedsBody)-1] + `,` + pollBody[1:]
	return wrapped(form, path, before, after, full, displayBody, layoutBody, menusBody, defaultsBody, legacyBody, plainBody)
}

// editBodies is like messageBodies, for edits of a message that has content.
func editBodies(form string, path func(*stage) string, before, after string) []base {
	return wrapped(form, path, before, after, embedsBody, withoutContent(displayBody), withoutContent(layoutBody), menusBody, defaultsBody, legacyBody, plainBody)
}

// withoutContent adds a null content to the JSON of a message edit, because messages with Components V2 must not have
// content.
func withoutContent(body string) string { return `{"content":null,` + body[1:] }

// wrapped returns an accepted request for each body, with `before` and `after` around the body. It also adds a first
// request, whose body shows a file, and a last request, which has the fields of `full` and the maximum of ten files.
func wrapped(form string, path func(*stage) string, before, after, full string, bodies ...string) []base {
	out := []base{{form, path, before + withoutContent(fileBody) + after, 1}}
	for _, body := range bodies {
		out = append(out, base{form, path, before + body + after, 0})
	}
	return append(out, base{form, path, before + `{"attachments":[{"id":"0"}],` + full[1:] + after, 10})
}

// These are JSON: options of all types, and commands that have them.
const (
	plainOptions = `{"type":3,"name":"a","description":"d","choices":[{"name":"c","value":"v"}],"name_localizations":{"de":"a"}},
		{"type":4,"name":"b","description":"d","choices":[{"name":"c","value":1}]},
		{"type":5,"name":"c","description":"d"},{"type":6,"name":"e","description":"d"},
		{"type":7,"name":"f","description":"d","channel_types":[0]},{"type":8,"name":"g","description":"d"},
		{"type":9,"name":"h","description":"d"},{"type":10,"name":"i","description":"d","choices":[{"name":"c","value":1.5}]},
		{"type":11,"name":"j","description":"d"}`
	optionsBody  = `{"name":"go","description":"x","options":[` + plainOptions + `]}`
	subgroupBody = `{"name":"go","description":"x","options":[{"type":2,"name":"g","description":"d","options":[
		{"type":1,"name":"s","description":"d","options":[{"type":3,"name":"a","description":"d"}]}]},
		{"type":1,"name":"t","description":"d","options":[` + plainOptions + `]}]}`
)

func commandBodies(path func(*stage) string, before, after string) []base {
	return []base{{"", path, before + optionsBody + after, 0}, {"", path, before + subgroupBody + after, 0}}
}

// The modals from here on together have all kinds of inputs that discordtest supports.
var modalBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":1,"components":[{"type":4,"custom_id":"1","style":1,"label":"l"}]},
	{"type":10,"content":"x"},
	{"type":18,"label":"l","component":{"type":4,"custom_id":"2","style":2}},
	{"type":18,"label":"l","component":{"type":3,"custom_id":"3","required":false,"max_values":25,"options":` + manyOptions + `}}]}}`

const modalMenusBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":18,"label":"l","component":{"type":5,"custom_id":"5","required":false,"max_values":25}},
	{"type":18,"label":"l","component":{"type":6,"custom_id":"6","required":false,"max_values":25}},
	{"type":18,"label":"l","component":{"type":7,"custom_id":"7","required":false,"max_values":25}},
	{"type":18,"label":"l","component":{"type":8,"custom_id":"8","required":false,"max_values":25,"channel_types":[0]}}]}}`

const modalDefaultsBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":18,"label":"l","component":{"type":5,"custom_id":"5","required":false,"max_values":25,"default_values":[{"id":"{user}","type":"user"}]}},
	{"type":18,"label":"l","component":{"type":6,"custom_id":"6","required":false,"max_values":25,"default_values":[{"id":"{role}","type":"role"}]}},
	{"type":18,"label":"l","component":{"type":7,"custom_id":"7","required":false,"max_values":25,"default_values":[{"id":"{user}","type":"user"},{"id":"{role}","type":"role"}]}},
	{"type":18,"label":"l","component":{"type":8,"custom_id":"8","required":false,"max_values":25,"channel_types":[0],"default_values":[{"id":"{channel}","type":"channel"}]}}]}}`

var modalPicksBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":18,"label":"l","description":"d","component":{"type":19,"custom_id":"19","required":false,"max_values":10}},
	{"type":18,"label":"l","component":{"type":21,"custom_id":"21","options":[{"label":"l","value":"v"},{"label":"m","value":"w"}]}},
	{"type":18,"label":"l","component":{"type":22,"custom_id":"22","required":false,"max_values":10,"options":` + tenOptions + `}},
	{"type":18,"label":"l","component":{"type":23,"custom_id":"23"}}]}}`

const modalFewBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":18,"label":"l","component":{"type":3,"custom_id":"3","options":[{"label":"l","value":"v"}]}},
	{"type":18,"label":"l","component":{"type":22,"custom_id":"22","options":[{"label":"l","value":"v"}]}}]}}`
