package commands

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestAnInteractionThatWasCarriedOutIsNotRefused: what it has changed itself is no
// reason.
func TestAnInteractionThatWasCarriedOutIsNotRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	board := accepted(t, w.as(ann).types("classic", "opponent", ben))
	board = accepted(t, w.as(ben).on(board, "accept"))
	moved := accepted(t, w.as(ann).on(board, "b2"))

	w.matches.done = moved.Match
	again := accepted(t, w.as(ann).on(board, "b2"))
	if script(again) != script(moved) {
		t.Errorf("the same press again shows\n%s\nwant\n%s", script(again), script(moved))
	}
	typed := accepted(t, w.as(ann).types("move", "square", "b2"))
	if typed.Match != moved.Match || typed.Response.Type != discordgo.InteractionResponseChannelMessageWithSource {
		t.Errorf("/move again is answered\n%s", script(typed))
	}
	if offered := w.as(ann).completes("move", "square", "b"); len(offered) != 0 {
		t.Errorf("completions %v", offered)
	}
}

func TestApologies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.as(ann).interaction(discordgo.InteractionApplicationCommand, typing("classic"))
	for name, reply := range map[string]Reply{"busy": w.Busy(i), "went wrong": w.Broken(i)} {
		checkReply(t, i, reply)
		says(t, reply, name)
	}
	i = w.as(ann).interaction(discordgo.InteractionApplicationCommandAutocomplete, typing("move"))
	if reply := w.Busy(i); reply.Response.Type != discordgo.InteractionApplicationCommandAutocompleteResult {
		t.Errorf("a member who types is answered with type %d", reply.Response.Type)
	}
}
