package validate_test

import (
	"fmt"

	"noughts/bot/discordtest/internal/testbot"
)

// option returns a command with one option of the given type. `fields` are the option's further fields, as JSON.
func option(kind int, fields string) string {
	return testbot.Command(fmt.Sprintf(`"options":[{"type":%d,"name":"o","description":"d"%s}]`, kind, fields))
}

// commandRefusals test the rules for a single command.
var commandRefusals = []rowRefusals{
	{"name, option name", []refusal{
		{"no name", `{"description":"x"}`, "name BASE_TYPE_REQUIRED", testbot.Command("")},
		{"name length", `{"name":"` + testbot.X(33) + `","description":"x"}`, "name BASE_TYPE_BAD_LENGTH", `{"name":"` + testbot.X(32) + `","description":"x"}`},
		{"upper case", `{"name":"Go","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"gö-2_'","description":"x"}`},
		{"space", `{"name":"go on","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"Go on","type":2}`},
		{"option name", testbot.Command(`"options":[{"type":3,"name":"O","description":"d"}]`), "options.0.name APPLICATION_COMMAND_INVALID_NAME", option(3, "")},
	}},
	{"description", []refusal{
		{"no description", `{"name":"go"}`, "description BASE_TYPE_REQUIRED", testbot.Command("")},
		{"description length", `{"name":"go","description":"` + testbot.X(101) + `"}`, "description BASE_TYPE_BAD_LENGTH", `{"name":"go","description":"` + testbot.X(100) + `"}`},
		{"description of a user command", `{"name":"Go","type":2,"description":"x"}`, "description APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET", `{"name":"Go","type":2,"description":""}`},
		{"option description", testbot.Command(`"options":[{"type":3,"name":"o"}]`), "options.0.description BASE_TYPE_REQUIRED", option(3, "")},
		{"localised description", testbot.Command(`"description_localizations":{"de":"` + testbot.X(101) + `"}`), "description_localizations.de BASE_TYPE_BAD_LENGTH", testbot.Command(`"description_localizations":{"de":"` + testbot.X(100) + `"}`)},
	}},
	{"options", []refusal{
		{"options of a user command", `{"name":"Go","type":2,"options":[{"type":3,"name":"o","description":"d"}]}`, "options APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_CANNOT_SET", `{"name":"Go","type":3,"options":[]}`},
		{"options", testbot.Command(`"options":` + testbot.Times(26, `{"type":3,"name":"o#","description":"d"}`)), "options BASE_TYPE_MAX_LENGTH", testbot.Command(`"options":` + testbot.Times(25, `{"type":3,"name":"o#","description":"d"}`))},
		{"same option names", testbot.Command(`"options":` + testbot.Times(2, `{"type":3,"name":"o","description":"d"}`)), "options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", testbot.Command(`"options":` + testbot.Times(2, `{"type":3,"name":"o#","description":"d"}`))},
		{"required last", testbot.Command(`"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", testbot.Command(`"options":[{"type":3,"name":"b","description":"d","required":true},{"type":3,"name":"a","description":"d"}]`)},
		{"option type", option(12, ""), "options.0.type BASE_TYPE_CHOICES", option(11, "")},
		{"subcommand beside an option", testbot.Command(`"options":[{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}]`), "options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", testbot.Command(`"options":[{"type":1,"name":"a","description":"d"},{"type":1,"name":"b","description":"d"}]`)},
		{"subcommand in a subcommand", option(1, `,"options":[{"type":1,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(2, `,"options":[{"type":1,"name":"s","description":"d"}]`)},
		{"option in a group", option(2, `,"options":[{"type":3,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(1, `,"options":[{"type":3,"name":"s","description":"d"}]`)},
	}},
	{"choices", []refusal{
		{"choices", option(3, `,"choices":`+testbot.Times(26, `{"name":"c#","value":"v#"}`)), "options.0.choices BASE_TYPE_MAX_LENGTH", option(3, `,"choices":`+testbot.Times(25, `{"name":"c#","value":"v#"}`))},
		{"choice name", option(3, `,"choices":[{"name":"`+testbot.X(101)+`","value":"v"}]`), "options.0.choices.0.name BASE_TYPE_BAD_LENGTH", option(3, `,"choices":[{"name":"`+testbot.X(100)+`","value":"v"}]`)},
		{"choice value", option(3, `,"choices":[{"name":"n","value":"`+testbot.X(101)+`"}]`), "options.0.choices.0.value BASE_TYPE_MAX_LENGTH", option(3, `,"choices":[{"name":"n","value":"`+testbot.X(100)+`"}]`)},
		{"choice type", option(4, `,"choices":[{"name":"n","value":"many"}]`), "options.0.choices.0.value NUMBER_TYPE_COERCE", option(4, `,"choices":[{"name":"n","value":9007199254740991}]`)},
		{"same choice names", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"n","value":"b"}]`), "options.0.choices.1.name APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"m","value":"a"}]`)},
		{"choices and autocomplete", option(3, `,"autocomplete":true,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(3, `,"autocomplete":true,"choices":[]`)},
		{"choices of a user", option(6, `,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(6, `,"choices":null`)},
		{"autocomplete of a user", option(6, `,"autocomplete":true`), "options.0.autocomplete APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", option(10, `,"autocomplete":true`)},
	}},
	{"min/max_length", []refusal{
		{"integer range", option(4, `,"choices":[{"name":"n","value":9007199254740992}]`), "options.0.choices.0.value NUMBER_TYPE_MAX", option(4, `,"choices":[{"name":"n","value":-9007199254740991}]`)},
		{"min_length", option(3, `,"min_length":6001`), "options.0.min_length NUMBER_TYPE_MAX", option(3, `,"min_length":6000`)},
		{"max_length", option(3, `,"max_length":0`), "options.0.max_length NUMBER_TYPE_MIN", option(3, `,"max_length":1`)},
		{"lengths", option(3, `,"min_length":3,"max_length":2`), "options.0.min_length APPLICATION_COMMAND_OPTION_MIN_LENGTH_INVALID", option(3, `,"min_length":2,"max_length":2`)},
		{"min_value", option(4, `,"min_value":1.5`), "options.0.min_value NUMBER_TYPE_COERCE", option(10, `,"min_value":1.5`)},
		{"range", option(4, `,"min_value":3,"max_value":2`), "options.0.min_value APPLICATION_COMMAND_OPTION_MIN_VALUE_INVALID", option(4, `,"min_value":2,"max_value":2`)},
	}},
	{"total size", []refusal{
		{"size", testbot.Command(`"options":` + testbot.Times(25, `{"type":3,"name":"o#","description":"`+testbot.X(100)+`","choices":`+testbot.Times(3, `{"name":"c#`+testbot.X(35)+`","value":"`+testbot.X(37)+`"}`)+`}`)), " APPLICATION_COMMAND_TOO_LARGE", testbot.Command(`"options":` + testbot.Times(25, `{"type":3,"name":"o#","description":"`+testbot.X(100)+`","choices":`+testbot.Times(3, `{"name":"c#`+testbot.X(33)+`","value":"`+testbot.X(33)+`"}`)+`}`))},
	}},
	{"integration_types", []refusal{
		{"integration types", testbot.Command(`"integration_types":[2]`), "integration_types.0 BASE_TYPE_CHOICES", testbot.Command(`"integration_types":[0,1]`)},
	}},
	{"contexts", []refusal{
		{"contexts", testbot.Command(`"contexts":[3]`), "contexts.0 BASE_TYPE_CHOICES", testbot.Command(`"contexts":[0,1,2]`)},
		{"context twice", testbot.Command(`"contexts":[0,0]`), "contexts.1 SET_TYPE_CONTAINS_DUPLICATES", testbot.Command(`"contexts":[0]`)},
	}},
	{"default_member_permissions", []refusal{
		{"permissions", testbot.Command(`"default_member_permissions":"all"`), "default_member_permissions NUMBER_TYPE_COERCE", testbot.Command(`"default_member_permissions":"32"`)},
	}},
	{"Locales", []refusal{
		{"locale", testbot.Command(`"name_localizations":{"en":"go"}`), "name_localizations.en BASE_TYPE_CHOICES", testbot.Command(`"name_localizations":{"de":"los"}`)},
		{"localised name", testbot.Command(`"name_localizations":{"de":"Los"}`), "name_localizations.de APPLICATION_COMMAND_INVALID_NAME", testbot.Command(`"name_localizations":{"de":"los"}`)},
		{"localised name that is null", testbot.Command(`"name_localizations":{"de":null}`), "name_localizations.de BASE_TYPE_REQUIRED", testbot.Command(`"name_localizations":null`)},
	}},
	{"Endpoints", []refusal{
		{"type", `{"name":"go","description":"x","type":5}`, "type BASE_TYPE_CHOICES", `{"name":"go","description":"x","type":1}`},
		{"nsfw", testbot.Command(`"nsfw":1`), "nsfw BOOLEAN_TYPE_CONVERT", testbot.Command(`"nsfw":true`)},
	}},
}
