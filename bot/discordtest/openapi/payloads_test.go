package openapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// The operations whose request bodies the tests in this file check.
const (
	callback = "POST /interactions/1/token/callback"
	messages = "POST /channels/1/messages"
	commands = "PUT /applications/1/commands"
)

// asked returns an exchange with a request body and an error as the answer, so that only the request is checked.
func asked(operation, body string) discordtest.Exchange {
	method, path, _ := strings.Cut(operation, " ")
	return discordtest.Exchange{
		Method: method, Path: "/api/v10" + path, Body: []byte(body), Status: http.StatusTooManyRequests,
		Header: http.Header{"Content-Type": {"application/json"}},
	}
}

// x returns n characters, each of more than one byte.
func x(n int) string { return strings.Repeat("é", n) }

// times returns a JSON list of n elements. # stands for the element's index.
func times(n int, element string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(element, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func row(component string) string {
	return `{"components":[{"type":1,"components":[` + component + `]}]}`
}
func v2(component string) string { return `{"flags":32768,"components":[` + component + `]}` }
func option(fields string) string {
	return `[{"name":"go","description":"x","options":[` + fields + `]}]`
}

// TestPayloads checks requests at the limits and just beyond. An empty `want` is a right request. The requests of the bot
// are checked in its end-to-end tests.
func TestPayloads(t *testing.T) {
	t.Parallel()
	d := discord(t)
	for _, c := range []struct{ operation, body, want string }{
		{callback, `{"type":1}`, ""},
		{callback, `{"type":4,"data":{"content":"","embeds":null,"components":null,"tts":false,"allowed_mentions":null,"attachments":null}}`, ""},
		{callback, `{"type":8,"data":{"choices":[{"name":"one","value":1},{"name":"half","value":0.5}]}}`, ""},
		{messages, `{"content":"` + x(2000) + `","nonce":"` + x(25) + `","attachments":[{"id":0,"filename":"a.png"}]}`, ""},
		{messages, v2(`{"type":17,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]}`), ""},
		{commands, `[{"name":"go","description":"x","default_member_permissions":"0032"}]`, ""},
		{commands, option(`{"type":2,"name":"g","description":"x","options":[{"type":1,"name":"s","description":"x","options":[]}]}`), ""},
		{commands, option(`{"type":4,"name":"n","description":"x","max_value":9007199254740991}`), ""},

		{callback, `{}`, "request: missing property 'type'"},
		{callback, `{"type":3}`, "request: type 3 is none of"},
		{callback, `{"type":4`, "request: not JSON"},
		{callback, `{"type":8}`, "request: missing property 'data'"},
		{callback, `{"type":8,"data":{"choices":` + times(26, `{"name":"n#","value":"v#"}`) + `}}`, "request data.choices: maxItems: got 26, want 25"},
		{callback, `{"type":8,"data":{"choices":[{"name":"` + x(101) + `","value":"v"}]}}`, "request data.choices[0].name: maxLength: got 101, want 100"},
		{callback, `{"type":4,"data":{"content":["x"]}}`, "request data.content: got array, want string or null"},
		{callback, `{"type":4,"data":{"flags":"64"}}`, "request data.flags: got string, want integer or null"},
		{messages, `{"components":[{"type":99}]}`, "request components[0]: type 99 is none of"},
		{messages, row(``), "request components[0].components: minItems: got 0, want 1"},
		{messages, row(`{"type":2,"custom_id":"/a"}`), "request components[0].components[0]: missing property 'style'"},
		{messages, row(`{"type":2,"style":1,"custom_id":""}`), "request components[0].components[0].custom_id: minLength: got 0, want 1"},
		{messages, row(`{"type":2,"style":5,"url":"no"}`), `request components[0].components[0].url: "no" is no uri`},
		{messages, row(`{"type":3,"custom_id":"/m","max_values":26,"options":[{"label":"l","value":"v"}]}`), "request components[0].components[0].max_values: maximum: got 26, want 25"},
		{messages, v2(`{"type":10}`), "request components[0]: missing property 'content'"},
		{messages, `{"content":"x","allowed_mentions":{"parse":["people"]}}`, `request allowed_mentions.parse[0]: people is none of`},
		{messages, `{"content":"x","allowed_mentions":{"users":["bob"]}}`, `request allowed_mentions.users[0]: "bob" does not match`},
		{messages, `{"attachments":[{"id":true,"filename":"a.png"}]}`, "request attachments[0].id: got boolean"},
		{commands, times(131, `{"name":"n#","description":"x"}`), "request: maxItems: got 131, want 130"},
		{commands, `[{"name":"go","description":"x","default_member_permissions":"-32"}]`, "request [0].default_member_permissions: got string"},
		{commands, `[{"name":"go","description":"x","contexts":[0,0]}]`, "request [0].contexts: 0 is there twice"},
		{commands, option(`{"type":12,"name":"o","description":"x"}`), "request [0].options[0]: type 12 is none of"},
		{commands, option(`{"type":4,"name":"o","description":"x","choices":[{"name":"n","value":"v"}]}`), "request [0].options[0].choices[0].value: got string, want integer"},
		{commands, option(`{"type":4,"name":"o","description":"x","max_value":9007199254740992}`), "request [0].options[0].max_value: maximum: got 9007199254740992"},
	} {
		got := d.Check(asked(c.operation, c.body))
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], "): "+c.want)) {
			t.Errorf("%s %.150s\n got %v\nwant %s", c.operation, c.body, got, c.want)
		}
	}
}

// BenchmarkCheck measures the check of a message with a board of 81 buttons' size.
func BenchmarkCheck(b *testing.B) {
	d := discord(b)
	buttons := times(5, `{"type":1,"components":`+times(5, `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`)+`}`)
	e := asked(messages, v2(`{"type":17,"components":`+buttons+`}`))
	for b.Loop() {
		d.Check(e)
	}
}
