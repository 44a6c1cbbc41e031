package commandline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/commandline"
)

// A channel is a fake of the interface Channel. Bob is the only member in it who can be named.
type channel struct{}

func (channel) Named(_ commandline.Option, text string) (value any, ok bool) {
	return "Bob's id", text == "@Bob"
}

func (channel) Nameable(o commandline.Option) []commandline.Suggestion {
	if o.Type != discordtest.OptionUser {
		return nil
	}
	return []commandline.Suggestion{{Label: "@Bob", Line: "@Bob"}}
}

func (channel) Choices(context.Context, string, string, string, map[string]any) ([]discordtest.Choice, error) {
	return []discordtest.Choice{{Name: "the middle", Value: "b2"}}, nil
}

func (channel) WhyNoCommands() string { return "Nothing here." }

func reader() commandline.Reader {
	registered := []discordtest.Command{{Name: "play", Options: []discordtest.CommandOption{
		{Type: discordtest.OptionUser, Name: "opponent", NameLocalizations: map[string]string{"de": "gegner"}},
		{Type: discordtest.OptionInteger, Name: "size", Choices: []discordtest.Choice{{Name: "small", Value: 3}}},
		{Type: discordtest.OptionString, Name: "square", Autocomplete: true},
	}}}
	return commandline.Reader{Commands: commandline.Commands(registered, "de"), Locale: "de", Channel: channel{}}
}

func ExampleReader_Values() {
	name, values, err := reader().Values("/play gegner:@Bob size:small")
	fmt.Println(name, values, err)
	_, _, err = reader().Values("/play gegner:@Eve")
	fmt.Println(err)
	// Output:
	// play map[opponent:Bob's id size:3] <nil>
	// gegner: Nobody here is called “@Eve”.
}

func ExampleReader_Complete() {
	for _, text := range []string{"/p", "/play ", "/play gegner:", "/play square:mid"} {
		c, _ := reader().Complete(context.Background(), text)
		var lines []string
		for _, item := range c.Items {
			lines = append(lines, item.Line)
		}
		fmt.Printf("%q\n", lines)
	}
	// Output:
	// ["/play "]
	// ["/play gegner:" "/play size:" "/play square:"]
	// ["/play gegner:@Bob "]
	// ["/play square:b2 "]
}

// FuzzComplete checks that every suggestion for an arbitrary text is a line that begins with /play, the only command.
// Complete must then also accept that line.
func FuzzComplete(f *testing.F) {
	for _, text := range []string{"", "/", "/play", "/play gegner:@Bob si", "/play size:small square: size:x", "/play : ::", "/play gegner:é"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := reader().Complete(t.Context(), text)
		if err != nil || c.Items == nil || c.Selected >= len(c.Items) {
			t.Fatalf("%q: %+v, %v", text, c, err)
		}
		for _, item := range c.Items {
			if again, err := reader().Complete(t.Context(), item.Line); err != nil || again.Items == nil {
				t.Errorf("%q offers %q, and then %+v, %v", text, item.Line, again, err)
			}
			if !strings.HasPrefix(item.Line, "/play ") {
				t.Errorf("%q offers %q", text, item.Line)
			}
		}
		_, _, _ = reader().Values(text)
	})
}
