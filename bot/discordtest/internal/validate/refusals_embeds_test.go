package validate_test

import "noughts/bot/discordtest/internal/testbot"

// embedRefusals test the rules for embeds. The tests for the number of embeds and the lengths of their texts are in
// messageRefusals.
var embedRefusals = []rowRefusals{
	{"embeds", []refusal{
		{"an embed of nothing", `{"content":"x","embeds":[{}]}`, "embeds.0 LIST_ITEM_VALUE_REQUIRED", `{"content":"x","embeds":[]}`},
		{"null for an embed", `{"content":"x","embeds":[null]}`, "embeds.0 LIST_ITEM_VALUE_REQUIRED", `{"content":"x","embeds":null}`},
		{"a text for an embed", `{"content":"x","embeds":["y"]}`, "embeds.0 MODEL_TYPE_CONVERT", embed(`"description":"y"`)},
		{"a colour alone", embed(`"color":255`), "50006", embed(`"color":255,"title":"x"`)},
		{"a time alone", embed(`"timestamp":"2026-01-02T03:04:05Z"`), "50006", embed(`"timestamp":"2026-01-02T03:04:05Z","image":{"url":"https://example.com/x.png"}`)},
		{"an address alone", embed(`"url":"https://example.com"`), "50006", embed(`"url":"https://example.com","fields":[{"name":"n","value":"v"}]`)},
		{"space alone", embed(`"title":" ","description":"\n"`), "50006", embed(`"title":" x"`)},
		{"an icon alone", embed(`"footer":{"icon_url":"https://example.com/x.png"}`), "50006", embed(`"footer":{"text":"x","icon_url":"https://example.com/x.png"}`)},
		{"embed colour", embed(`"title":"x","color":16777216`), "embeds.0.color NUMBER_TYPE_MAX", embed(`"title":"x","color":16777215`)},
		{"embed time", embed(`"title":"x","timestamp":"tomorrow"`), "embeds.0.timestamp DATE_TIME_TYPE_PARSE", embed(`"title":"x","timestamp":"2026-01-02T03:04:05"`)},
		{"embed time in seconds", embed(`"title":"x","timestamp":1767323045`), "embeds.0.timestamp DATE_TIME_TYPE_PARSE", embed(`"title":"x","timestamp":"2026-01-02T03:04:05.678+02:00"`)},
		{"no such day", embed(`"title":"x","timestamp":"2026-02-30"`), "embeds.0.timestamp DATE_TIME_TYPE_PARSE", embed(`"title":"x","timestamp":"2026-02-28"`)},
		{"embed url", embed(`"title":"x","url":"ftp://example.com"`), "embeds.0.url URL_TYPE_INVALID_SCHEME", embed(`"title":"x","url":"http://example.com"`)},
		{"empty embed url", embed(`"title":"x","url":""`), "embeds.0.url URL_TYPE_INVALID_SCHEME", embed(`"title":"x","url":null`)},
		{"attachment for an embed url", embed(`"title":"x","url":"attachment://x.png"`), "embeds.0.url URL_TYPE_INVALID_SCHEME", embed(`"image":{"url":"attachment://x.png"}`)},
		{"embed url length", embed(`"title":"x","url":"https://example.com/` + testbot.X(2029) + `"`), "embeds.0.url BASE_TYPE_MAX_LENGTH", embed(`"title":"x","url":"https://example.com/` + testbot.X(2028) + `"`)},
		{"embed url without a host", embed(`"title":"x","url":"https://"`), "embeds.0.url URL_TYPE_INVALID_URL", embed(`"title":"x","url":"https://x"`)},
		{"embed picture", embed(`"image":{"url":"no"}`), "embeds.0.image.url URL_TYPE_INVALID_SCHEME", embed(`"image":{"url":"https://example.com/x.png"}`)},
		{"embed picture without url", embed(`"title":"x","image":{}`), "embeds.0.image.url BASE_TYPE_REQUIRED", embed(`"title":"x","image":null`)},
		{"embed thumbnail", embed(`"thumbnail":{"url":"data:image/png;base64,"}`), "embeds.0.thumbnail.url URL_TYPE_INVALID_SCHEME", embed(`"thumbnail":{"url":"attachment://x.png"}`)},
		{"author url", embed(`"author":{"name":"x","url":"steam://run/730"}`), "embeds.0.author.url URL_TYPE_INVALID_SCHEME", embed(`"author":{"name":"x","url":"https://example.com"}`)},
		{"author icon", embed(`"author":{"name":"x","icon_url":""}`), "embeds.0.author.icon_url URL_TYPE_INVALID_SCHEME", embed(`"author":{"name":"x","icon_url":"attachment://x.png"}`)},
		{"author without name", embed(`"title":"x","author":{"url":"https://example.com"}`), "embeds.0.author.name BASE_TYPE_REQUIRED", embed(`"author":{"name":"x"}`)},
		{"footer icon", embed(`"footer":{"text":"x","icon_url":"x"}`), "embeds.0.footer.icon_url URL_TYPE_INVALID_SCHEME", embed(`"footer":{"text":"x","icon_url":"https://example.com"}`)},
		{"empty field name", embed(`"fields":[{"name":"","value":"v"}]`), "embeds.0.fields.0.name BASE_TYPE_REQUIRED", embed(`"fields":[{"name":"\u200b","value":"v"}]`)},
		{"blank field value", embed(`"fields":[{"name":"n","value":" "}]`), "embeds.0.fields.0.value BASE_TYPE_REQUIRED", embed(`"fields":[{"name":"n","value":" v"}]`)},
		{"field that is none", embed(`"fields":["f"]`), "embeds.0.fields.0 MODEL_TYPE_CONVERT", embed(`"fields":[{"name":"n","value":"v","inline":true}]`)},
		{"inline", embed(`"fields":[{"name":"n","value":"v","inline":"no"}]`), "embeds.0.fields.0.inline BOOLEAN_TYPE_CONVERT", embed(`"fields":[{"name":"n","value":"v","inline":null}]`)},
	}},
}
