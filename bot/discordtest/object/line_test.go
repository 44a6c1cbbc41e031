package object_test

import (
	"fmt"
	"maps"
	"testing"

	"noughts/bot/discordtest/object"
)

func typedCommands(locale string) []object.TypedCommand {
	de := func(text string) map[string]string { return map[string]string{"de": text} }
	classic := object.Command{Name: "classic", Options: []object.CommandOption{
		{Type: object.OptionUser, Name: "opponent"}, {Type: object.OptionInteger, Name: "size"}, {Type: object.OptionBoolean, Name: "rated"},
		{Type: object.OptionString, Name: "level", Choices: []object.Choice{{Name: "Plain luck", Value: "random"}}},
	}}
	config := object.Command{Name: "config", NameLocalizations: de("einstellung"), Options: []object.CommandOption{
		{Type: object.OptionSubCommand, Name: "clock", NameLocalizations: de("uhr"), Options: []object.CommandOption{
			{Type: object.OptionInteger, Name: "pace", NameLocalizations: de("tempo"), Required: true, Choices: []object.Choice{
				{Name: "Quick", NameLocalizations: de("Schnell"), Value: int64(24)},
			}},
		}},
	}}
	return append(classic.Typed(locale), config.Typed(locale)...)
}

// TestLines checks which values a typed line has, and how a wrong line is refused. The only member is Carol Ann.
func TestLines(t *testing.T) {
	named := func(_ object.CommandOption, text string) any {
		if text == "@carol ann" {
			return "Carol Ann"
		}
		return nil
	}
	tests := []struct {
		locale, line string
		want         map[string]any
		problem      string
	}{
		{"en-US", "/classic", map[string]any{}, ""},
		{"en-US", " /classic  size: 4 ", map[string]any{"size": 4}, ""},
		{"en-US", "/classic opponent:@carol ann size:3", map[string]any{"opponent": "Carol Ann", "size": 3}, ""},
		{"en-US", "/classic level:plain LUCK rated:True", map[string]any{"level": "random", "rated": true}, ""},
		{"en-US", "/classic level:plain", map[string]any{"level": "random"}, ""}, // the only choice that begins so
		{"en-US", "/classic level:random", map[string]any{"level": "random"}, ""},
		{"de", "/einstellung uhr tempo:schnell", map[string]any{"pace": 24}, ""},
		{"de", "/config clock tempo:Quick", map[string]any{"pace": 24}, ""}, // registered names work too
		{"de", "/einstellung uhr", nil, "The option “tempo” is required. Specify a value."},
		{"fr", "/config clock pace:Schnell", nil, "pace: “Schnell” is not one of the choices."},
		{"en-US", "/classic size:", nil, "The option “size” has no value. Specify one."},
		{"en-US", "/classic size:big", nil, "size: “big” is not a whole number."},
		{"en-US", "/classic size:3 size:4", nil, "The option “size” is there twice."},
		{"en-US", "/classic rated:maybe", nil, "rated: “maybe” is neither True nor False."},
		{"en-US", "/classic opponent:@Mallory", nil, "opponent: There is no “@Mallory” here."},
	}
	for _, tt := range tests {
		got, err := object.SplitLine(tt.line, typedCommands(tt.locale)).Values(named)
		if problem := fmt.Sprint(err); err != nil && problem != tt.problem || err == nil && tt.problem != "" || !maps.Equal(got, tt.want) {
			t.Errorf("%s in %s: %v, %v; want %v, %q", tt.line, tt.locale, got, err, tt.want, tt.problem)
		}
	}
	for _, line := range []string{"", "/", "/config", "/config hide", "/classics size:3"} {
		if l := object.SplitLine(line, typedCommands("fr")); l.Command != nil {
			t.Errorf("%q uses /%s", line, l.Command.Name)
		}
	}
	if l := object.SplitLine("/classic big size:3", typedCommands("fr")); l.Rest != " big" {
		t.Errorf("before the first option stands %q", l.Rest)
	}
}
