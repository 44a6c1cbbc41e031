package openapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// The operations whose request bodies the tests in this file check.
const (
	callback   = "POST /interactions/1/token/callback"
	followUp   = "POST /webhooks/1/token"
	original   = "PATCH /webhooks/1/token/messages/@original"
	messages   = "POST /channels/1/messages"
	oneMessage = "PATCH /channels/1/messages/2"
	commands   = "PUT /applications/1/commands"
	command    = "POST /applications/1/commands"
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

func row(components string) string {
	return `{"components":[{"type":1,"components":[` + components + `]}]}`
}
func v2(components string) string { return `{"flags":32768,"components":[` + components + `]}` }
func answer(data string) string   { return `{"type":4,"data":` + data + `}` }
func option(fields string) string {
	return `[{"name":"go","description":"x","options":[` + fields + `]}]`
}
func embed(fields string) string  { return `{"embeds":[{` + fields + `}]}` }
func button(fields string) string { return row(`{"type":2,` + fields + `}`) }
func menu(fields string) string   { return row(`{"type":3,"custom_id":"/m",` + fields + `}`) }
func text(n int) string           { return `{"type":10,"content":"` + x(n) + `"}` }

func modal(fields string) string     { return `{"type":9,"data":{` + fields + `}}` }
func newCommand(field string) string { return `{"name":"go","description":"x",` + field + `}` }

const (
	aButton = `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`
	aLabel  = `{"type":18,"label":"Name","component":{"type":4,"custom_id":"/n","style":1}}`
)

// someInputs are modal inputs that discordgo has no types for.
const someInputs = `{"type":18,"label":"l","component":{"type":19,"custom_id":"f","min_values":0,"max_values":10,"required":false}},
	{"type":18,"label":"l","component":{"type":21,"custom_id":"r","options":[{"label":"a","value":"a"},{"label":"b","value":"b","default":true}]}},
	{"type":18,"label":"l","component":{"type":22,"custom_id":"g","options":[{"label":"a","value":"a","description":"d"}]}},
	{"type":18,"label":"l","component":{"type":23,"custom_id":"c","default":true}}`

// board returns a callback with a game board. Like the bot's callbacks, it is built from discordgo's types.
func board(kind discordgo.InteractionResponseType) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Flags: discordgo.MessageFlagsIsComponentsV2 | discordgo.MessageFlagsEphemeral,
		Components: []discordgo.MessageComponent{discordgo.Container{Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "Your turn"}, discordgo.Separator{},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{CustomID: "/a1", Label: "a1", Style: discordgo.PrimaryButton, Disabled: true},
				discordgo.Button{CustomID: "/b1", Emoji: &discordgo.ComponentEmoji{Name: "❌"}, Style: discordgo.DangerButton},
			}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.SelectMenu{CustomID: "/row", MenuType: discordgo.StringSelectMenu, Options: []discordgo.SelectMenuOption{{Label: "Row 1", Value: "1"}}},
			}},
		}}},
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}, Users: []string{"12"}},
	}}
}

// everyOption returns a command with options, and one without. They are built from discordgo's types, which send some
// fields of an option even if they are empty.
func everyOption() []*discordgo.ApplicationCommand {
	permissions, least := int64(discordgo.PermissionManageGuild), 1.0
	return []*discordgo.ApplicationCommand{{
		Name: "classic", Description: "Play", DefaultMemberPermissions: &permissions,
		NameLocalizations: &map[discordgo.Locale]string{discordgo.German: "klassisch"},
		Contexts:          &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		IntegrationTypes:  &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
		Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionUser, Name: "opponent", Description: "Whom"},
			{Type: discordgo.ApplicationCommandOptionInteger, Name: "size", Description: "How large", MinValue: &least, MaxValue: 9},
			{Type: discordgo.ApplicationCommandOptionString, Name: "level", Description: "How strong", Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Easy", Value: "easy"}}},
			{Type: discordgo.ApplicationCommandOptionString, Name: "square", Description: "Where", Autocomplete: true},
		},
	}, {Name: "Challenge", Type: discordgo.UserApplicationCommand}}
}

