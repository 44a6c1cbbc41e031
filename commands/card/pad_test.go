package card

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

// TestBoardsShowTheirVotes checks the first step of a team's vote in Ultimate, the choice of a local board: the button
// of a local board shows the sum of the votes for its squares.
func TestBoardsShowTheirVotes(t *testing.T) {
	t.Parallel()
	votes := map[game.Square]int{game.At(0, 0): 2, game.At(1, 2): 1, game.At(4, 4): 1}
	pad := Pad{
		Texts: texts.Load().ForLocale(texts.Default), MayPress: true, ID: func(action string) string { return action },
		View: render.View{Position: rules.Start(game.Ultimate, game.X), Votes: votes},
	}
	labels := map[string]string{}
	for _, c := range pad.Draw() {
		row, _ := c.(discordgo.ActionsRow)
		for _, b := range row.Components {
			if button, ok := b.(discordgo.Button); ok {
				labels[button.CustomID] = button.Label
			}
		}
	}
	for id, want := range map[string]string{"board-1": "1 🗳️ 3", "board-5": "5 🗳️ 1", "board-9": "9"} {
		if labels[id] != want {
			t.Errorf("%s says %q, want %q", id, labels[id], want)
		}
	}
}
