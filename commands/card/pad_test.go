package card

import (
	"bufio"
	"os"
	"slices"
	"strings"
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

// TestPressesOnALargeBoard checks that a move on a large board takes at most 1.25 presses on
// average. A square with a button takes one press, a square in a menu two. The moves come from 50
// recorded games with five in a row on 9×9 between the levels advanced to champion. Weaker levels
// are not used, because they often play at random and their moves cannot be predicted.
func TestPressesOnALargeBoard(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/games9.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games, moves, presses int
	for lines := bufio.NewScanner(file); lines.Scan(); games++ {
		p := rules.Start(game.InARow(9, 5), game.X)
		_, played, _ := strings.Cut(lines.Text(), ": ")
		for _, name := range strings.Fields(played) {
			s, err := game.ParseSquare(name)
			if err != nil {
				t.Fatal(err)
			}
			buttons := suggestedSquares(p)
			if len(buttons) > maxNear {
				t.Fatalf("%d buttons on %s", len(buttons), p)
			}
			if moves, presses = moves+1, presses+1; !slices.Contains(buttons, s) {
				presses++
			}
			if p, err = p.Play(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	mean := float64(presses) / float64(moves)
	t.Logf("%d games, %d moves, %.3f presses a move", games, moves, mean)
	if games != 50 || mean > 1.255 {
		t.Errorf("%d games, %.3f presses a move; want 50, at most 1.25", games, mean)
	}
}