func TestRightPayloadsAreAccepted(t *testing.T) {
	t.Parallel()
	d := discord(t)
	content := "x"
	for name, c := range map[string]struct {
		operation string
		body      any // a string is JSON; discordgo's types are encoded
	}{
		"pong":                       {callback, `{"type":1}`},
		"message":                    {callback, board(discordgo.InteractionResponseChannelMessageWithSource)},
		"update":                     {callback, board(discordgo.InteractionResponseUpdateMessage)},
		"discordgo's empty fields":   {callback, &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{}}},
		"empty fields by name":       {callback, answer(`{"content":"","embeds":null,"components":null,"tts":false,"allowed_mentions":null,"attachments":null}`)},
		"deferred":                   {callback, &discordgo.InteractionResponse{Type: 5, Data: &discordgo.InteractionResponseData{Flags: 64}}},
		"deferred without data":      {callback, &discordgo.InteractionResponse{Type: 5}},
		"deferred update":            {callback, &discordgo.InteractionResponse{Type: 6}},
		"choices of text":            {callback, &discordgo.InteractionResponse{Type: 8, Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "b3", Value: "b3"}}}}},
		"no choices":                 {callback, `{"type":8,"data":{"choices":[]}}`},
		"choices of numbers":         {callback, `{"type":8,"data":{"choices":[{"name":"one","value":1},{"name":"half","value":0.5}]}}`},
		"modal with a label":         {callback, modal(`"custom_id":"/x","title":"Name","components":[` + aLabel + `]`)},
		"modal of all inputs":        {callback, modal(`"custom_id":"/x","title":"x","components":[` + someInputs + `]`)},
		"modal of discordgo":         {callback, &discordgo.InteractionResponse{Type: 9, Data: &discordgo.InteractionResponseData{CustomID: "/x", Title: "x", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "/n", Label: "Name", Style: discordgo.TextInputShort}}}}}}},
		"follow-up":                  {followUp, &discordgo.WebhookParams{Content: "x"}},
		"follow-up with an embed":    {followUp, &discordgo.WebhookParams{Embeds: []*discordgo.MessageEmbed{{Title: "x", Color: 0xFF0000, Fields: []*discordgo.MessageEmbedField{{Name: "n", Value: "v"}}}}}},
		"edit of the answer":         {original, &discordgo.WebhookEdit{Content: &content}},
		"edit to Components V2":      {original, v2(text(4000))},
		"edit that clears":           {original, `{"content":null,"embeds":null,"components":[]}`},
		"message with five rows":     {messages, `{"components":` + times(5, `{"type":1,"components":`+times(5, aButton)+`}`) + `}`},
		"message of discordgo":       {messages, &discordgo.MessageSend{Content: "x", Reference: &discordgo.MessageReference{MessageID: "1", ChannelID: "2"}}},
		"attached picture":           {messages, v2(`{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}`)},
		"message edit":               {oneMessage, &discordgo.MessageEdit{Content: &content}},
		"commands of discordgo":      {commands, everyOption()},
		"no commands":                {commands, `[]`},
		"subcommands":                {commands, option(`{"type":2,"name":"g","description":"x","options":[{"type":1,"name":"s","description":"x","options":[]}]}`)},
		"command with 25 options":    {commands, `[{"name":"go","description":"x","options":` + times(25, `{"type":3,"name":"o#","description":"x"}`) + `}]`},
		"a command for admins":       {command, newCommand(`"default_member_permissions":"0"`)},
		"longest of each message":    {messages, `{"content":"` + x(2000) + `","nonce":"` + x(25) + `","embeds":` + times(10, `{"title":"`+x(256)+`"}`) + `}`},
		"longest of each component":  {messages, button(`"style":1,"custom_id":"` + x(100) + `","label":"` + x(80) + `"`)},
		"the most options of a menu": {messages, menu(`"options":` + times(25, `{"label":"`+x(100)+`","value":"#"}`) + `,"placeholder":"` + x(150) + `"`)},
		"the most mentions":          {messages, `{"content":"x","allowed_mentions":{"users":` + times(100, `"1#"`) + `}}`},
		"the largest whole number":   {commands, option(`{"type":4,"name":"n","description":"x","max_value":9007199254740991}`)},
	} {
		body, isText := c.body.(string)
		if !isText {
			raw, err := json.Marshal(c.body)
			if err != nil {
				t.Fatal(err)
			}
			body = string(raw)
		}
		for _, v := range d.Check(asked(c.operation, body)) {
			t.Errorf("%s: %v\n%s", name, v, body)
		}
	}
}

