package validate_test

import "noughts/bot/discordtest/internal/testbot"

// layoutRefusals test the rules for messages with Components V2.
var layoutRefusals = []rowRefusals{
	{"id", []refusal{
		{"duplicate ids", testbot.V2(`{"type":10,"id":3,"content":"a"},{"type":10,"id":3,"content":"b"}`), "components.1.id COMPONENT_ID_DUPLICATED", testbot.V2(`{"type":10,"id":0,"content":"a"},{"type":10,"id":0,"content":"b"}`)},
		{"id range", testbot.V2(`{"type":10,"id":2147483648,"content":"a"}`), "components.0.id NUMBER_TYPE_MAX", testbot.V2(`{"type":10,"id":2147483647,"content":"a"}`)},
	}},
	{"Components V2", []refusal{
		{"V2 content", `{"flags":32768,"content":"x","components":[` + testbot.AText + `]}`, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", `{"flags":32768,"content":"","embeds":null,"components":[` + testbot.AText + `]}`},
		{"41 nested", testbot.V2(`{"type":17,"components":` + testbot.Times(39, testbot.AText) + `},` + testbot.AText), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", testbot.V2(`{"type":17,"components":` + testbot.Times(38, testbot.AText) + `},` + testbot.AText)},
		{"41 at the top", `{"flags":32768,"components":` + testbot.Times(41, testbot.AText) + `}`, "components BASE_TYPE_MAX_LENGTH", `{"flags":32768,"components":` + testbot.Times(40, testbot.AText) + `}`},
		{"accessories count", testbot.V2(`{"type":17,"components":` + testbot.Times(37, testbot.AText) + `},{"type":9,"components":[` + testbot.AText + `],"accessory":` + testbot.AButton + `}`), "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", testbot.V2(`{"type":17,"components":` + testbot.Times(36, testbot.AText) + `},{"type":9,"components":[` + testbot.AText + `],"accessory":` + testbot.AButton + `}`)},
		{"container in a container", testbot.V2(`{"type":17,"components":[{"type":17,"components":[` + testbot.AText + `]}]}`), "components.0.components.0 UNION_TYPE_CHOICES", testbot.V2(`{"type":17,"components":[` + testbot.AText + `]}`)},
		{"empty container", testbot.V2(`{"type":17,"components":[]}`), "components.0.components BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":17,"components":[` + testbot.AText + `]}`)},
		{"accent colour", testbot.V2(`{"type":17,"accent_color":16777216,"components":[` + testbot.AText + `]}`), "components.0.accent_color NUMBER_TYPE_MAX", testbot.V2(`{"type":17,"accent_color":16777215,"components":[` + testbot.AText + `]}`)},
		{"spacing", testbot.V2(`{"type":14,"spacing":3}`), "components.0.spacing BASE_TYPE_CHOICES", testbot.V2(`{"type":14,"spacing":2}`)},
		{"gallery", testbot.V2(`{"type":12,"items":` + testbot.Times(11, testbot.APicture) + `}`), "components.0.items BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":12,"items":` + testbot.Times(10, testbot.APicture) + `}`)},
		{"empty gallery", testbot.V2(`{"type":12,"items":[]}`), "components.0.items BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":12,"items":[` + testbot.APicture + `]}`)},
		{"missing attachment", testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`), "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", testbot.V2(`{"type":12,"items":[` + testbot.APicture + `]}`)},
		{"picture description", testbot.V2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + testbot.X(1025) + `"}]}`), "components.0.items.0.description BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":12,"items":[{"media":{"url":"https://example.com"},"description":"` + testbot.X(1024) + `"}]}`)},
		{"file from elsewhere", testbot.V2(`{"type":13,"file":{"url":"https://example.com/x"}}`), "components.0.file.url URL_TYPE_INVALID_SCHEME", testbot.V2(testbot.AText)},
	}},
	{"V2 text", []refusal{
		{"text over all", testbot.V2(`{"type":10,"content":"` + testbot.X(3999) + `"},{"type":10,"content":"ab"}`), "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", testbot.V2(`{"type":10,"content":"` + testbot.X(3999) + `"},{"type":10,"content":"a"}`)},
		{"one text", testbot.V2(`{"type":10,"content":"` + testbot.X(4001) + `"}`), "components.0.content BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":10,"content":"` + testbot.X(4000) + `"}`)},
		{"empty text", testbot.V2(`{"type":10,"content":""}`), "components.0.content BASE_TYPE_BAD_LENGTH", testbot.V2(`{"type":10,"content":"a"}`)},
		{"no text", testbot.V2(`{"type":10}`), "components.0.content BASE_TYPE_REQUIRED", testbot.V2(testbot.AText)},
	}},
	{"section", []refusal{
		{"section of four", section(testbot.Times(4, testbot.AText), testbot.AButton), "components.0.components BASE_TYPE_BAD_LENGTH", section(testbot.Times(3, testbot.AText), testbot.AButton)},
		{"section without accessory", testbot.V2(`{"type":9,"components":[` + testbot.AText + `]}`), "components.0.accessory BASE_TYPE_REQUIRED", section("["+testbot.AText+"]", testbot.AButton)},
		{"menu as accessory", section("["+testbot.AText+"]", `{"type":3,"custom_id":"/m","options":[`+testbot.AnOption+`]}`), "components.0.accessory UNION_TYPE_CHOICES", section("["+testbot.AText+"]", `{"type":11,"media":{"url":"https://example.com/a.png"}}`)},
		{"button in a section", section("["+testbot.AButton+"]", testbot.AButton), "components.0.components.0 UNION_TYPE_CHOICES", section("["+testbot.AText+"]", testbot.AButton)},
	}},
	{"text input", []refusal{
		{"text input in a message", testbot.V2(testbot.Row(`{"type":4,"custom_id":"/t","style":1,"label":"x"}`)), "components.0.components.0 UNION_TYPE_CHOICES", testbot.V2(testbot.Row(testbot.AButton))},
	}},
}
