package validate_test

import (
	"strings"

	"noughts/bot/discordtest/internal/testbot"
)

// messageRefusals test the rules for a message's content, flags, nonce, allowed_mentions and texts of embeds.
var messageRefusals = []rowRefusals{
	{"content", []refusal{
		{"content length", `{"content":"` + testbot.X(2001) + `"}`, "content BASE_TYPE_MAX_LENGTH", `{"content":"` + testbot.X(2000) + `"}`},
		{"content type", `{"content":[1]}`, "content STRING_TYPE_CONVERT", `{"content":"1"}`},
		{"malformed JSON", `{"content":"x"`, "50109", `{"content":"x"}`},
		{"two values", `{"content":"x"} {}`, "50109", `{"content":"x"} `},
		{"not an object", `[]`, " MODEL_TYPE_CONVERT", `{"content":"x"}`},
		{"tts", `{"content":"x","tts":"yes"}`, "tts BOOLEAN_TYPE_CONVERT", `{"content":"x","tts":false}`},
		{"flags", `{"content":"x","flags":"many"}`, "flags NUMBER_TYPE_COERCE", `{"content":"x","flags":4096}`},
	}},
	{"length unit", []refusal{
		{"code points", `{"content":"` + strings.Repeat("😀", 2001) + `"}`, "content BASE_TYPE_MAX_LENGTH", `{"content":"` + strings.Repeat("😀", 2000) + `"}`},
	}},
	{"empty message", []refusal{
		{"nothing", `{}`, "50006", `{"content":"x"}`},
		{"only empty parts", `{"content":"","components":[],"embeds":null}`, "50006", `{"content":"x","components":[],"embeds":null}`},
		{"only space", `{"content":" \n "}`, "50006", `{"content":" x "}`},
		{"V2 without components", `{"flags":32768}`, "50006", testbot.V2(testbot.AText)},
	}},
	{"nonce", []refusal{
		{"nonce", `{"content":"x","nonce":"` + testbot.X(26) + `"}`, "nonce BASE_TYPE_MAX_LENGTH", `{"content":"x","nonce":"` + testbot.X(25) + `"}`},
	}},
	{"embeds", []refusal{
		{"embeds", `{"embeds":` + testbot.Times(11, testbot.SomeEmbed) + `}`, "embeds BASE_TYPE_MAX_LENGTH", `{"embeds":` + testbot.Times(10, testbot.SomeEmbed) + `}`},
		{"embed title", embed(`"title":"` + testbot.X(257) + `"`), "embeds.0.title BASE_TYPE_MAX_LENGTH", embed(`"title":"` + testbot.X(256) + `"`)},
		{"embed description", embed(`"description":"` + testbot.X(4097) + `"`), "embeds.0.description BASE_TYPE_MAX_LENGTH", embed(`"description":"` + testbot.X(4096) + `"`)},
		{"embed fields", embed(`"fields":` + testbot.Times(26, `{"name":"n","value":"v"}`)), "embeds.0.fields BASE_TYPE_MAX_LENGTH", embed(`"fields":` + testbot.Times(25, `{"name":"n","value":"v"}`))},
		{"embed field name", embed(`"fields":[{"name":"` + testbot.X(257) + `","value":"v"}]`), "embeds.0.fields.0.name BASE_TYPE_MAX_LENGTH", embed(`"fields":[{"name":"` + testbot.X(256) + `","value":"v"}]`)},
		{"embed field value", embed(`"fields":[{"name":"n","value":"` + testbot.X(1025) + `"}]`), "embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH", embed(`"fields":[{"name":"n","value":"` + testbot.X(1024) + `"}]`)},
		{"embed field without value", embed(`"fields":[{"name":"n"}]`), "embeds.0.fields.0.value BASE_TYPE_REQUIRED", embed(`"fields":[{"name":"n","value":"v"}]`)},
		{"embed footer", embed(`"footer":{"text":"` + testbot.X(2049) + `"}`), "embeds.0.footer.text BASE_TYPE_MAX_LENGTH", embed(`"footer":{"text":"` + testbot.X(2048) + `"}`)},
		{"embed author", embed(`"author":{"name":"` + testbot.X(257) + `"}`), "embeds.0.author.name BASE_TYPE_MAX_LENGTH", embed(`"author":{"name":"` + testbot.X(256) + `"}`)},
		{"embed sum", `{"embeds":` + testbot.Times(2, `{"description":"`+testbot.X(3001)+`"}`) + `}`, "embeds MAX_EMBED_SIZE_EXCEEDED", `{"embeds":` + testbot.Times(2, `{"description":"`+testbot.X(3000)+`"}`) + `}`},
	}},
	{"allowed_mentions", []refusal{
		{"parse", `{"content":"x","allowed_mentions":{"parse":["people"]}}`, "allowed_mentions.parse.0 BASE_TYPE_CHOICES", `{"content":"x","allowed_mentions":{"parse":["users","roles","everyone"]}}`},
		{"parse and users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"users":[]}}`},
		{"parse and roles", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"roles":["1"]}}`},
		{"mentioned users", `{"content":"x","allowed_mentions":{"users":` + testbot.Times(101, `"1#"`) + `}}`, "allowed_mentions.users BASE_TYPE_MAX_LENGTH", `{"content":"x","allowed_mentions":{"users":` + testbot.Times(100, `"1#"`) + `}}`},
		{"mentioned names", `{"content":"x","allowed_mentions":{"users":["bob"]}}`, "allowed_mentions.users.0 NUMBER_TYPE_COERCE", `{"content":"x","allowed_mentions":{"users":["12"]}}`},
	}},
}
