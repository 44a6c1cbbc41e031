package validate_test

import (
	"strings"

	"noughts/bot/discordtest/internal/testbot"
)

// messageRefusals test the rules for a message's content, flags, nonceand allowed_mentions.
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
	{"allowed_mentions", []refusal{
		{"parse", `{"content":"x","allowed_mentions":{"parse":["people"]}}`, "allowed_mentions.parse.0 BASE_TYPE_CHOICES", `{"content":"x","allowed_mentions":{"parse":["users","roles","everyone"]}}`},
		{"parse and users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"users":[]}}`},
		{"parse and roles", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"roles":["1"]}}`},
		{"mentioned users", `{"content":"x","allowed_mentions":{"users":` + testbot.Times(101, `"1#"`) + `}}`, "allowed_mentions.users BASE_TYPE_MAX_LENGTH", `{"content":"x","allowed_mentions":{"users":` + testbot.Times(100, `"1#"`) + `}}`},
		{"mentioned names", `{"content":"x","allowed_mentions":{"users":["bob"]}}`, "allowed_mentions.users.0 NUMBER_TYPE_COERCE", `{"content":"x","allowed_mentions":{"users":["12"]}}`},
	}},
}