func TestWrongPayloadsAreCaughtWhereTheyAreWrong(t *testing.T) {
	t.Parallel()
	d := discord(t)
	for _, c := range []struct{ operation, body, want string }{
		{callback, `{}`, "request type: null is none of"},
		{callback, `{"type":3}`, "request type: 3 is none of"},
		{callback, `{"type":"4"}`, `request type: "4" is none of`},
		{callback, `{"type":4`, "request: not JSON"},
		{callback, `[]`, "request: got array, want object"},
		{callback, `{"type":8}`, "request: missing property 'data'"},
		{callback, `{"type":8,"data":{"choices":` + times(26, `{"name":"n#","value":"v#"}`) + `}}`, "request data.choices: maxItems: got 26, want 25"},
		{callback, `{"type":8,"data":{"choices":[{"name":"` + x(101) + `","value":"v"}]}}`, "request data.choices[0].name: maxLength: got 101, want 100"},
		{callback, `{"type":8,"data":{"choices":[{"name":"n"}]}}`, "request data.choices[0]: missing property 'value'"},
		{callback, modal(`"custom_id":"/x","title":"` + x(46) + `","components":[` + aLabel + `]`), "request data.title: maxLength: got 46, want 45"},
		{callback, modal(`"title":"x","components":[` + aLabel + `]`), "request data: missing property 'custom_id'"},
		{callback, modal(`"custom_id":"/x","title":"x","components":[]`), "request data.components: minItems: got 0, want 1"},
		{callback, answer(`{"content":"` + x(2001) + `"}`), "request data.content: maxLength: got 2,001, want 2,000"},
		{callback, answer(`{"content":["x"]}`), "request data.content: got array, want null or string"},
		{callback, answer(`{"flags":"64"}`), "request data.flags: got string, want null or integer"},
		{callback, answer(`{"components":{}}`), "request data.components: got object, want null or array"},
		{callback, answer(`{"embeds":` + times(11, `{"title":"x"}`) + `}`), "request data.embeds: maxItems: got 11, want 10"},
		{callback, answer(`{"attachments":` + times(11, `{"id":"#"}`) + `}`), "request data.attachments: maxItems: got 11, want 10"},
		{followUp, embed(`"title":"` + x(257) + `"`), "request embeds[0].title: maxLength: got 257, want 256"},
		{messages, embed(`"description":"` + x(4097) + `"`), "request embeds[0].description: maxLength: got 4,097, want 4,096"},
		{messages, embed(`"fields":` + times(26, `{"name":"n","value":"v"}`)), "request embeds[0].fields: maxItems: got 26, want 25"},
		{messages, embed(`"fields":[{"name":"n"}]`), "request embeds[0].fields[0]: missing property 'value'"},
		{messages, embed(`"footer":{"text":"` + x(2049) + `"}`), "request embeds[0].footer.text: maxLength: got 2,049, want 2,048"},
		{messages, embed(`"color":16777216`), "request embeds[0].color: maximum: got 16777216, want 16777215"},
		{messages, embed(`"image":{"url":"no"}`), "request embeds[0].image.url: 'no' is not valid uri"},
		{messages, `{"components":[{"type":99}]}`, "request components[0]: type 99 is none of"},
		{messages, `{"components":[` + aButton + `]}`, "request components[0]: type 2 is none of"},
		{messages, row(``), "request components[0].components: minItems: got 0, want 1"},
		{messages, `{"components":[{"type":1,"components":` + times(6, aButton) + `}]}`, "request components[0].components: maxItems: got 6, want 5"},
		{messages, row(`{"type":1,"components":[]}`), "request components[0].components[0]: type 1 is none of"},
		{messages, button(`"custom_id":"/a"`), "request components[0].components[0]: missing property 'style'"},
		{messages, button(`"style":7,"custom_id":"/a"`), "request components[0].components[0].style: 7 is none of"},
		{messages, button(`"style":1,"custom_id":""`), "request components[0].components[0].custom_id: minLength: got 0, want 1"},
		{messages, button(`"style":1,"custom_id":"` + x(101) + `"`), "request components[0].components[0].custom_id: maxLength: got 101, want 100"},
		{messages, button(`"style":1,"custom_id":"/a","label":"` + x(81) + `"`), "request components[0].components[0].label: maxLength: got 81, want 80"},
		{messages, button(`"style":5,"url":"no"`), "request components[0].components[0].url: 'no' is not valid uri"},
		{messages, button(`"style":6,"sku_id":"x"`), "request components[0].components[0].sku_id: 'x' does not match pattern"},
		{messages, menu(`"options":[]`), "request components[0].components[0].options: minItems: got 0, want 1"},
		{messages, menu(`"options":` + times(26, `{"label":"l","value":"#"}`)), "request components[0].components[0].options: maxItems: got 26, want 25"},
		{messages, menu(`"options":[{"label":"l"}]`), "request components[0].components[0].options[0]: missing property 'value'"},
		{messages, menu(`"max_values":26,"options":[{"label":"l","value":"v"}]`), "request components[0].components[0].max_values: maximum: got 26, want 25"},
		{messages, menu(`"placeholder":"` + x(151) + `","options":[{"label":"l","value":"v"}]`), "request components[0].components[0].placeholder: maxLength: got 151, want 150"},
		{messages, v2(`{"type":10}`), "request components[0]: missing property 'content'"},
		{messages, v2(text(4001)), "request components[0].content: maxLength: got 4,001, want 4,000"},
		{messages, v2(`{"type":14,"spacing":3}`), "request components[0].spacing: 3 is none of"},
		{messages, v2(`{"type":9,"components":[` + text(1) + `]}`), "request components[0]: missing property 'accessory'"},
		{messages, v2(`{"type":17,"components":[{"type":17,"components":[]}]}`), "request components[0].components[0]: type 17 is none of"},
		{messages, v2(`{"type":12,"items":` + times(11, `{"media":{"url":"attachment://#"}}`) + `}`), "request components[0].items: maxItems: got 11, want 10"},
		{messages, `{"content":"x","allowed_mentions":{"parse":["people"]}}`, `request allowed_mentions.parse[0]: "people" is none of`},
		{messages, `{"content":"x","allowed_mentions":{"users":["bob"]}}`, "request allowed_mentions.users[0]: 'bob' does not match pattern"},
		{messages, `{"content":"x","nonce":"` + x(26) + `"}`, "request nonce: maxLength: got 26, want 25"},
		{oneMessage, `{"flags":true}`, "request flags: got boolean, want null or integer"},
		{original, `{"content":7}`, "request content: got number, want null or string"},
		{commands, `{}`, "request: got object, want null or array"},
		{commands, times(131, `{"name":"n#","description":"x"}`), "request: maxItems: got 131, want 130"},
		{commands, `[{"description":"x"}]`, "request [0]: missing property 'name'"},
		{commands, `[{"name":"` + x(33) + `"}]`, "request [0].name: maxLength: got 33, want 32"},
		{commands, `[{"name":"go","description":"` + x(101) + `"}]`, "request [0].description: maxLength: got 101, want 100"},
		{commands, option(`{"type":12,"name":"o","description":"x"}`), "request [0].options[0]: type 12 is none of"},
		{commands, option(`{"type":3,"name":"o"}`), "request [0].options[0]: missing property 'description'"},
		{commands, option(`{"type":4,"name":"o","description":"x","choices":[{"name":"n","value":"v"}]}`), "request [0].options[0].choices[0].value: got string, want integer"},
		{commands, option(`{"type":4,"name":"o","description":"x","max_value":9007199254740992}`), "request [0].options[0].max_value: maximum: got 9007199254740992, want 9007199254740991"},
		{commands, option(`{"type":3,"name":"o","description":"x","max_length":0}`), "request [0].options[0].max_length: minimum: got 0, want 1"},
		{command, newCommand(`"contexts":[0,0]`), "request contexts: items at 0 and 1 are equal"},
		{command, newCommand(`"contexts":[3]`), "request contexts[0]: 3 is none of"},
		{command, newCommand(`"integration_types":[]`), "request integration_types: minItems: got 0, want 1"},
		{command, newCommand(`"default_member_permissions":"many"`), "request default_member_permissions: got string, want null or integer"},
	} {
		got := d.Check(asked(c.operation, c.body))
		if len(got) != 1 || !strings.Contains(got[0].String(), "): "+c.want) {
			t.Errorf("%s %.150s\n got %v\nwant %s", c.operation, c.body, got, c.want)
		}
	}
}
