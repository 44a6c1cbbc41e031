package rest

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// EncodeResponse gives the same JSON value as json.Marshal for discordgo's type, except for autocompletion.
func TestResponsesAreEncodedAsByDiscordgo(t *testing.T) {
	t.Parallel()
	menu := discordgo.SelectMenu{CustomID: "/m", Options: []discordgo.SelectMenuOption{{Label: `"components":null <&>`, Value: "1"}}}
	for name, components := range map[string][]discordgo.MessageComponent{
		"a board": aBoard(anew).Data.Components,
		"none":    nil,
		"empty":   {},
		"a nil":   {nil, discordgo.ActionsRow{}, discordgo.Container{Components: []discordgo.MessageComponent{nil}}},
		"pointers": {&discordgo.ActionsRow{Components: []discordgo.MessageComponent{&discordgo.Button{Label: "a"}}},
			&discordgo.Container{Components: []discordgo.MessageComponent{&menu}}},
		"others": {
			discordgo.TextDisplay{Content: `"components":null`},
			discordgo.Section{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "<&>\u2028"}}, Accessory: discordgo.Button{Label: "b"}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "c", Label: "d"}}},
		},
	} {
		for kind := range discordgo.InteractionResponseType(10) {
			r := &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
				Content: `"components":null`, Components: components, Embeds: []*discordgo.MessageEmbed{{Title: "e"}},
			}}
			if kind == discordgo.InteractionApplicationCommandAutocompleteResult {
				continue // an autocompletion answer has choices, and no components
			}
			want, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := EncodeResponse(r); err != nil || !reflect.DeepEqual(decoded(t, got.Data), decoded(t, isolated(want))) {
				t.Errorf("%s, type %d: %v\ngot  %s\nwant %s", name, kind, err, got.Data, want)
			}
		}
	}
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

const anew = discordgo.InteractionResponseChannelMessageWithSource
