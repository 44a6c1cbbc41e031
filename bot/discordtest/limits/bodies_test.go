package limits_test

// Bodies that are accepted, and of which everything that the document allows
// can be reached. Fields that they do not have are added one by one.

const (
	plainBody  = `{"content":"x"}`
	embedsBody = `{"embeds":[{"title":"x","fields":[{"name":"n","value":"v"}],"footer":{"text":"f"},"author":{"name":"a"},
		"image":{"url":"https://example.com/a.png"},"thumbnail":{"url":"https://example.com/a.png"}}],
		"allowed_mentions":{"parse":[],"users":["{user}"],"roles":["{role}"]}}`
	pollBody = `{"poll":{"question":{"text":"Who?"},"duration":2,"answers":[
		{"poll_media":{"text":"X","emoji":{"name":"❌"}}},{"poll_media":{"text":"O"}}]}}`
	legacyBody = `{"components":[
		{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x","emoji":{"name":"❌"}}]},
		{"type":1,"components":[{"type":2,"style":5,"label":"x","url":"https://example.com"}]},` +
		menus + `]}`
	menus = `{"type":1,"components":[{"type":3,"custom_id":"3","options":[{"label":"l","value":"v","emoji":{"name":"❌"}}]}]},
		{"type":1,"components":[{"type":8,"custom_id":"8","channel_types":[0],"default_values":[{"id":"{channel}","type":"channel"}]}]}`
	menusBody = `{"components":[
		{"type":1,"components":[{"type":5,"custom_id":"5","default_values":[{"id":"{user}","type":"user"}]}]},
		{"type":1,"components":[{"type":6,"custom_id":"6","default_values":[{"id":"{role}","type":"role"}]}]},
		{"type":1,"components":[{"type":7,"custom_id":"7","max_values":2,"default_values":[{"id":"{user}","type":"user"},{"id":"{role}","type":"role"}]}]}]}`
	layoutBody = `{"flags":32768,"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"a","label":"x"}]},
		{"type":10,"content":"x"},{"type":14},
		{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.com/a.png"}}},
		{"type":12,"items":[{"media":{"url":"https://example.com/a.png"}}]},
		{"type":17,"components":[{"type":10,"content":"x"}]}]}`
)

// messageBodies returns the bodies of messages, each under a name in another
// body, such as "data", or by itself.
func messageBodies(form string, path func(*stage) string, before, after string) []base {
	var out []base
	for _, body := range []string{plainBody, embedsBody, pollBody, legacyBody, menusBody, layoutBody} {
		out = append(out, base{form, path, before + body + after})
	}
	return out
}

// Options of commands, one of each type.
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
	return []base{{"", path, before + optionsBody + after}, {"", path, before + subgroupBody + after}}
}

// Inputs of a modal, of each kind that there is here.
const modalBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":1,"components":[{"type":4,"custom_id":"1","style":1,"label":"l"}]},
	{"type":10,"content":"x"},
	{"type":18,"label":"l","component":{"type":4,"custom_id":"2","style":2}},
	{"type":18,"label":"l","component":{"type":3,"custom_id":"3","options":[{"label":"l","value":"v"}]}}]}}`

const modalMenusBody = `{"type":9,"data":{"custom_id":"m","title":"t","components":[
	{"type":18,"label":"l","component":{"type":5,"custom_id":"5","default_values":[{"id":"{user}","type":"user"}]}},
	{"type":18,"label":"l","component":{"type":6,"custom_id":"6","default_values":[{"id":"{role}","type":"role"}]}},
	{"type":18,"label":"l","component":{"type":7,"custom_id":"7","max_values":2,"default_values":[{"id":"{user}","type":"user"},{"id":"{role}","type":"role"}]}},
	{"type":18,"label":"l","component":{"type":8,"custom_id":"8","channel_types":[0],"default_values":[{"id":"{channel}","type":"channel"}]}}]}}`
