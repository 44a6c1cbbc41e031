package validate_test

import (
	"noughts/bot/discordtest/internal/testbot"
)

// bulkRefusals test the rules for a bulk overwrite of commands.
var bulkRefusals = []rowRefusals{
	{"Per app, global (and again per guild)", []refusal{
		{"101 slash commands", testbot.Times(101, `{"name":"c#","description":"x"}`), "30032", testbot.Times(100, `{"name":"c#","description":"x"}`)},
		{"16 user commands", testbot.Times(16, `{"name":"c#","type":2}`), "30032", testbot.Times(15, `{"name":"c#","type":2}`)},
		{"16 message commands", testbot.Times(16, `{"name":"c#","type":3}`), "30032", testbot.Times(15, `{"name":"c#","type":3}`)},
		{"131 commands", testbot.Times(131, `{"name":"c#","description":"x"}`), " BASE_TYPE_MAX_LENGTH", `[]`},
	}},
	{"Uniqueness", []refusal{
		{"same names", `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, "1 APPLICATION_COMMANDS_DUPLICATE_NAME", `[{"name":"a","description":"x"},{"name":"a","type":2}]`},
	}},
	{"Errors", []refusal{
		{"one wrong of two", `[{"name":"a","description":"x"},{"name":"b"}]`, "1.description BASE_TYPE_REQUIRED", `[{"name":"a","description":"x"},{"name":"b","description":"x"}]`},
		{"not a list", `{"name":"a","description":"x"}`, " LIST_TYPE_CONVERT", `[{"name":"a","description":"x"}]`},
	}},
}

// sequenceRefusals test the daily limit on new commands. A body is a list of bulk overwrites that are sent in turn. The
// last overwrite of a bad body is refused.
var sequenceRefusals = []rowRefusals{
	{"Creates", []refusal{
		{"201 creations", `[` + testbot.Times(100, `{"name":"c#","description":"x"}`) + `,[],` + testbot.Times(100, `{"name":"c#","description":"x"}`) + `,[],[{"name":"one","description":"more"}]]`,
			"30034", `[` + testbot.Times(100, `{"name":"c#","description":"x"}`) + `,[],` + testbot.Times(100, `{"name":"c#","description":"x"}`) + `]`},
	}},
}

// callbackRefusals test the rules for callbacks that answer a slash command, including modals.
var callbackRefusals = []rowRefusals{
	{"content", []refusal{
		{"of an answer", `{"type":4,"data":{"content":"` + testbot.X(2001) + `"}}`, "data.content BASE_TYPE_MAX_LENGTH", `{"type":4,"data":{"content":"` + testbot.X(2000) + `"}}`},
	}},
	{"empty message", []refusal{
		{"answer", `{"type":4,"data":{"content":""}}`, "50006", `{"type":4,"data":{"content":"x"}}`},
		{"update of a command", `{"type":7,"data":{"content":"x"}}`, "type BASE_TYPE_CHOICES", `{"type":5}`},
		{"no type", `{"data":{"content":"x"}}`, "type BASE_TYPE_REQUIRED", `{"type":4,"data":{"content":"x"}}`},
	}},
	{"text input", []refusal{
		{"no modal", `{"type":9}`, "data BASE_TYPE_REQUIRED", testbot.Modal(testbot.ALabel)},
		{"no custom id of the modal", `{"type":9,"data":{"title":"t","components":[` + testbot.ALabel + `]}}`, "data.custom_id BASE_TYPE_REQUIRED", testbot.Modal(testbot.ALabel)},
		{"title", `{"type":9,"data":{"custom_id":"c","title":"` + testbot.X(46) + `","components":[` + testbot.ALabel + `]}}`, "data.title BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"` + testbot.X(45) + `","components":[` + testbot.ALabel + `]}}`},
		{"components of a modal", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + testbot.Times(6, testbot.ALabel) + `}}`, "data.components BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + testbot.Times(5, testbot.ALabel) + `}}`},
		{"button in a modal", testbot.Modal(testbot.Row(testbot.AButton)), "data.components.0.components.0 UNION_TYPE_CHOICES", testbot.Modal(testbot.Row(`{"type":4,"custom_id":"/t","style":2,"label":"l"}`))},
		{"label", testbot.Modal(`{"type":18,"label":"` + testbot.X(46) + `","component":{"type":4,"custom_id":"c","style":1}}`), "data.components.0.label BASE_TYPE_BAD_LENGTH", testbot.Modal(`{"type":18,"label":"` + testbot.X(45) + `","component":{"type":4,"custom_id":"c","style":1}}`)},
		{"style of an input", testbot.Modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":3}}`), "data.components.0.component.style BASE_TYPE_CHOICES", testbot.Modal(`{"type":10,"content":"x"}`)},
		{"value", input(`,"value":"` + testbot.X(4001) + `"`), "data.components.0.component.value BASE_TYPE_MAX_LENGTH", input(`,"value":"` + testbot.X(4000) + `"`)},
		{"placeholder of an input", input(`,"placeholder":"` + testbot.X(101) + `"`), "data.components.0.component.placeholder BASE_TYPE_MAX_LENGTH", input(`,"placeholder":"` + testbot.X(100) + `"`)},
	}},
}

// choiceRefusals test the rules for the choices of an autocompletion.
var choiceRefusals = []rowRefusals{
	{"choices", []refusal{
		{"26 of an autocompletion", `{"type":8,"data":{"choices":` + testbot.Times(26, `{"name":"c","value":"v"}`) + `}}`, "data.choices BASE_TYPE_MAX_LENGTH", `{"type":8,"data":{"choices":` + testbot.Times(25, `{"name":"c","value":"v"}`) + `}}`},
		{"of another type", `{"type":8,"data":{"choices":[{"name":"c","value":1}]}}`, "data.choices.0.value STRING_TYPE_CONVERT", `{"type":8,"data":{"choices":[{"name":"c","value":"1"}]}}`},
		{"missing", `{"type":8}`, "data BASE_TYPE_REQUIRED", `{"type":8,"data":{"choices":[]}}`},
	}},
}

// fileRefusals test the rules for messages with files: see sendFiles.
var fileRefusals = []rowRefusals{
	{"files", []refusal{
		{"too large", `{"payload":{},"files":[{"name":"a.png","size":10485761}]}`, "40005", `{"payload":{},"files":[{"name":"a.png","size":10485760}]}`},
		{"request too large", `{"payload":{},"files":[{"name":"a","size":9000000},{"name":"b","size":9000000},{"name":"c","size":9000000}]}`, "40005", `{"payload":{},"files":[{"name":"a","size":9000000},{"name":"b","size":9000000}]}`},
		{"shown, but not sent", `{"payload":` + testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://b.png"}}]}`) + `,"files":[{"name":"a.png"}]}`,
			"components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			`{"payload":` + testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`) + `,"files":[{"name":"a.png"}]}`},
		{"eleven", `{"payload":{},"files":` + testbot.Times(11, `{"name":"#.png"}`) + `}`, "attachments BASE_TYPE_MAX_LENGTH", `{"payload":{},"files":` + testbot.Times(10, `{"name":"#.png"}`) + `}`},
		{"described, but not sent", `{"payload":{"attachments":[{"id":1}]},"files":[{"name":"a.png"}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND", `{"payload":{"attachments":[{"id":0}]},"files":[{"name":"a.png"}]}`},
		{"description", `{"payload":{"attachments":[{"id":0,"description":"` + testbot.X(1025) + `"}]},"files":[{"name":"a.png"}]}`, "attachments.0.description BASE_TYPE_MAX_LENGTH",
			`{"payload":{"attachments":[{"id":0,"description":"` + testbot.X(1024) + `"}]},"files":[{"name":"a.png"}]}`},
	}},
}
