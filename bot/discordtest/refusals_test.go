package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// x returns n characters, of more than one byte each.
func x(n int) string { return strings.Repeat("é", n) }

// times returns a JSON list of n elements made by a format that may use the index.
func times(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// in returns a message with components, v2 one with Components V2.
func in(components string) string { return `{"components":[` + components + `]}` }
func v2(components string) string { return `{"flags":32768,"components":[` + components + `]}` }

func row(components string) string { return `{"type":1,"components":[` + components + `]}` }

// button returns a button of style 1 with further fields.
func button(fields string) string { return `{"type":2,"style":1,` + fields + `}` }

const (
	aButton   = `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`
	aText     = `{"type":10,"content":"x"}`
	anOption  = `{"label":"o#","value":"o#"}`
	aPicture  = `{"media":{"url":"https://example.com/a.png"}}`
	someEmbed = `{"title":"x"}`
)

func menu(fields string) string { return row(`{"type":3,"custom_id":"/m",` + fields + `}`) }

func embed(fields string) string { return `{"embeds":[{` + fields + `}]}` }

func section(components, accessory string) string {
	return v2(`{"type":9,"components":` + components + `,"accessory":` + accessory + `}`)
}

// A messageCase is a rule of messages: a body that just breaks it, where the
// error must be, and one that just keeps it.
type messageCase struct {
	rule string
	bad  string
	path string // "components.0.label BASE_TYPE_REQUIRED", or a number for errors without a path
	good string
}

var messageCases = []messageCase{
	{"content length", `{"content":"` + x(2001) + `"}`, "content BASE_TYPE_MAX_LENGTH", `{"content":"` + x(2000) + `"}`},
	{"content type", `{"content":[1]}`, "content STRING_TYPE_CONVERT", `{"content":"1"}`},
	{"nothing", `{}`, "50006", `{"content":"x"}`},
	{"only empty parts", `{"content":"","components":[],"embeds":null}`, "50006", `{"content":"x","components":[],"embeds":null}`},
	{"only space", `{"content":" \n "}`, "50006", `{"content":" x "}`},
	{"V2 without components", `{"flags":32768}`, "50006", v2(aText)},
	{"malformed JSON", `{"content":"x"`, "50109", `{"content":"x"}`},
	{"two values", `{"content":"x"} {}`, "50109", `{"content":"x"} `},
	{"not an object", `[]`, " MODEL_TYPE_CONVERT", `{"content":"x"}`},
	{"nonce", `{"content":"x","nonce":"` + x(26) + `"}`, "nonce BASE_TYPE_MAX_LENGTH", `{"content":"x","nonce":"` + x(25) + `"}`},
	{"tts", `{"content":"x","tts":"yes"}`, "tts BOOLEAN_TYPE_CONVERT", `{"content":"x","tts":false}`},
	{"flags", `{"content":"x","flags":"many"}`, "flags NUMBER_TYPE_COERCE", `{"content":"x","flags":4096}`},

	{"embeds", `{"embeds":` + times(11, someEmbed) + `}`, "embeds BASE_TYPE_MAX_LENGTH", `{"embeds":` + times(10, someEmbed) + `}`},
	{"embed title", embed(`"title":"` + x(257) + `"`), "embeds.0.title BASE_TYPE_MAX_LENGTH", embed(`"title":"` + x(256) + `"`)},
	{"embed description", embed(`"description":"` + x(4097) + `"`), "embeds.0.description BASE_TYPE_MAX_LENGTH", embed(`"description":"` + x(4096) + `"`)},
	{"embed fields", embed(`"fields":` + times(26, `{"name":"n","value":"v"}`)), "embeds.0.fields BASE_TYPE_MAX_LENGTH", embed(`"fields":` + times(25, `{"name":"n","value":"v"}`))},
	{"embed field name", embed(`"fields":[{"name":"` + x(257) + `","value":"v"}]`), "embeds.0.fields.0.name BASE_TYPE_MAX_LENGTH", embed(`"fields":[{"name":"` + x(256) + `","value":"v"}]`)},
	{"embed field value", embed(`"fields":[{"name":"n","value":"` + x(1025) + `"}]`), "embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH", embed(`"fields":[{"name":"n","value":"` + x(1024) + `"}]`)},
	{"embed field without value", embed(`"fields":[{"name":"n"}]`), "embeds.0.fields.0.value BASE_TYPE_REQUIRED", embed(`"fields":[{"name":"n","value":"v"}]`)},
	{"embed footer", embed(`"footer":{"text":"` + x(2049) + `"}`), "embeds.0.footer.text BASE_TYPE_MAX_LENGTH", embed(`"footer":{"text":"` + x(2048) + `"}`)},
	{"embed author", embed(`"author":{"name":"` + x(257) + `"}`), "embeds.0.author.name BASE_TYPE_MAX_LENGTH", embed(`"author":{"name":"` + x(256) + `"}`)},
	{"embed sum", `{"embeds":` + times(2, `{"description":"`+x(3001)+`"}`) + `}`, "embeds MAX_EMBED_SIZE_EXCEEDED", `{"embeds":` + times(2, `{"description":"`+x(3000)+`"}`) + `}`},
	{"embed picture", embed(`"image":{"url":"no"}`), "embeds.0.image.url URL_TYPE_INVALID_URL", embed(`"image":{"url":"https://example.com/x.png"}`)},

	{"rows", `{"components":` + times(6, row(aButton)) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"components":` + times(5, row(aButton)) + `}`},
	{"button without a row", in(button(`"custom_id":"/a","label":"x"`)), "components.0 UNION_TYPE_CHOICES", in(row(button(`"custom_id":"/a","label":"x"`)))},
	{"unknown type", in(`{"type":99}`), "components.0 UNION_TYPE_CHOICES", in(row(aButton))},
	{"no type", in(`{}`), "components.0.type BASE_TYPE_REQUIRED", in(row(aButton))},
	{"text display without V2", in(aText), "components.0 UNION_TYPE_CHOICES", v2(aText)},
	{"empty row", in(row("")), "components.0.components BASE_TYPE_BAD_LENGTH", in(row(aButton))},
	{"six buttons", in(`{"type":1,"components":` + times(6, aButton) + `}`), "components.0.components BASE_TYPE_BAD_LENGTH", in(`{"type":1,"components":` + times(5, aButton) + `}`)},
	{"button and menu", in(row(aButton + `,{"type":3,"custom_id":"/m","options":[{"label":"o","value":"o"}]}`)), "components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED", in(menu(`"options":[` + anOption + `]`))},
	{"row in a row", in(row(row(aButton))), "components.0.components.0 UNION_TYPE_CHOICES", in(row(aButton))},
	{"duplicate custom ids", in(row(button(`"custom_id":"/a","label":"x"`) + "," + button(`"custom_id":"/a","label":"y","disabled":true`))), "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED", in(row(button(`"custom_id":"/a","label":"x"`) + "," + button(`"custom_id":"/b","label":"x"`)))},
	{"custom id length", in(row(button(`"custom_id":"` + x(101) + `","label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH", in(row(button(`"custom_id":"` + x(100) + `","label":"x"`)))},
	{"no custom id", in(row(button(`"label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_REQUIRED", in(row(aButton))},
	{"label length", in(row(button(`"custom_id":"/a","label":"` + x(81) + `"`))), "components.0.components.0.label BASE_TYPE_MAX_LENGTH", in(row(button(`"custom_id":"/a","label":"` + x(80) + `"`)))},
	{"no label", in(row(button(`"custom_id":"/a"`))), "components.0.components.0.label BASE_TYPE_REQUIRED", in(row(button(`"custom_id":"/a","emoji":{"name":"❌"}`)))},
	{"style", in(row(`{"type":2,"style":7,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_CHOICES", in(row(`{"type":2,"style":4,"custom_id":"/a","label":"x"}`))},
	{"no style", in(row(`{"type":2,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_REQUIRED", in(row(aButton))},
	{"url on a plain button", in(row(button(`"custom_id":"/a","label":"x","url":"https://example.com"`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", in(row(button(`"custom_id":"/a","label":"x","url":""`)))},
	{"custom id on a link", in(row(`{"type":2,"style":5,"custom_id":"/a","label":"x","url":"https://example.com"}`)), "components.0.components.0.custom_id BUTTON_COMPONENT_LINK_INVALID_FIELD", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
	{"no url", in(row(`{"type":2,"style":5,"label":"x"}`)), "components.0.components.0.url BASE_TYPE_REQUIRED", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
	{"url scheme", in(row(`{"type":2,"style":5,"label":"x","url":"ftp://example.com"}`)), "components.0.components.0.url URL_TYPE_INVALID_SCHEME", in(row(`{"type":2,"style":5,"label":"x","url":"http://example.com"}`))},
	{"url length", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 493) + `"}`)), "components.0.components.0.url BASE_TYPE_BAD_LENGTH", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 492) + `"}`))},
	{"premium without sku", in(row(`{"type":2,"style":6}`)), "components.0.components.0.sku_id BASE_TYPE_REQUIRED", in(row(`{"type":2,"style":6,"sku_id":"1"}`))},
	{"premium with a label", in(row(`{"type":2,"style":6,"sku_id":"1","label":"x"}`)), "components.0.components.0.label BUTTON_COMPONENT_PREMIUM_INVALID_FIELD", in(row(`{"type":2,"style":6,"sku_id":"1"}`))},
	{"symbol for emoji", in(row(button(`"custom_id":"/a","emoji":{"name":"✗"}`))), "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI", in(row(button(`"custom_id":"/a","emoji":{"name":"✖️"}`)))},
	{"unknown custom emoji", in(row(button(`"custom_id":"/a","emoji":{"id":"12","name":"x"}`))), "components.0.components.0.emoji.id COMPONENT_INVALID_EMOJI", in(row(button(`"custom_id":"/a","emoji":{"name":"1️⃣"}`)))},

	{"no options", in(menu(`"options":[]`)), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", in(menu(`"options":[` + anOption + `]`))},
	{"options", in(menu(`"options":` + times(26, anOption))), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", in(menu(`"options":` + times(25, anOption)))},
	{"option label", in(menu(`"options":[{"label":"` + x(101) + `","value":"v"}]`)), "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH", in(menu(`"options":[{"label":"` + x(100) + `","value":"v"}]`))},
	{"option value", in(menu(`"options":[{"label":"l","value":"` + x(101) + `"}]`)), "components.0.components.0.options.0.value BASE_TYPE_BAD_LENGTH", in(menu(`"options":[{"label":"l","value":"` + x(100) + `"}]`))},
	{"option description", in(menu(`"options":[{"label":"l","value":"v","description":"` + x(101) + `"}]`)), "components.0.components.0.options.0.description BASE_TYPE_MAX_LENGTH", in(menu(`"options":[{"label":"l","value":"v","description":"` + x(100) + `"}]`))},
	{"duplicate values", in(menu(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`)), "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", in(menu(`"options":[{"label":"a","value":"v"},{"label":"a","value":"w"}]`))},
	{"placeholder", in(menu(`"placeholder":"` + x(151) + `","options":[` + anOption + `]`)), "components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH", in(menu(`"placeholder":"` + x(150) + `","options":[` + anOption + `]`))},
	{"min_values", in(menu(`"min_values":26,"max_values":25,"options":` + times(25, anOption))), "components.0.components.0.min_values NUMBER_TYPE_MAX", in(menu(`"min_values":25,"max_values":25,"options":` + times(25, anOption)))},
	{"max_values", in(menu(`"max_values":0,"min_values":0,"options":[` + anOption + `]`)), "components.0.components.0.max_values NUMBER_TYPE_MIN", in(menu(`"max_values":1,"min_values":0,"options":[` + anOption + `]`))},
	{"min over max", in(menu(`"min_values":2,"max_values":1,"options":` + times(2, anOption))), "components.0.components.0.min_values SELECT_COMPONENT_MIN_VALUES_INVALID", in(menu(`"min_values":1,"max_values":2,"options":` + times(2, anOption)))},
	{"max over options", in(menu(`"max_values":2,"options":[` + anOption + `]`)), "components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", in(menu(`"max_values":1,"options":[` + anOption + `]`))},
	{"options of users", in(row(`{"type":5,"custom_id":"/u","options":[` + anOption + `]}`)), "components.0.components.0.options SELECT_COMPONENT_INVALID_FIELD", in(row(`{"type":5,"custom_id":"/u"}`))},

	{"V2 content", `{"flags":32768,"content":"x","components":[` + aText + `]}`, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"content":"","embeds":null,"components":[` + aText + `]}`},
	{"V2 embeds", `{"flags":32768,"embeds":[` + someEmbed + `],"components":[` + aText + `]}`, "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"embeds":[],"components":[` + aText + `]}`},
	{"V2 poll", `{"flags":32768,"poll":{"question":{}},"components":[` + aText + `]}`, "poll MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", v2(aText)},
	{"V2 stickers", `{"flags":32768,"sticker_ids":["1"],"components":[` + aText + `]}`, "sticker_ids MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", v2(aText)},
	{"41 nested", v2(`{"type":17,"components":` + times(39, aText) + `},` + aText), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", v2(`{"type":17,"components":` + times(38, aText) + `},` + aText)},
	{"41 at the top", `{"flags":32768,"components":` + times(41, aText) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"flags":32768,"components":` + times(40, aText) + `}`},
	{"accessories count", v2(`{"type":17,"components":` + times(37, aText) + `},{"type":9,"components":[` + aText + `],"accessory":` + aButton + `}`), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", v2(`{"type":17,"components":` + times(36, aText) + `},{"type":9,"components":[` + aText + `],"accessory":` + aButton + `}`)},
	{"text over all", v2(`{"type":10,"content":"` + x(3999) + `"},{"type":10,"content":"ab"}`), "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", v2(`{"type":10,"content":"` + x(3999) + `"},{"type":10,"content":"a"}`)},
	{"one text", v2(`{"type":10,"content":"` + x(4001) + `"}`), "components.0.content BASE_TYPE_BAD_LENGTH", v2(`{"type":10,"content":"` + x(4000) + `"}`)},
	{"empty text", v2(`{"type":10,"content":""}`), "components.0.content BASE_TYPE_BAD_LENGTH", v2(`{"type":10,"content":"a"}`)},
	{"no text", v2(`{"type":10}`), "components.0.content BASE_TYPE_REQUIRED", v2(aText)},
	{"section of four", section(times(4, aText), aButton), "components.0.components BASE_TYPE_BAD_LENGTH", section(times(3, aText), aButton)},
	{"section without accessory", v2(`{"type":9,"components":[` + aText + `]}`), "components.0.accessory BASE_TYPE_REQUIRED", section("["+aText+"]", aButton)},
	{"menu as accessory", section("["+aText+"]", `{"type":3,"custom_id":"/m","options":[`+anOption+`]}`), "components.0.accessory UNION_TYPE_CHOICES", section("["+aText+"]", `{"type":11,"media":{"url":"https://example.com/a.png"}}`)},
	{"button in a section", section("["+aButton+"]", aButton), "components.0.components.0 UNION_TYPE_CHOICES", section("["+aText+"]", aButton)},
	{"container in a container", v2(`{"type":17,"components":[{"type":17,"components":[` + aText + `]}]}`), "components.0.components.0 UNION_TYPE_CHOICES", v2(`{"type":17,"components":[` + aText + `]}`)},
	{"empty container", v2(`{"type":17,"components":[]}`), "components.0.components BASE_TYPE_BAD_LENGTH", v2(`{"type":17,"components":[` + aText + `]}`)},
	{"accent colour", v2(`{"type":17,"accent_color":16777216,"components":[` + aText + `]}`), "components.0.accent_color NUMBER_TYPE_MAX", v2(`{"type":17,"accent_color":16777215,"components":[` + aText + `]}`)},
	{"spacing", v2(`{"type":14,"spacing":3}`), "components.0.spacing BASE_TYPE_CHOICES", v2(`{"type":14,"spacing":2}`)},
	{"gallery", v2(`{"type":12,"items":` + times(11, aPicture) + `}`), "components.0.items BASE_TYPE_BAD_LENGTH", v2(`{"type":12,"items":` + times(10, aPicture) + `}`)},
	{"empty gallery", v2(`{"type":12,"items":[]}`), "components.0.items BASE_TYPE_BAD_LENGTH", v2(`{"type":12,"items":[` + aPicture + `]}`)},
	{"missing attachment", v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", v2(`{"type":12,"items":[` + aPicture + `]}`)},
	{"picture description", v2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + x(1025) + `"}]}`), "components.0.items.0.description BASE_TYPE_MAX_LENGTH", v2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + x(1024) + `"}]}`)},
	{"duplicate ids", v2(`{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`), "components.1.id COMPONENT_ID_DUPLICATED", v2(`{"type":10,"id":0,"content":"a"},{"type":10,"id":0,"content":"b"}`)},
	{"id range", v2(`{"type":10,"id":2147483648,"content":"a"}`), "components.0.id NUMBER_TYPE_MAX", v2(`{"type":10,"id":2147483647,"content":"a"}`)},
	{"text input in a message", v2(row(`{"type":4,"custom_id":"/t","style":1,"label":"x"}`)), "components.0.components.0 UNION_TYPE_CHOICES", v2(row(aButton))},
	{"file from elsewhere", v2(`{"type":13,"file":{"url":"https://example.com/x"}}`), "components.0.file.url URL_TYPE_INVALID_SCHEME", v2(aText)},

	{"parse", `{"content":"x","allowed_mentions":{"parse":["people"]}}`, "allowed_mentions.parse.0 BASE_TYPE_CHOICES", `{"content":"x","allowed_mentions":{"parse":["users","roles","everyone"]}}`},
	{"parse and users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"users":[]}}`},
	{"parse and roles", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"roles":["1"]}}`},
	{"mentioned users", `{"content":"x","allowed_mentions":{"users":` + times(101, `"1#"`) + `}}`, "allowed_mentions.users BASE_TYPE_MAX_LENGTH", `{"content":"x","allowed_mentions":{"users":` + times(100, `"1#"`) + `}}`},
	{"mentioned names", `{"content":"x","allowed_mentions":{"users":["bob"]}}`, "allowed_mentions.users.0 NUMBER_TYPE_COERCE", `{"content":"x","allowed_mentions":{"users":["12"]}}`},
}

func TestMessageRules(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		for _, c := range messageCases {
			time.Sleep(globalSpan) // of the bubble
			path := "/channels/" + sc.guild.NewChannel("for one case").ID + "/messages"
			status, body := sc.bot.do("POST", path, c.bad)
			if status != http.StatusBadRequest {
				t.Errorf("%s: the wrong message got %d %s", c.rule, status, body)
			} else if err := hasError(body, c.path); err != nil {
				t.Errorf("%s: %v", c.rule, err)
			}
			if status, body := sc.bot.do("POST", path, c.good); status != http.StatusOK {
				t.Errorf("%s: the right message got %d %s", c.rule, status, body)
			}
		}
	})
}

// hasError checks that an error body holds a code, "50006", or an error at a
// path, "components.0.label BASE_TYPE_REQUIRED".
func hasError(body, want string) error {
	var e struct {
		Code   int
		Errors map[string]any
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return err
	}
	path, code, isForm := strings.Cut(want, " ")
	if !isForm {
		if fmt.Sprint(e.Code) != want {
			return fmt.Errorf("code %d, want %s: %s", e.Code, want, body)
		}
		return nil
	}
	at := any(e.Errors)
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		m, _ := at.(map[string]any)
		at = m[key]
	}
	m, _ := at.(map[string]any)
	if list := fmt.Sprint(m["_errors"]); e.Code != codeInvalidForm || !strings.Contains(list, "code:"+code+" ") {
		return fmt.Errorf("want %s: %s", want, body)
	}
	return nil
}
