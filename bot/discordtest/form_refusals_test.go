package discordtest_test

import "strings"

// messageRefusals test the rules for a message's content, flags, nonceand allowed_mentions.
var messageRefusals = []rowRefusals{
	{"content", []refusal{
		{"content length", `{"content":"` + X(2001) + `"}`, "content BASE_TYPE_MAX_LENGTH", `{"content":"` + X(2000) + `"}`},
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
		{"V2 without components", `{"flags":32768}`, "50006", V2(AText)},
	}},
	{"nonce", []refusal{
		{"nonce", `{"content":"x","nonce":"` + X(26) + `"}`, "nonce BASE_TYPE_MAX_LENGTH", `{"content":"x","nonce":"` + X(25) + `"}`},
	}},
	{"allowed_mentions", []refusal{
		{"parse", `{"content":"x","allowed_mentions":{"parse":["people"]}}`, "allowed_mentions.parse.0 BASE_TYPE_CHOICES", `{"content":"x","allowed_mentions":{"parse":["users","roles","everyone"]}}`},
		{"parse and users", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"users":[]}}`},
		{"parse and roles", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `{"content":"x","allowed_mentions":{"parse":["users"],"roles":["1"]}}`},
		{"mentioned users", `{"content":"x","allowed_mentions":{"users":` + Times(101, `"1#"`) + `}}`, "allowed_mentions.users BASE_TYPE_MAX_LENGTH", `{"content":"x","allowed_mentions":{"users":` + Times(100, `"1#"`) + `}}`},
		{"mentioned names", `{"content":"x","allowed_mentions":{"users":["bob"]}}`, "allowed_mentions.users.0 NUMBER_TYPE_COERCE", `{"content":"x","allowed_mentions":{"users":["12"]}}`},
	}},
}

// componentRefusals test the rules for components of messages without the Components V2 flag.
var componentRefusals = []rowRefusals{
	{"legacy rows", []refusal{
		{"rows", `{"components":` + Times(6, Row(AButton)) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"components":` + Times(5, Row(AButton)) + `}`},
		{"button without a row", In(Button(`"custom_id":"/a","label":"x"`)), "components.0 UNION_TYPE_CHOICES", In(Row(Button(`"custom_id":"/a","label":"x"`)))},
		{"unknown type", In(`{"type":99}`), "components.0 UNION_TYPE_CHOICES", In(Row(AButton))},
		{"no type", In(`{}`), "components.0.type BASE_TYPE_REQUIRED", In(Row(AButton))},
		{"text display without V2", In(AText), "components.0 UNION_TYPE_CHOICES", V2(AText)},
		{"row in a row", In(Row(Row(AButton))), "components.0.components.0 UNION_TYPE_CHOICES", In(Row(AButton))},
	}},
	{"action row", []refusal{
		{"empty row", In(Row("")), "components.0.components BASE_TYPE_BAD_LENGTH", In(Row(AButton))},
		{"six buttons", In(`{"type":1,"components":` + Times(6, AButton) + `}`), "components.0.components BASE_TYPE_BAD_LENGTH", In(`{"type":1,"components":` + Times(5, AButton) + `}`)},
		{"button and menu", In(Row(AButton + `,{"type":3,"custom_id":"/m","options":[{"label":"o","value":"o"}]}`)), "components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED", In(menu(`"options":[` + AnOption + `]`))},
	}},
	{"custom_id", []refusal{
		{"duplicate custom ids", In(Row(Button(`"custom_id":"/a","label":"x"`) + "," + Button(`"custom_id":"/a","label":"y","disabled":true`))), "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED", In(Row(Button(`"custom_id":"/a","label":"x"`) + "," + Button(`"custom_id":"/b","label":"x"`)))},
		{"custom id length", In(Row(Button(`"custom_id":"` + X(101) + `","label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH", In(Row(Button(`"custom_id":"` + X(100) + `","label":"x"`)))},
		{"no custom id", In(Row(Button(`"label":"x"`))), "components.0.components.0.custom_id BASE_TYPE_REQUIRED", In(Row(AButton))},
	}},
	{"button", []refusal{
		{"label length", In(Row(Button(`"custom_id":"/a","label":"` + X(81) + `"`))), "components.0.components.0.label BASE_TYPE_MAX_LENGTH", In(Row(Button(`"custom_id":"/a","label":"` + X(80) + `"`)))},
		{"no label", In(Row(Button(`"custom_id":"/a"`))), "components.0.components.0.label BASE_TYPE_REQUIRED", In(Row(Button(`"custom_id":"/a","emoji":{"name":"❌"}`)))},
		{"style", In(Row(`{"type":2,"style":7,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_CHOICES", In(Row(`{"type":2,"style":4,"custom_id":"/a","label":"x"}`))},
		{"no style", In(Row(`{"type":2,"custom_id":"/a","label":"x"}`)), "components.0.components.0.style BASE_TYPE_REQUIRED", In(Row(AButton))},
		{"url on a plain button", In(Row(Button(`"custom_id":"/a","label":"x","url":"https://example.com"`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", In(Row(Button(`"custom_id":"/a","label":"x","url":null`)))},
		{"empty url on a plain button", In(Row(Button(`"custom_id":"/a","label":"x","url":""`))), "components.0.components.0.url BUTTON_COMPONENT_CUSTOM_ID_INVALID_FIELD", In(Row(Button(`"custom_id":"/a","label":"x"`)))},
		{"custom id on a link", In(Row(`{"type":2,"style":5,"custom_id":"/a","label":"x","url":"https://example.com"}`)), "components.0.components.0.custom_id BUTTON_COMPONENT_LINK_INVALID_FIELD", In(Row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"no url", In(Row(`{"type":2,"style":5,"label":"x"}`)), "components.0.components.0.url BASE_TYPE_REQUIRED", In(Row(`{"type":2,"style":5,"label":"x","url":"https://example.com"}`))},
		{"url scheme", In(Row(`{"type":2,"style":5,"label":"x","url":"ftp://example.com"}`)), "components.0.components.0.url URL_TYPE_INVALID_SCHEME", In(Row(`{"type":2,"style":5,"label":"x","url":"http://example.com"}`))},
		{"no url at all", In(Row(`{"type":2,"style":5,"label":"x","url":"https://"}`)), "components.0.components.0.url URL_TYPE_INVALID_URL", In(Row(`{"type":2,"style":5,"label":"x","url":"HTTPS://example.com"}`))},
		{"url length", In(Row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 493) + `"}`)), "components.0.components.0.url BASE_TYPE_BAD_LENGTH", In(Row(`{"type":2,"style":5,"label":"x","url":"https://example.com/` + strings.Repeat("a", 492) + `"}`))},
		{"symbol for emoji", In(Row(Button(`"custom_id":"/a","emoji":{"name":"✗"}`))), "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI", In(Row(Button(`"custom_id":"/a","emoji":{"name":"✖️"}`)))},
		{"unknown custom emoji", In(Row(Button(`"custom_id":"/a","emoji":{"id":"12","name":"x"}`))), "components.0.components.0.emoji.id COMPONENT_INVALID_EMOJI", In(Row(Button(`"custom_id":"/a","emoji":{"name":"1️⃣"}`)))},
	}},
	{"string select", []refusal{
		{"default values", In(Row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`)), "components.0.components.0.default_values BASE_TYPE_BAD_LENGTH", In(Row(`{"type":5,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"user"},{"id":"2","type":"user"}]}`))},
		{"kind of a default value", In(Row(`{"type":5,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.0.type BASE_TYPE_CHOICES", In(Row(`{"type":7,"custom_id":"/u","default_values":[{"id":"1","type":"role"}]}`))},
		{"default value twice", In(Row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"1","type":"role"}]}`)), "components.0.components.0.default_values.1.id SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", In(Row(`{"type":6,"custom_id":"/u","max_values":2,"default_values":[{"id":"1","type":"role"},{"id":"2","type":"role"}]}`))},
		{"default values of texts", In(menu(`"default_values":[{"id":"1","type":"user"}],"options":[` + AnOption + `]`)), "components.0.components.0.default_values SELECT_COMPONENT_INVALID_FIELD", In(menu(`"options":[` + AnOption + `]`))},
		{"channel types of users", In(Row(`{"type":5,"custom_id":"/u","channel_types":[0]}`)), "components.0.components.0.channel_types SELECT_COMPONENT_INVALID_FIELD", In(Row(`{"type":8,"custom_id":"/u","channel_types":[0]}`))},
		{"no options", In(menu(`"options":[]`)), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", In(menu(`"options":[` + AnOption + `]`))},
		{"options", In(menu(`"options":` + Times(26, AnOption))), "components.0.components.0.options BASE_TYPE_BAD_LENGTH", In(menu(`"options":` + Times(25, AnOption)))},
		{"option label", In(menu(`"options":[{"label":"` + X(101) + `","value":"v"}]`)), "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH", In(menu(`"options":[{"label":"` + X(100) + `","value":"v"}]`))},
		{"option value", In(menu(`"options":[{"label":"l","value":"` + X(101) + `"}]`)), "components.0.components.0.options.0.value BASE_TYPE_BAD_LENGTH", In(menu(`"options":[{"label":"l","value":"` + X(100) + `"}]`))},
		{"option description", In(menu(`"options":[{"label":"l","value":"v","description":"` + X(101) + `"}]`)), "components.0.components.0.options.0.description BASE_TYPE_MAX_LENGTH", In(menu(`"options":[{"label":"l","value":"v","description":"` + X(100) + `"}]`))},
		{"duplicate values", In(menu(`"options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]`)), "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", In(menu(`"options":[{"label":"a","value":"v"},{"label":"a","value":"w"}]`))},
		{"placeholder", In(menu(`"placeholder":"` + X(151) + `","options":[` + AnOption + `]`)), "components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH", In(menu(`"placeholder":"` + X(150) + `","options":[` + AnOption + `]`))},
		{"min_values", In(menu(`"min_values":26,"max_values":25,"options":` + Times(25, AnOption))), "components.0.components.0.min_values NUMBER_TYPE_MAX", In(menu(`"min_values":25,"max_values":25,"options":` + Times(25, AnOption)))},
		{"max_values", In(menu(`"max_values":0,"min_values":0,"options":[` + AnOption + `]`)), "components.0.components.0.max_values NUMBER_TYPE_MIN", In(menu(`"max_values":1,"min_values":0,"options":[` + AnOption + `]`))},
		{"min over max", In(menu(`"min_values":2,"max_values":1,"options":` + Times(2, AnOption))), "components.0.components.0.min_values SELECT_COMPONENT_MIN_VALUES_INVALID", In(menu(`"min_values":1,"max_values":2,"options":` + Times(2, AnOption)))},
		{"max over options", In(menu(`"max_values":2,"options":[` + AnOption + `]`)), "components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", In(menu(`"max_values":1,"options":[` + AnOption + `]`))},
		{"options of users", In(Row(`{"type":5,"custom_id":"/u","options":[` + AnOption + `]}`)), "components.0.components.0.options SELECT_COMPONENT_INVALID_FIELD", In(Row(`{"type":5,"custom_id":"/u"}`))},
	}},
}

// layoutRefusals test the rules for messages with Components V2.
var layoutRefusals = []rowRefusals{
	{"id", []refusal{
		{"duplicate ids", V2(`{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`), "components.1.id COMPONENT_ID_DUPLICATED", V2(`{"type":10,"id":0,"content":"a"},{"type":10,"id":0,"content":"b"}`)},
		{"id range", V2(`{"type":10,"id":2147483648,"content":"a"}`), "components.0.id NUMBER_TYPE_MAX", V2(`{"type":10,"id":2147483647,"content":"a"}`)},
	}},
	{"Components V2", []refusal{
		{"V2 content", `{"flags":32768,"content":"x","components":[` + AText + `]}`, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"content":"","embeds":null,"components":[` + AText + `]}`},
		{"41 nested", V2(`{"type":17,"components":` + Times(39, AText) + `},` + AText), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", V2(`{"type":17,"components":` + Times(38, AText) + `},` + AText)},
		{"41 at the top", `{"flags":32768,"components":` + Times(41, AText) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"flags":32768,"components":` + Times(40, AText) + `}`},
		{"accessories count", V2(`{"type":17,"components":` + Times(37, AText) + `},{"type":9,"components":[` + AText + `],"accessory":` + AButton + `}`), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", V2(`{"type":17,"components":` + Times(36, AText) + `},{"type":9,"components":[` + AText + `],"accessory":` + AButton + `}`)},
		{"container in a container", V2(`{"type":17,"components":[{"type":17,"components":[` + AText + `]}]}`), "components.0.components.0 UNION_TYPE_CHOICES", V2(`{"type":17,"components":[` + AText + `]}`)},
		{"empty container", V2(`{"type":17,"components":[]}`), "components.0.components BASE_TYPE_BAD_LENGTH", V2(`{"type":17,"components":[` + AText + `]}`)},
		{"accent colour", V2(`{"type":17,"accent_color":16777216,"components":[` + AText + `]}`), "components.0.accent_color NUMBER_TYPE_MAX", V2(`{"type":17,"accent_color":16777215,"components":[` + AText + `]}`)},
		{"spacing", V2(`{"type":14,"spacing":3}`), "components.0.spacing BASE_TYPE_CHOICES", V2(`{"type":14,"spacing":2}`)},
		{"gallery", V2(`{"type":12,"items":` + Times(11, APicture) + `}`), "components.0.items BASE_TYPE_BAD_LENGTH", V2(`{"type":12,"items":` + Times(10, APicture) + `}`)},
		{"empty gallery", V2(`{"type":12,"items":[]}`), "components.0.items BASE_TYPE_BAD_LENGTH", V2(`{"type":12,"items":[` + APicture + `]}`)},
		{"missing attachment", V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", V2(`{"type":12,"items":[` + APicture + `]}`)},
		{"picture description", V2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + X(1025) + `"}]}`), "components.0.items.0.description BASE_TYPE_BAD_LENGTH", V2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + X(1024) + `"}]}`)},
		{"file from elsewhere", V2(`{"type":13,"file":{"url":"https://example.com/x"}}`), "components.0.file.url URL_TYPE_INVALID_SCHEME", V2(AText)},
	}},
	{"V2 text", []refusal{
		{"text over all", V2(`{"type":10,"content":"` + X(3999) + `"},{"type":10,"content":"ab"}`), "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", V2(`{"type":10,"content":"` + X(3999) + `"},{"type":10,"content":"a"}`)},
		{"one text", V2(`{"type":10,"content":"` + X(4001) + `"}`), "components.0.content BASE_TYPE_BAD_LENGTH", V2(`{"type":10,"content":"` + X(4000) + `"}`)},
		{"empty text", V2(`{"type":10,"content":""}`), "components.0.content BASE_TYPE_BAD_LENGTH", V2(`{"type":10,"content":"a"}`)},
		{"no text", V2(`{"type":10}`), "components.0.content BASE_TYPE_REQUIRED", V2(AText)},
	}},
	{"section", []refusal{
		{"section of four", section(Times(4, AText), AButton), "components.0.components BASE_TYPE_BAD_LENGTH", section(Times(3, AText), AButton)},
		{"section without accessory", V2(`{"type":9,"components":[` + AText + `]}`), "components.0.accessory BASE_TYPE_REQUIRED", section("["+AText+"]", AButton)},
		{"menu as accessory", section("["+AText+"]", `{"type":3,"custom_id":"/m","options":[`+AnOption+`]}`), "components.0.accessory UNION_TYPE_CHOICES", section("["+AText+"]", `{"type":11,"media":{"url":"https://example.com/a.png"}}`)},
		{"button in a section", section("["+AButton+"]", AButton), "components.0.components.0 UNION_TYPE_CHOICES", section("["+AText+"]", AButton)},
	}},
	{"text input", []refusal{
		{"text input in a message", V2(Row(`{"type":4,"custom_id":"/t","style":1,"label":"x"}`)), "components.0.components.0 UNION_TYPE_CHOICES", V2(Row(AButton))},
	}},
}

// modalRefusals test the rules for the text inputs of modals.
var modalRefusals = []rowRefusals{
	{"modal", []refusal{
		{"button", Modal(Row(AButton)), "data.components.0.components.0 UNION_TYPE_CHOICES", Modal(ARow)},
		{"input without a row", Modal(`{"type":4,"custom_id":"c","style":1,"label":"l"}`), "data.components.0 UNION_TYPE_CHOICES", Modal(ARow)},
		{"two in a row", Modal(`{"type":1,"components":` + Times(2, `{"type":4,"custom_id":"#","style":1,"label":"l"}`) + `}`), "data.components.0.components BASE_TYPE_BAD_LENGTH", Modal(ARow)},
		{"same custom ids", Modal(ARow + "," + ARow), "data.components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED", Modal(ARow)},
		{"no label", Modal(Row(`{"type":4,"custom_id":"c","style":1}`)), "data.components.0.components.0.label BASE_TYPE_REQUIRED", input(``)},
		{"label", Modal(Row(`{"type":4,"custom_id":"c","style":1,"label":"` + X(46) + `"}`)), "data.components.0.components.0.label BASE_TYPE_BAD_LENGTH", Modal(Row(`{"type":4,"custom_id":"c","style":1,"label":"` + X(45) + `"}`))},
		{"style", Modal(Row(`{"type":4,"custom_id":"c","style":3,"label":"l"}`)), "data.components.0.components.0.style BASE_TYPE_CHOICES", Modal(Row(`{"type":4,"custom_id":"c","style":2,"label":"l"}`))},
		{"min over max", input(`,"min_length":5,"max_length":4`), "data.components.0.components.0 COMPONENT_VALIDATION_FAILED", input(`,"min_length":4,"max_length":4`)},
		{"value over max", input(`,"max_length":4,"value":"` + X(5) + `"`), "data.components.0.components.0 COMPONENT_VALIDATION_FAILED", input(`,"max_length":4,"value":"` + X(4) + `"`)},
		{"lines in a short one", input(`,"value":"a\nb"`), "data.components.0.components.0 COMPONENT_VALIDATION_FAILED", input(`,"value":"a b"`)},
		{"min_length", input(`,"min_length":4001`), "data.components.0.components.0.min_length NUMBER_TYPE_MAX", input(`,"min_length":4000`)},
		{"max_length", input(`,"max_length":0`), "data.components.0.components.0.max_length NUMBER_TYPE_MIN", input(`,"max_length":1`)},
		{"value", input(`,"value":"` + X(4001) + `"`), "data.components.0.components.0.value BASE_TYPE_MAX_LENGTH", input(`,"value":"` + X(4000) + `"`)},
		{"placeholder", input(`,"placeholder":"` + X(101) + `"`), "data.components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH", input(`,"placeholder":"` + X(100) + `"`)},
	}},
}
