package discordtest_test

import (
	"strings"
)

// componentRefusals are those of components without Components V2.
var componentRefusals = []rowRefusals{
	{"legacy rows", []refusal{
		{"rows", `{"components":` + times(6, row(aButton)) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"components":` + times(5, row(aButton)) + `}`},
		{"button without a row", in(button(`"custom_id":"/a","label":"x"`)), "components.0 UNION_TYPE_CHOICES", in(row(button(`"custom_id":"/a","label":"x"`)))},
		{"unknown type", in(`{"type":99}`), "components.0 UNION_TYPE_CHOICES", in(row(aButton))},
		{"no type", in(`{}`), "components.0.type BASE_TYPE_REQUIRED", in(row(aButton))},
		{"text display without V2", in(aText), "components.0 UNION_TYPE_CHOICES", v2(aText)},
		{"row in a row", in(row(row(aButton))), "components.0.components.0 UNION_TYPE_CHOICES", in(row(aButton))},
	}},
	{"action row", []refusal{
		{"empty row", in(row("")), "components.0.components BASE_TYPE_BAD_LENGTH", in(row(aButton))},
		{"six buttons", in(`{"type":1,"components":` + times(6, aButton) + `}`), "components.0.components BASE_TYPE_BAD_LENGTH", in(`{"type":1,"components":` + times(5, aButton) + `}`)},
		{"button and menu", in(row(aButton + `,{"type":3,"custom_id":"/m","options":[{"label":"o","value":"o"}]}`)), "components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED", in(menu(`"options":[` + anOption + `]`))},
	}},
	{"custom_id", []refusal{
		{"duplicate custom ids", in(row(button(`"custom_id":"/a","label":"x"`) + "," + button(`"custom_id":"/a","label":"y","disabled":true`))), "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED", in(row(button(`"custom_id":"/a","label":"x"`) + "," + button(`"custom_id":"/b","label":"x"`)))},
		{"custom id length", in(row(button(`"custom_id":"` + x(101) + `","label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH", in(row(button(`"custom_id":"` + x(100) + `","label":"x"`)))},
		{"no custom id", in(row(button(`"label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_REQUIRED", in(row(aButton))},
	}},
	{"button", []refusal{
		{"label length", in(row(button(`"custom_id":"/a","label":"` + x(81) + `"`))), "components.0.components.0.label BASE_TYPE_MAX_LENGTH", in(row(button(`"custom_id":"/a","label":"` + x(80) + `"`)))},
		{"no label", in(row(button(`"custom_id":"/a"`))), "components.0.components.0.label BASE_TYPE_REQUIRED", in(row(button(`"custom_id":"/a","emoji":{"name":"❌"}`)))},
		{"style", in(row(`{"type":2,"style":7,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_CHOICES", in(row(`{"type":2,"style":4,"custom_id":"/a","label":"x"}`))},
		{"no style", in(row(`{"type":2,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_REQUIRED", in(row(aButton))},
		{"url on a plain button", in(row(button(`"custom_id":"/a","label":"x","url":"https://example.com"`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", in(row(button(`"custom_id":"/a","label":"x","url":null`)))},
		{"empty url on a plain button", in(row(button(`"custom_id":"/a","label":"x","url":""`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", in(row(button(`"custom_id":"/a","label":"x"`)))},
		{"custom id on a link", in(row(`{"type":2,"style":5,"custom_id":"/a","label":"x","url":"https://example.com"}`)), "components.0.components.0.custom_id BUTTON_COMPONENT_LINK_INVALID_FIELD", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"no url", in(row(`{"type":2,"style":5,"label":"x"}`)), "components.0.components.0.url BASE_TYPE_REQUIRED", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"url scheme", in(row(`{"type":2,"style":5,"label":"x","url":"ftp://example.com"}`)), "components.0.components.0.url URL_TYPE_INVALID_SCHEME", in(row(`{"type":2,"style":5,"label":"x","url":"http://example.com"}`))},
		{"no url at all", in(row(`{"type":2,"style":5,"label":"x","url":"https://"}`)), "components.0.components.0.url URL_TYPE_INVALID_URL", in(row(`{"type":2,"style":5,"label":"x","url":"HTTPS://example.com"}`))},
		{"url length", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 493) + `"}`)), "components.0.components.0.url BASE_TYPE_BAD_LENGTH", in(row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 492) + `"}`))},
		{"premium without sku", in(row(`{"type":2,"style":6}`)), "components.0.components.0.sku_id BASE_TYPE_REQUIRED", in(row(`{"type":2,"style":6,"sku_id":"1"}`))},
		{"premium with a label", in(row(`{"type":2,"style":6,"sku_id":"1","label":"x"}`)), "components.0.components.0.label BUTTON_COMPONENT_PREMIUM_INVALID_FIELD", in(row(`{"type":2,"style":6,"sku_id":"1"}`))},
		{"symbol for emoji", in(row(button(`"custom_id":"/a","emoji":{"name":"✗"}`))), "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI", in(row(button(`"custom_id":"/a","emoji":{"name":"✖️"}`)))},
		{"unknown custom emoji", in(row(button(`"custom_id":"/a","emoji":{"id":"12","name":"x"}`))), "components.0.components.0.emoji.id COMPONENT_INVALID_EMOJI", in(row(button(`"custom_id":"/a","emoji":{"name":"1️⃣"}`)))},
	}},
	{"string select", []refusal{
		{"default values", in(row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`)), "components.0.components.0.default_values BASE_TYPE_BAD_LENGTH", in(row(`{"type":5,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`))},
		{"kind of a default value", in(row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.0.type BASE_TYPE_CHOICES", in(row(`{"type":7,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`))},
		{"default value twice", in(row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.1.id SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", in(row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"2","type":"role"}]}`))},
		{"default values of texts", in(menu(`"default_values":[{"id":"1","type":"user"}],"options":[` + anOption + `]`)), "components.0.components.0.default_values SELECT_COMPONENT_INVALID_FIELD", in(menu(`"options":[` + anOption + `]`))},
		{"channel types of users", in(row(`{"type":5,"custom_id":"/u","channel_types":[0]}`)), "components.0.components.0.channel_types SELECT_COMPONENT_INVALID_FIELD", in(row(`{"type":8,"custom_id":"/u","channel_types":[0]}`))},
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
	}},
}
