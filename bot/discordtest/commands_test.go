package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// command returns a slash command with further fields.
func command(fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return `{"name":"go","description":"x"` + fields + `}`
}

// option returns a command with one option of a type and further fields.
func option(kind int, fields string) string {
	return command(fmt.Sprintf(`"options":[{"type":%d,"name":"o","description":"d"%s}]`, kind, fields))
}

var commandCases = []messageCase{
	{"no name", `{"description":"x"}`, "name BASE_TYPE_REQUIRED", command("")},
	{"name length", `{"name":"` + x(33) + `","description":"x"}`, "name BASE_TYPE_BAD_LENGTH", `{"name":"` + x(32) + `","description":"x"}`},
	{"upper case", `{"name":"Go","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"gö-2_'","description":"x"}`},
	{"space", `{"name":"go on","description":"x"}`, "name APPLICATION_COMMAND_INVALID_NAME", `{"name":"Go on","type":2}`},
	{"no description", `{"name":"go"}`, "description BASE_TYPE_REQUIRED", command("")},
	{"description length", `{"name":"go","description":"` + x(101) + `"}`, "description BASE_TYPE_BAD_LENGTH", `{"name":"go","description":"` + x(100) + `"}`},
	{"description of a user command", `{"name":"Go","type":2,"description":"x"}`, "description APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET", `{"name":"Go","type":2,"description":""}`},
	{"options of a user command", `{"name":"Go","type":2,"options":[{"type":3,"name":"o","description":"d"}]}`, "options APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_CANNOT_SET", `{"name":"Go","type":3,"options":[]}`},
	{"type", `{"name":"go","description":"x","type":4}`, "type BASE_TYPE_CHOICES", `{"name":"go","description":"x","type":1}`},
	{"options", command(`"options":` + times(26, `{"type":3,"name":"o#","description":"d"}`)), "options BASE_TYPE_MAX_LENGTH", command(`"options":` + times(25, `{"type":3,"name":"o#","description":"d"}`))},
	{"same option names", command(`"options":` + times(2, `{"type":3,"name":"o","description":"d"}`)), "options.1 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", command(`"options":` + times(2, `{"type":3,"name":"o#","description":"d"}`))},
	{"required last", command(`"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", command(`"options":[{"type":3,"name":"b","description":"d","required":true},{"type":3,"name":"a","description":"d"}]`)},
	{"option type", option(12, ""), "options.0.type BASE_TYPE_CHOICES", option(11, "")},
	{"option name", command(`"options":[{"type":3,"name":"O","description":"d"}]`), "options.0.name APPLICATION_COMMAND_INVALID_NAME", option(3, "")},
	{"option description", command(`"options":[{"type":3,"name":"o"}]`), "options.0.description BASE_TYPE_REQUIRED", option(3, "")},
	{"subcommand beside an option", command(`"options":[{"type":1,"name":"a","description":"d"},{"type":3,"name":"b","description":"d"}]`), "options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", command(`"options":[{"type":1,"name":"a","description":"d"},{"type":1,"name":"b","description":"d"}]`)},
	{"subcommand in a subcommand", option(1, `,"options":[{"type":1,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(2, `,"options":[{"type":1,"name":"s","description":"d"}]`)},
	{"option in a group", option(2, `,"options":[{"type":3,"name":"s","description":"d"}]`), "options.0.options.0.type BASE_TYPE_CHOICES", option(1, `,"options":[{"type":3,"name":"s","description":"d"}]`)},
	{"choices", option(3, `,"choices":`+times(26, `{"name":"c#","value":"v#"}`)), "options.0.choices BASE_TYPE_MAX_LENGTH", option(3, `,"choices":`+times(25, `{"name":"c#","value":"v#"}`))},
	{"choice name", option(3, `,"choices":[{"name":"`+x(101)+`","value":"v"}]`), "options.0.choices.0.name BASE_TYPE_BAD_LENGTH", option(3, `,"choices":[{"name":"`+x(100)+`","value":"v"}]`)},
	{"choice value", option(3, `,"choices":[{"name":"n","value":"`+x(101)+`"}]`), "options.0.choices.0.value BASE_TYPE_MAX_LENGTH", option(3, `,"choices":[{"name":"n","value":"`+x(100)+`"}]`)},
	{"choice type", option(4, `,"choices":[{"name":"n","value":"many"}]`), "options.0.choices.0.value NUMBER_TYPE_COERCE", option(4, `,"choices":[{"name":"n","value":9007199254740991}]`)},
	{"integer range", option(4, `,"choices":[{"name":"n","value":9007199254740992}]`), "options.0.choices.0.value NUMBER_TYPE_MAX", option(4, `,"choices":[{"name":"n","value":-9007199254740991}]`)},
	{"same choice names", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"n","value":"b"}]`), "options.0.choices.1.name APPLICATION_COMMAND_OPTION_CHOICE_NAME_DUPLICATE", option(3, `,"choices":[{"name":"n","value":"a"},{"name":"m","value":"a"}]`)},
	{"choices and autocomplete", option(3, `,"autocomplete":true,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(3, `,"autocomplete":true,"choices":[]`)},
	{"choices of a user", option(6, `,"choices":[{"name":"n","value":"a"}]`), "options.0.choices APPLICATION_COMMAND_OPTION_CHOICES_INVALID", option(6, `,"choices":null`)},
	{"autocomplete of a user", option(6, `,"autocomplete":true`), "options.0.autocomplete APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID", option(10, `,"autocomplete":true`)},
	{"min_length", option(3, `,"min_length":6001`), "options.0.min_length NUMBER_TYPE_MAX", option(3, `,"min_length":6000`)},
	{"max_length", option(3, `,"max_length":0`), "options.0.max_length NUMBER_TYPE_MIN", option(3, `,"max_length":1`)},
	{"lengths", option(3, `,"min_length":3,"max_length":2`), "options.0.min_length APPLICATION_COMMAND_OPTION_MIN_LENGTH_INVALID", option(3, `,"min_length":2,"max_length":2`)},
	{"min_value", option(4, `,"min_value":1.5`), "options.0.min_value NUMBER_TYPE_COERCE", option(10, `,"min_value":1.5`)},
	{"range", option(4, `,"min_value":3,"max_value":2`), "options.0.min_value APPLICATION_COMMAND_OPTION_MIN_VALUE_INVALID", option(4, `,"min_value":2,"max_value":2`)},
	{"size", command(`"options":` + times(25, `{"type":3,"name":"o#","description":"`+x(100)+`","choices":`+times(3, `{"name":"c#`+x(35)+`","value":"`+x(37)+`"}`)+`}`)), " APPLICATION_COMMAND_TOO_LARGE", command(`"options":` + times(25, `{"type":3,"name":"o#","description":"`+x(100)+`","choices":`+times(3, `{"name":"c#`+x(33)+`","value":"`+x(33)+`"}`)+`}`))},
	{"locale", command(`"name_localizations":{"en":"go"}`), "name_localizations.en BASE_TYPE_CHOICES", command(`"name_localizations":{"de":"los"}`)},
	{"localised name", command(`"name_localizations":{"de":"Los"}`), "name_localizations.de APPLICATION_COMMAND_INVALID_NAME", command(`"name_localizations":{"de":null}`)},
	{"localised description", command(`"description_localizations":{"de":"` + x(101) + `"}`), "description_localizations.de BASE_TYPE_BAD_LENGTH", command(`"description_localizations":{"de":"` + x(100) + `"}`)},
	{"contexts", command(`"contexts":[3]`), "contexts.0 BASE_TYPE_CHOICES", command(`"contexts":[0,1,2]`)},
	{"context twice", command(`"contexts":[0,0]`), "contexts.1 SET_TYPE_CONTAINS_DUPLICATES", command(`"contexts":[0]`)},
	{"integration types", command(`"integration_types":[2]`), "integration_types.0 BASE_TYPE_CHOICES", command(`"integration_types":[0,1]`)},
	{"permissions", command(`"default_member_permissions":"all"`), "default_member_permissions NUMBER_TYPE_COERCE", command(`"default_member_permissions":"32"`)},
	{"nsfw", command(`"nsfw":1`), "nsfw BOOLEAN_TYPE_CONVERT", command(`"nsfw":true`)},
}

func TestCommandRules(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		for _, c := range commandCases {
			time.Sleep(5 * time.Second) // of the bubble: for the route's rate limit
			status, body := sc.bot.do("POST", path, c.bad)
			if status != http.StatusBadRequest {
				t.Errorf("%s: the wrong command got %d %s", c.rule, status, body)
			} else if err := hasError(body, c.path); err != nil {
				t.Errorf("%s: %v", c.rule, err)
			}
			if status, body := sc.bot.do("PUT", path, "["+c.good+"]"); status != http.StatusOK {
				t.Errorf("%s: the right command got %d %s", c.rule, status, body)
			}
		}
	})
}

