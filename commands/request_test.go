package commands

import (
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// TestHalfInteractions: discordgo passes on interactions that it cannot decode,
// and others may be foreign; each gets an answer.
func TestHalfInteractions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.as(ann)
	nobody := a.interaction(discordgo.InteractionApplicationCommand, typing("classic"))
	nobody.Member = nil
	empty := a.interaction(discordgo.InteractionApplicationCommand, typing("classic"))
	empty.Member = &discordgo.Member{}
	nowhere := a.interaction(discordgo.InteractionApplicationCommand, typing("classic"))
	nowhere.ChannelID = ""
	for name, i := range map[string]*discordgo.Interaction{
		"zero": {}, "no user": nobody, "no user in the member": empty, "no channel": nowhere,
		"a modal":                    a.interaction(discordgo.InteractionModalSubmit, discordgo.ModalSubmitInteractionData{}),
		"a component without data":   a.interaction(discordgo.InteractionMessageComponent, nil),
		"a command without data":     a.interaction(discordgo.InteractionApplicationCommand, nil),
		"a completion without data":  a.interaction(discordgo.InteractionApplicationCommandAutocomplete, nil),
		"a type that is yet to come": a.interaction(77, nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused(t, a.handle(i), texts.RefuseUnknown)
		})
	}
}

func TestPing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	reply := w.Handle(t.Context(), &discordgo.Interaction{Type: discordgo.InteractionPing})
	if reply.Response.Type != discordgo.InteractionResponsePong || reply.Err != nil {
		t.Errorf("%+v", reply)
	}
}

func TestUnknownCommands(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	refused(t, a.types("chess"), texts.RefuseCommand)
	refused(t, a.types("m"), texts.RefuseCommand)
	if got := a.completes("resign", "square", "a"); len(got) != 0 {
		t.Errorf("completes %q", got)
	}
	data := typing("classic")
	data.CommandType = discordgo.MessageApplicationCommand
	refused(t, a.handle(a.interaction(discordgo.InteractionApplicationCommand, data)), texts.RefuseCommand)
	refused(t, a.presses("/classic"), texts.RefuseOldButton) // a button cannot be a command
}

// FuzzHandle gives the commands whatever JSON makes an interaction: they never
// panic and always answer.
func FuzzHandle(f *testing.F) {
	for _, seed := range []string{
		`{}`,
		`{"type":2,"channel_id":"1","user":{"id":"2"},"data":{"type":1,"name":"classic","options":[{"name":"size","type":4,"value":3}]}}`,
		`{"type":2,"channel_id":"1","user":{"id":"2"},"data":{"type":1,"name":"move","options":[{"name":"square","type":3,"value":"b2"}]}}`,
		`{"type":2,"channel_id":"1","user":{"id":"2"},"data":{"type":1,"name":"challenge","options":[null,{"name":"member","value":{}}]}}`,
		`{"type":2,"channel_id":"1","user":{"id":"2"},"data":{"type":2,"name":"Challenge to tic-tac-toe","target_id":"3"}}`,
		`{"type":3,"channel_id":"1","user":{"id":"2"},"data":{"component_type":2,"custom_id":"/m/m1/1/a1"}}`,
		`{"type":3,"channel_id":"1","user":{"id":"2"},"data":{"component_type":3,"custom_id":"/m/m1/1/rows","values":["9"]}}`,
		`{"type":3,"channel_id":"1","user":{"id":"2"},"data":{"component_type":3,"custom_id":"/pick/board","values":["m1"]}}`,
		`{"type":4,"channel_id":"1","user":{"id":"2"},"data":{"type":1,"name":"watch","options":[{"name":"level_x","focused":true,"value":""}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var i discordgo.Interaction
		if json.Unmarshal(bytes, &i) != nil {
			t.Skip("no interaction")
		}
		w := newWorld(t)
		w.as("2").types("classic")
		checkReply(t, &i, w.Handle(t.Context(), &i))
	})
}
