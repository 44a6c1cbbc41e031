package validate_test

import (
	"strings"

	"noughts/bot/discordtest/internal/testbot"
)

// componentRefusals test the rules for components of messages without the Components V2 flag.
var componentRefusals = []rowRefusals{
	{"legacy rows", []refusal{
		{"rows", `{"components":` + testbot.Times(6, testbot.Row(testbot.AButton)) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"components":` + testbot.Times(5, testbot.Row(testbot.AButton)) + `}`},
		{"button without a row", testbot.In(testbot.Button(`"custom_id":"/a","label":"x"`)), "components.0 UNION_TYPE_CHOICES", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x"`)))},
		{"unknown type", testbot.In(`{"type":99}`), "components.0 UNION_TYPE_CHOICES", testbot.In(testbot.Row(testbot.AButton))},
		{"no type", testbot.In(`{}`), "components.0.type BASE_TYPE_REQUIRED", testbot.In(testbot.Row(testbot.AButton))},
		{"text display without V2", testbot.In(testbot.AText), "components.0 UNION_TYPE_CHOICES", testbot.V2(testbot.AText)},
		{"row in a row", testbot.In(testbot.Row(testbot.Row(testbot.AButton))), "components.0.components.0 UNION_TYPE_CHOICES", testbot.In(testbot.Row(testbot.AButton))},
	}},
	{"action row", []refusal{
		{"empty row", testbot.In(testbot.Row("")), "components.0.components BASE_TYPE_BAD_LENGTH", testbot.In(testbot.Row(testbot.AButton))},
		{"six buttons", testbot.In(`{"type":1,"components":` + testbot.Times(6, testbot.AButton) + `}`), "components.0.components BASE_TYPE_BAD_LENGTH", testbot.In(`{"type":1,"components":` + testbot.Times(5, testbot.AButton) + `}`)},
		{"button and menu", testbot.In(testbot.Row(testbot.AButton + `,{"type":3,"custom_id":"/m","options":[{"label":"o","value":"o"}]}`)), "components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED", testbot.In(menu(`"options":[` + testbot.AnOption + `]`))},
	}},
	{"custom_id", []refusal{
		{"duplicate custom ids", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x"`) + "," + testbot.Button(`"custom_id":"/a","label":"y","disabled":true`))), "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x"`) + "," + testbot.Button(`"custom_id":"/b","label":"x"`)))},
		{"custom id length", testbot.In(testbot.Row(testbot.Button(`"custom_id":"` + testbot.X(101) + `","label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH", testbot.In(testbot.Row(testbot.Button(`"custom_id":"` + testbot.X(100) + `","label":"x"`)))},
		{"no custom id", testbot.In(testbot.Row(testbot.Button(`"label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_REQUIRED", testbot.In(testbot.Row(testbot.AButton))},
	}},
	{"button", []refusal{
		{"label length", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"` + testbot.X(81) + `"`))), "components.0.components.0.label BASE_TYPE_MAX_LENGTH", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"` + testbot.X(80) + `"`)))},
		{"no label", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a"`))), "components.0.components.0.label BASE_TYPE_REQUIRED", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"name":"❌"}`)))},
		{"style", testbot.In(testbot.Row(`{"type":2,"style":7,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_CHOICES", testbot.In(testbot.Row(`{"type":2,"style":4,"custom_id":"/a","label":"x"}`))},
		{"no style", testbot.In(testbot.Row(`{"type":2,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_REQUIRED", testbot.In(testbot.Row(testbot.AButton))},
		{"url on a plain button", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x","url":"https://example.com"`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x","url":null`)))},
		{"empty url on a plain button", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x","url":""`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","label":"x"`)))},
		{"custom id on a link", testbot.In(testbot.Row(`{"type":2,"style":5,"custom_id":"/a","label":"x","url":"https://example.com"}`)), "components.0.components.0.custom_id BUTTON_COMPONENT_LINK_INVALID_FIELD", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"no url", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x"}`)), "components.0.components.0.url BASE_TYPE_REQUIRED", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"url scheme", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"ftp://example.com"}`)), "components.0.components.0.url URL_TYPE_INVALID_SCHEME", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"http://example.com"}`))},
		{"no url at all", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"https://"}`)), "components.0.components.0.url URL_TYPE_INVALID_URL", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"HTTPS://example.com"}`))},
		{"url length", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 493) + `"}`)), "components.0.components.0.url BASE_TYPE_BAD_LENGTH", testbot.In(testbot.Row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 492) + `"}`))},
		{"premium without sku", testbot.In(testbot.Row(`{"type":2,"style":6}`)), "components.0.components.0.sku_id BASE_TYPE_REQUIRED", testbot.In(testbot.Row(`{"type":2,"style":6,"sku_id":"1"}`))},
		{"premium with a label", testbot.In(testbot.Row(`{"type":2,"style":6,"sku_id":"1","label":"x"}`)), "components.0.components.0.label BUTTON_COMPONENT_PREMIUM_INVALID_FIELD", testbot.In(testbot.Row(`{"type":2,"style":6,"sku_id":"1"}`))},
		{"symbol for emoji", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"name":"✗"}`))), "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"name":"✖️"}`)))},
		{"unknown custom emoji", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"id":"12","name":"x"}`))), "components.0.components.0.emoji.id COMPONENT_INVALID_EMOJI", testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"name":"1️⃣"}`)))},
	}},
	{"string select", []refusal{
		{"default values", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`)), "components.0.components.0.default_values BASE_TYPE_BAD_LENGTH", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`))},
		{"kind of a default value", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.0.type BASE_TYPE_CHOICES", testbot.In(testbot.Row(`{"type":7,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`))},
		{"default value twice", testbot.In(testbot.Row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.1.id SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", testbot.In(testbot.Row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"2","type":"role"}]}`))},
		{"default values of texts", testbot.In(menu(`"default_values":[{"id":"1","type":"user"}],"options":[` + testbot.AnOption + `]`)), "components.0.components.0.default_values SELECT_COMPONENT_INVALID_FIELD", testbot.In(menu(`"options":[` + testbot.AnOption + `]`))},
		{"channel types of users", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u","channel_types":[0]}`)), "components.0.components.0.channel_types SELECT_COMPONENT_INVALID_FIELD", testbot.In(testbot.Row(`{"type":8,"custom_id":"/u","channel_types":[0]}`))},
		{"no options", testbot.In(menu(`"options":[]`)), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", testbot.In(menu(`"options":[` + testbot.AnOption + `]`))},
		{"options", testbot.In(menu(`"options":` + testbot.Times(26, testbot.AnOption))), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", testbot.In(menu(`"options":` + testbot.Times(25, testbot.AnOption)))},
		{"option label", testbot.In(menu(`"options":[{"label":"` + testbot.X(101) + `","value":"v"}]`)), "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH", testbot.In(menu(`"options":[{"label":"` + testbot.X(100) + `","value":"v"}]`))},
		{"option value", testbot.In(menu(`"options":[{"label":"l","value":"` + testbot.X(101) + `"}]`)), "components.0.components.0.options.0.value BASE_TYPE_BAD_LENGTH", testbot.In(menu(`"options":[{"label":"l","value":"` + testbot.X(100) + `"}]`))},
		{"option description", testbot.In(menu(`"options":[{"label":"l","value":"v","description":"` + testbot.X(101) + `"}]`)), "components.0.components.0.options.0.description BASE_TYPE_MAX_LENGTH", testbot.In(menu(`"options":[{"label":"l","value":"v","description":"` + testbot.X(100) + `"}]`))},
		{"duplicate values", testbot.In(menu(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`)), "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", testbot.In(menu(`"options":[{"label":"a","value":"v"},{"label":"a","value":"w"}]`))},
		{"placeholder", testbot.In(menu(`"placeholder":"` + testbot.X(151) + `","options":[` + testbot.AnOption + `]`)), "components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH", testbot.In(menu(`"placeholder":"` + testbot.X(150) + `","options":[` + testbot.AnOption + `]`))},
		{"min_values", testbot.In(menu(`"min_values":26,"max_values":25,"options":` + testbot.Times(25, testbot.AnOption))), "components.0.components.0.min_values NUMBER_TYPE_MAX", testbot.In(menu(`"min_values":25,"max_values":25,"options":` + testbot.Times(25, testbot.AnOption)))},
		{"max_values", testbot.In(menu(`"max_values":0,"min_values":0,"options":[` + testbot.AnOption + `]`)), "components.0.components.0.max_values NUMBER_TYPE_MIN", testbot.In(menu(`"max_values":1,"min_values":0,"options":[` + testbot.AnOption + `]`))},
		{"min over max", testbot.In(menu(`"min_values":2,"max_values":1,"options":` + testbot.Times(2, testbot.AnOption))), "components.0.components.0.min_values SELECT_COMPONENT_MIN_VALUES_INVALID", testbot.In(menu(`"min_values":1,"max_values":2,"options":` + testbot.Times(2, testbot.AnOption)))},
		{"max over options", testbot.In(menu(`"max_values":2,"options":[` + testbot.AnOption + `]`)), "components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", testbot.In(menu(`"max_values":1,"options":[` + testbot.AnOption + `]`))},
		{"options of users", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u","options":[` + testbot.AnOption + `]}`)), "components.0.components.0.options SELECT_COMPONENT_INVALID_FIELD", testbot.In(testbot.Row(`{"type":5,"custom_id":"/u"}`))},
	}},
}