func TestBulkOverwriteKeepsWhatStays(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		var before, after []Command
		sc.bot.must("PUT", path, `[{"name":"a","description":"x"},{"name":"b","description":"x"},{"name":"a","type":2}]`, &before)
		sc.bot.must("PUT", path, `[{"name":"b","description":"y"},{"name":"a","description":"x"}]`, &after)
		if len(before) != 3 || len(after) != 2 {
			t.Fatalf("%d, then %d commands", len(before), len(after))
		}
		if after[0].ID != before[1].ID || after[0].Version == before[1].Version {
			t.Errorf("changed command: %+v, was %+v", after[0], before[1])
		}
		if after[1].ID != before[0].ID || after[1].Version != before[0].Version {
			t.Errorf("unchanged command: %+v, was %+v", after[1], before[0])
		}
		var listed []Command
		sc.bot.must("GET", path, nil, &listed)
		if len(listed) != 2 || listed[0].Name != "b" {
			t.Errorf("listed %+v", listed)
		}
	})
}

func TestBulkOverwriteIsAllOrNothing(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		sc.bot.register(greetCommand)
		for _, c := range []struct{ rule, body, want string }{
			{"same names", `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, "1 APPLICATION_COMMANDS_DUPLICATE_NAME"},
			{"one wrong", `[{"name":"a","description":"x"},{"name":"b"}]`, "1.description BASE_TYPE_REQUIRED"},
			{"101 slash commands", times(101, `{"name":"c#","description":"x"}`), "30032"},
			{"16 user commands", times(16, `{"name":"c#","type":2}`), "30032"},
		} {
			status, body := sc.bot.do("PUT", path, c.body)
			if err := hasError(body, c.want); status != 400 || err != nil {
				t.Errorf("%s: %d %v", c.rule, status, err)
			}
			time.Sleep(5 * time.Second) // of the bubble
		}
		if left := sc.bot.app.Commands(""); len(left) != 1 || left[0].Name != "greet" {
			t.Errorf("left: %+v", left)
		}
	})
}

func TestSingleCommands(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/guilds/" + sc.guild.ID + "/commands"
		status, body := sc.bot.do("POST", path, `{"name":"go","description":"x","name_localizations":{"de":"los","fr":"go"}}`)
		if status != http.StatusCreated {
			t.Fatalf("new: %d %s", status, body)
		}
		if status, body = sc.bot.do("POST", path, `{"name":"go","description":"y","name_localizations":{"de":"los","fr":"go"}}`); status != http.StatusOK {
			t.Fatalf("again: %d %s", status, body)
		}
		var c Command
		if err := json.Unmarshal([]byte(body), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.NameLocalizations) != 1 || c.GuildID != sc.guild.ID || c.Description != "y" {
			t.Errorf("command %+v", c)
		}
		var patched Command
		sc.bot.must("PATCH", path+"/"+c.ID, `{"description":"z"}`, &patched)
		if patched.Name != "go" || patched.Description != "z" || patched.Version == c.Version || patched.NameLocalizations["de"] != "los" {
			t.Errorf("patched %+v", patched)
		}
		var listed []Command
		sc.bot.must("GET", path, nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations != nil {
			t.Errorf("listed %+v", listed)
		}
		sc.bot.must("GET", path+"?with_localizations=true", nil, &listed)
		if len(listed) != 1 || listed[0].NameLocalizations["de"] != "los" {
			t.Errorf("listed with localizations %+v", listed)
		}
		sc.bot.must("DELETE", path+"/"+c.ID, nil, nil)
		if status, body := sc.bot.do("GET", path+"/"+c.ID, nil); status != 404 || !strings.Contains(body, "10063") {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestTwoHundredCreationsADay(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/applications/" + sc.bot.app.ID + "/commands"
		for range 2 {
			sc.bot.must("PUT", path, times(100, `{"name":"c#","description":"x"}`), nil)
			sc.bot.must("PUT", path, `[]`, nil)
			time.Sleep(5 * time.Second) // of the bubble
		}
		status, body := sc.bot.do("POST", path, command(""))
		if err := hasError(body, "30034"); status != 400 || err != nil {
			t.Errorf("the 201st: %d %v", status, err)
		}
		time.Sleep(24 * time.Hour) // of the bubble
		sc.bot.must("POST", path, command(""), nil)
	})
}
