package discordtest_test

// layoutRefusals are those of Components V2.
var layoutRefusals = []rowRefusals{
	{"id", []refusal{
		{"duplicate ids", v2(`{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`), "components.1.id COMPONENT_ID_DUPLICATED", v2(`{"type":10,"id":0,"content":"a"},{"type":10,"id":0,"content":"b"}`)},
		{"id range", v2(`{"type":10,"id":2147483648,"content":"a"}`), "components.0.id NUMBER_TYPE_MAX", v2(`{"type":10,"id":2147483647,"content":"a"}`)},
	}},
	{"Components V2", []refusal{
		{"V2 content", `{"flags":32768,"content":"x","components":[` + aText + `]}`, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"content":"","embeds":null,"components":[` + aText + `]}`},
		{"V2 embeds", `{"flags":32768,"embeds":[` + someEmbed + `],"components":[` + aText + `]}`, "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"embeds":[],"components":[` + aText + `]}`},
		{"V2 poll", `{"flags":32768,"poll":{"question":{}},"components":[` + aText + `]}`, "poll MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", v2(aText)},
		{"V2 stickers", `{"flags":32768,"sticker_ids":["1"],"components":[` + aText + `]}`, "sticker_ids MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", v2(aText)},
		{"41 nested", v2(`{"type":17,"components":` + times(39, aText) + `},` + aText), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", v2(`{"type":17,"components":` + times(38, aText) + `},` + aText)},
		{"41 at the top", `{"flags":32768,"components":` + times(41, aText) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"flags":32768,"components":` + times(40, aText) + `}`},
		{"accessories count", v2(`{"type":17,"components":` + times(37, aText) + `},{"type":9,"components":[` + aText + `],"accessory":` + aButton + `}`), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", v2(`{"type":17,"components":` + times(36, aText) + `},{"type":9,"components":[` + aText + `],"accessory":` + aButton + `}`)},
		{"container in a container", v2(`{"type":17,"components":[{"type":17,"components":[` + aText + `]}]}`), "components.0.components.0 UNION_TYPE_CHOICES", v2(`{"type":17,"components":[` + aText + `]}`)},
		{"empty container", v2(`{"type":17,"components":[]}`), "components.0.components BASE_TYPE_BAD_LENGTH", v2(`{"type":17,"components":[` + aText + `]}`)},
		{"accent colour", v2(`{"type":17,"accent_color":16777216,"components":[` + aText + `]}`), "components.0.accent_color NUMBER_TYPE_MAX", v2(`{"type":17,"accent_color":16777215,"components":[` + aText + `]}`)},
		{"spacing", v2(`{"type":14,"spacing":3}`), "components.0.spacing BASE_TYPE_CHOICES", v2(`{"type":14,"spacing":2}`)},
		{"gallery", v2(`{"type":12,"items":` + times(11, aPicture) + `}`), "components.0.items BASE_TYPE_BAD_LENGTH", v2(`{"type":12,"items":` + times(10, aPicture) + `}`)},
		{"empty gallery", v2(`{"type":12,"items":[]}`), "components.0.items BASE_TYPE_BAD_LENGTH", v2(`{"type":12,"items":[` + aPicture + `]}`)},
		{"missing attachment", v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", v2(`{"type":12,"items":[` + aPicture + `]}`)},
		{"picture description", v2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + x(1025) + `"}]}`), "components.0.items.0.description BASE_TYPE_BAD_LENGTH", v2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + x(1024) + `"}]}`)},
		{"file from elsewhere", v2(`{"type":13,"file":{"url":"https://example.com/x"}}`), "components.0.file.url URL_TYPE_INVALID_SCHEME", v2(aText)},
	}},
	{"V2 text", []refusal{
		{"text over all", v2(`{"type":10,"content":"` + x(3999) + `"},{"type":10,"content":"ab"}`), "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", v2(`{"type":10,"content":"` + x(3999) + `"},{"type":10,"content":"a"}`)},
		{"one text", v2(`{"type":10,"content":"` + x(4001) + `"}`), "components.0.content BASE_TYPE_BAD_LENGTH", v2(`{"type":10,"content":"` + x(4000) + `"}`)},
		{"empty text", v2(`{"type":10,"content":""}`), "components.0.content BASE_TYPE_BAD_LENGTH", v2(`{"type":10,"content":"a"}`)},
		{"no text", v2(`{"type":10}`), "components.0.content BASE_TYPE_REQUIRED", v2(aText)},
	}},
	{"section", []refusal{
		{"section of four", section(times(4, aText), aButton), "components.0.components BASE_TYPE_BAD_LENGTH", section(times(3, aText), aButton)},
		{"section without accessory", v2(`{"type":9,"components":[` + aText + `]}`), "components.0.accessory BASE_TYPE_REQUIRED", section("["+aText+"]", aButton)},
		{"menu as accessory", section("["+aText+"]", `{"type":3,"custom_id":"/m","options":[`+anOption+`]}`), "components.0.accessory UNION_TYPE_CHOICES", section("["+aText+"]", `{"type":11,"media":{"url":"https://example.com/a.png"}}`)},
		{"button in a section", section("["+aButton+"]", aButton), "components.0.components.0 UNION_TYPE_CHOICES", section("["+aText+"]", aButton)},
	}},
	{"text input", []refusal{
		{"text input in a message", v2(row(`{"type":4,"custom_id":"/t","style":1,"label":"x"}`)), "components.0.components.0 UNION_TYPE_CHOICES", v2(row(aButton))},
	}},
}
