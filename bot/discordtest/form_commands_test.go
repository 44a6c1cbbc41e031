package discordtest_test

import "fmt"

// option returns a command with one option of the given type. `fields` are the option's further fields, as JSON.
func option(kind int, fields string) string {
	return Command(fmt.Sprintf(`"options":[{"type":%d,"name":"o","description":"d"%s}]`, kind, fields))
}

// commandRefusals test the rules for a single command.
var commandRefusals = []refusal{
	{"no name", `{"description":"x"}`, "name BASE_TYPE_REQUIRED", Command("")},
	{"name length", `{"name":"` + X(33) + `","description":"x"}`, "name BASE_TYPE_BAD_LENGTH", `{"name":"` + X(32) + `","description":"x"}`},
	{"upper case", `{"name":"Go","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"gö-2_'","description":"x"}`},
	{"space", `{"name":"go on","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"Go on","type":2}`},
	{"option name", Command(`"options":[{"type":3,"name":"O","description":"d"}]`), "options.0.name APPLICATION_COMMAND_INVALID_NAME", option(3, "")},
	{"no description", `{"name":"go"}`, "description BASE_TYPE_REQUIRED", Command("")},
	{"description length", `{"name":"go","description":"` + X(101) + `"}`, "description BASE_TYPE_BAD_LENGTH", `{"name":"go","description":"` + X(100) + `"}`},
	{"description of a user command", `{"name":"Go","type":2,"description":"x"}`, "description APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET", `{"name":"Go","type":2,"description":""}`},
	{"option description", Command(`"options":[{"type":3,"name":"o"}]`), "options.0.description BASE_TYPE_REQUIRED", option(3, "")},
	{"localised description", Command(`"description_localizations":{"de":"` + X(101) + `"}`), "description_localizations.de BASE_TYPE_BAD_LENGTH", Command(`"description_localizations":{"de":"` + X(100) + `"}`)},
	{"options of a user command", `{"name":"Go","type":2,"options":[{"type":3,"name":"o","description":"d"}]}`, "options APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_CANNOT_SET", `{"name":"Go","type":2,"options":[]}`},
	{"options", Command(`"options":` + Times(26, `{"type":3,"name":"o#","description":"d"}`)), "options BASE_TYPE_MAX_LENGTH", Command(`"options":` + Times(25, `{"type":3,"name":"o#","description":"d"}`))},
	{"same option names", Command(`"options":` + Times(2, `{"type":3,"name":"o","description":"d"}`)), "options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", Command(`"options":` + Times(2, `{"type":3,"name":"o#","description":"d"}`))},
	{"required last", Command(`"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", Command(`"options":[{"type":3,"name":"b","description":"d","required":true},{"type":3,"name":"a","description":"d"}]`)},
	{"option type", option(9, ""), "options.0.type BASE_TYPE_CHOICES", option(8, "")},
	{"subcommand beside an option", Command(`"options":[{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}]`), "options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", Command(`"options":[{"type":1,"name":"a","description":"d"},{"type":1,"name":"b","description":"d"}]`)},
	{"subcommand in a subcommand", option(1, `,"options":[{"type":1,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(2, `,"options":[{"type":1,"name":"s","description":"d"}]`)},
	{"option in a group", option(2, `,"options":[{"type":3,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(1, `,"options":[{"type":3,"name":"s","description":"d"}]`)},
	{"choices", option(3, `,"choices":`+Times(26, `{"name":"c#","value":"v#"}`)), "options.0.choices BASE_TYPE_MAX_LENGTH", option(3, `,"choices":`+Times(25, `{"name":"c#","value":"v#"}`))},
	{"choice name", option(3, `,"choices":[{"name":"`+X(101)+`","value":"v"}]`), "options.0.choices.0.name BASE_TYPE_BAD_LENGTH", option(3, `,"choices":[{"name":"`+X(100)+`","value":"v"}]`)},
	{"choice value", option(3, `,"choices":[{"name":"n","value":"`+X(101)+`"}]`), "options.0.choices.0.value BASE_TYPE_MAX_LENGTH", option(3, `,"choices":[{"name":"n","value":"`+X(100)+`"}]`)},
	{"choice type", option(4, `,"choices":[{"name":"n","value":"many"}]`), "options.0.choices.0.value NUMBER_TYPE_COERCE", option(4, `,"choices":[{"name":"n","value":9007199254740991}]`)},
	{"same choice names", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"n","value":"b"}]`), "options.0.choices.1.name APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"m","value":"a"}]`)},
	{"choices and autocomplete", option(3, `,"autocomplete":true,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(3, `,"autocomplete":true,"choices":[]`)},
	{"choices of a user", option(6, `,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(6, `,"choices":null`)},
	{"autocomplete of a user", option(6, `,"autocomplete":true`), "options.0.autocomplete APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", option(4, `,"autocomplete":true`)},
	{"integer range", option(4, `,"choices":[{"name":"n","value":9007199254740992}]`), "options.0.choices.0.value NUMBER_TYPE_MAX", option(4, `,"choices":[{"name":"n","value":-9007199254740991}]`)},
	{"min_length", option(3, `,"min_length":6001`), "options.0.min_length NUMBER_TYPE_MAX", option(3, `,"min_length":6000`)},
	{"max_length", option(3, `,"max_length":0`), "options.0.max_length NUMBER_TYPE_MIN", option(3, `,"max_length":1`)},
	{"lengths", option(3, `,"min_length":3,"max_length":2`), "options.0.min_length APPLICATION_COMMAND_OPTION_MIN_LENGTH_INVALID", option(3, `,"min_length":2,"max_length":2`)},
	{"min_value", option(4, `,"min_value":1.5`), "options.0.min_value NUMBER_TYPE_COERCE", option(4, `,"min_value":1`)},
	{"range", option(4, `,"min_value":3,"max_value":2`), "options.0.min_value APPLICATION_COMMAND_OPTION_MIN_VALUE_INVALID", option(4, `,"min_value":2,"max_value":2`)},
	{"size", Command(`"options":` + Times(25, `{"type":3,"name":"o#","description":"`+X(100)+`","choices":`+Times(3, `{"name":"c#`+X(35)+`","value":"`+X(37)+`"}`)+`}`)), " APPLICATION_COMMAND_TOO_LARGE", Command(`"options":` + Times(25, `{"type":3,"name":"o#","description":"`+X(100)+`","choices":`+Times(3, `{"name":"c#`+X(33)+`","value":"`+X(33)+`"}`)+`}`))},
	{"integration types", Command(`"integration_types":[2]`), "integration_types.0 BASE_TYPE_CHOICES", Command(`"integration_types":[0,1]`)},
	{"contexts", Command(`"contexts":[3]`), "contexts.0 BASE_TYPE_CHOICES", Command(`"contexts":[0,1,2]`)},
	{"context twice", Command(`"contexts":[0,0]`), "contexts.1 SET_TYPE_CONTAINS_DUPLICATES", Command(`"contexts":[0]`)},
	{"permissions", Command(`"default_member_permissions":"all"`), "default_member_permissions NUMBER_TYPE_COERCE", Command(`"default_member_permissions":"32"`)},
	{"locale", Command(`"name_localizations":{"en":"go"}`), "name_localizations.en BASE_TYPE_CHOICES", Command(`"name_localizations":{"de":"los"}`)},
	{"localised name", Command(`"name_localizations":{"de":"Los"}`), "name_localizations.de APPLICATION_COMMAND_INVALID_NAME", Command(`"name_localizations":{"de":"los"}`)},
	{"localised name that is null", Command(`"name_localizations":{"de":null}`), "name_localizations.de BASE_TYPE_REQUIRED", Command(`"name_localizations":null`)},
	{"type", `{"name":"go","description":"x","type":5}`, "type BASE_TYPE_CHOICES", `{"name":"go","description":"x","type":1}`},
	{"nsfw", Command(`"nsfw":1`), "nsfw BOOLEAN_TYPE_CONVERT", Command(`"nsfw":true`)},
}

// bulkRefusals test the rules for a bulk overwrite of commands.
var bulkRefusals = []refusal{
	{"101 slash commands", Times(101, `{"name":"c#","description":"x"}`), "30032", Times(100, `{"name":"c#","description":"x"}`)},
	{"16 user commands", Times(16, `{"name":"c#","type":2}`), "30032", Times(15, `{"name":"c#","type":2}`)},
	{"131 commands", Times(131, `{"name":"c#","description":"x"}`), " BASE_TYPE_MAX_LENGTH", `[]`},
	{"same names", `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, "1 APPLICATION_COMMANDS_DUPLICATE_NAME", `[{"name":"a","description":"x"},{"name":"a","type":2}]`},
	{"one wrong of two", `[{"name":"a","description":"x"},{"name":"b"}]`, "1.description BASE_TYPE_REQUIRED", `[{"name":"a","description":"x"},{"name":"b","description":"x"}]`},
	{"not a list", `{"name":"a","description":"x"}`, " LIST_TYPE_CONVERT", `[{"name":"a","description":"x"}]`},
}

// sequenceRefusals test the daily limit on new commands. A body is a list of bulk overwrites that are sent in turn. The
// last overwrite of a bad body is refused.
var sequenceRefusals = []refusal{
	{"201 creations", `[` + Times(100, `{"name":"c#","description":"x"}`) + `,[],` + Times(100, `{"name":"c#","description":"x"}`) + `,[],[{"name":"one","description":"more"}]]`,
		"30034", `[` + Times(100, `{"name":"c#","description":"x"}`) + `,[],` + Times(100, `{"name":"c#","description":"x"}`) + `]`},
}

// callbackRefusals test the rules for callbacks that answer a slash command, including modals.
var callbackRefusals = []refusal{
	{"of an answer", `{"type":4,"data":{"content":"` + X(2001) + `"}}`, "data.content BASE_TYPE_MAX_LENGTH", `{"type":4,"data":{"content":"` + X(2000) + `"}}`},
	{"answer", `{"type":4,"data":{"content":""}}`, "50006", `{"type":4,"data":{"content":"x"}}`},
	{"update of a command", `{"type":7,"data":{"content":"x"}}`, "type BASE_TYPE_CHOICES", `{"type":5}`},
	{"no type", `{"data":{"content":"x"}}`, "type BASE_TYPE_REQUIRED", `{"type":4,"data":{"content":"x"}}`},
	{"no modal", `{"type":9}`, "data BASE_TYPE_REQUIRED", Modal(ARow)},
	{"no custom id of the modal", `{"type":9,"data":{"title":"t","components":[` + ARow + `]}}`, "data.custom_id BASE_TYPE_REQUIRED", Modal(ARow)},
	{"title", `{"type":9,"data":{"custom_id":"c","title":"` + X(46) + `","components":[` + ARow + `]}}`, "data.title BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"` + X(45) + `","components":[` + ARow + `]}}`},
	{"components of a modal", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + Times(6, ARow) + `}}`, "data.components BASE_TYPE_BAD_LENGTH", `{"type":9,"data":{"custom_id":"c","title":"t","components":` + Times(5, ARow) + `}}`},
}

// choiceRefusals test the rules for the choices of an autocompletion.
var choiceRefusals = []refusal{
	{"26 of an autocompletion", `{"type":8,"data":{"choices":` + Times(26, `{"name":"c","value":"v"}`) + `}}`, "data.choices BASE_TYPE_MAX_LENGTH", `{"type":8,"data":{"choices":` + Times(25, `{"name":"c","value":"v"}`) + `}}`},
	{"of another type", `{"type":8,"data":{"choices":[{"name":"c","value":1}]}}`, "data.choices.0.value STRING_TYPE_CONVERT", `{"type":8,"data":{"choices":[{"name":"c","value":"1"}]}}`},
	{"missing", `{"type":8}`, "data BASE_TYPE_REQUIRED", `{"type":8,"data":{"choices":[]}}`},
}

// fileRefusals test the rules for messages with files: see sendFiles.
var fileRefusals = []refusal{
	{"too large", `{"payload":{},"files":[{"name":"a.png","size":10485761}]}`, "40005", `{"payload":{},"files":[{"name":"a.png","size":10485760}]}`},
	{"request too large", `{"payload":{},"files":[{"name":"a","size":9000000},{"name":"b","size":9000000},{"name":"c","size":9000000}]}`, "40005", `{"payload":{},"files":[{"name":"a","size":9000000},{"name":"b","size":9000000}]}`},
	{"shown, but not sent", `{"payload":` + V2(`{"type":12,"items":[{"media":{"url":"attachment://b.png"}}]}`) + `,"files":[{"name":"a.png"}]}`,
		"components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
		`{"payload":` + V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`) + `,"files":[{"name":"a.png"}]}`},
	{"eleven", `{"payload":{},"files":` + Times(11, `{"name":"#.png"}`) + `}`, "attachments BASE_TYPE_MAX_LENGTH", `{"payload":{},"files":` + Times(10, `{"name":"#.png"}`) + `}`},
	{"described, but not sent", `{"payload":{"attachments":[{"id":1}]},"files":[{"name":"a.png"}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND", `{"payload":{"attachments":[{"id":0}]},"files":[{"name":"a.png"}]}`},
	{"description", `{"payload":{"attachments":[{"id":0,"description":"` + X(1025) + `"}]},"files":[{"name":"a.png"}]}`, "attachments.0.description BASE_TYPE_MAX_LENGTH",
		`{"payload":{"attachments":[{"id":0,"description":"` + X(1024) + `"}]},"files":[{"name":"a.png"}]}`},
}
