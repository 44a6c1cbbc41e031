package card

import (
	"bufio"
	"math/rand/v2"
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
	for id, want := range map[string]string{"board-1": "1 ×3", "board-5": "5 ×1", "board-9": "9"} {
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

// TestButtonsOfLargeBoardsLieAsTheirSquares plays random games on large boards. At each move there are at most four rows
// of buttons, in the order of the board's rows, whose buttons are in the order of their columns. The buttons and the menus
// of the bands together have each legal move once, and with the other parts of a message they are within Discord's limits.
func TestButtonsOfLargeBoardsLieAsTheirSquares(t *testing.T) {
	t.Parallel()
	for _, variant := range []game.Variant{game.Classic(6), game.InARow(7, 4), game.Classic(8), game.Classic(9)} {
		dice := rand.New(rand.NewPCG(1, uint64(variant.Size())))
		for p := rules.Start(variant, game.X); !p.Outcome().Over; {
			view := render.View{Position: p}
			MarkSuggested(&view)
			pad := Pad{Texts: texts.Load().ForLocale(texts.Default), View: view, MayPress: true, ID: func(action string) string { return action }}
			checkNear(t, p, pad.Draw())
			moves := p.Moves()
			next, err := p.Play(moves[dice.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
}

func checkNear(t *testing.T, p game.Position, rows []discordgo.MessageComponent) {
	t.Helper()
	var found []game.Square
	add := func(name string) game.Square {
		s, err := game.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, s)
		return s
	}
	components, above, rowsOfButtons := 0, 0, 0
	for _, c := range rows {
		row, _ := c.(discordgo.ActionsRow)
		components += 1 + len(row.Components)
		if menu, ok := row.Components[0].(discordgo.SelectMenu); ok {
			for _, o := range menu.Options {
				add(o.Value)
			}
			if len(menu.Options) > MaxOptions {
				t.Errorf("%s: %d options in %s", p, len(menu.Options), menu.CustomID)
			}
			continue
		}
		rowsOfButtons++
		before, below := -1, above
		for _, b := range row.Components {
			button, _ := b.(discordgo.Button)
			if button.Disabled {
				continue
			}
			s := add(button.CustomID)
			if s.Row() < above || s.Col() < before {
				t.Errorf("%s: %s is beside or below what it is not on the board", p, s)
			}
			before, below = s.Col(), max(below, s.Row())
		}
		if above = below; len(row.Components) > maxButtons {
			t.Errorf("%s: %d buttons in a row", p, len(row.Components))
		}
	}
	slices.Sort(found)
	moves := p.Moves()
	slices.Sort(moves)
	const others = 3 + 6 // the container, two texts, and the row of controls
	if !slices.Equal(found, moves) || rowsOfButtons > maxNearRows || components+others > 40 {
		t.Errorf("%s: the squares %v in %d rows of buttons, %d components", p, found, rowsOfButtons, components)
	}
}

// TestOnlyTheLineThatLostIsRed checks the colours at the end of a misère game: otherwise all marks of X are red.
func TestOnlyTheLineThatLostIsRed(t *testing.T) {
	t.Parallel()
	p, err := rules.Parse(rules.Misere(3), "xoo/1x1/2x o")
	if err != nil {
		t.Fatal(err)
	}
	pad := Pad{IsBoard: true, View: render.View{Position: p, Ended: true}, ID: func(action string) string { return action }}
	for i, c := range pad.Draw() {
		row, _ := c.(discordgo.ActionsRow)
		for j, b := range row.Components {
			if button, _ := b.(discordgo.Button); (button.Style == discordgo.DangerButton) != (i == j) || button.Style == discordgo.SuccessButton {
				t.Errorf("%s has the style %d", button.CustomID, button.Style)
			}
		}
	}
}
