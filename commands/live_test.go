package commands

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
	"noughts/render/golden"
)

// TestLimits checks that every live message fits Discord's limits. It draws the positions of random
// games of each variant in each style, with everything that a board can show at once and emoji with
// the longest ids. It also checks the description in words.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, v := range rules.Variants() {
		if v.K != 0 && v != game.InARow(9, 7) {
			continue // InARow(9, 7) has the longest message of these variants
		}
		for _, style := range render.Styles {
			t.Run(v.String()+" "+string(style), func(t *testing.T) {
				t.Parallel()
				chance, tiles := random(t, uint64(v.N)), allTiles(20)
				w := newWorld(t)
				w.Commands = New(texts.Load(), "", Installed{Tiles: func() render.Tiles { return tiles }})
				for range 3 {
					m := fullest(t, v)
					for m.Status != match.Over {
						for _, offered := range []match.Match{m, withOffers(m)} {
							checkLimits(t, w, match.Record{Match: offered, Place: match.Place{Style: string(style)}, Message: "1"})
						}
						moves := m.Position().Moves()
						m, _ = m.Play(m.ToMove().ID, moves[chance.IntN(len(moves))], began)
					}
					checkLimits(t, w, match.Record{Match: m, Place: match.Place{Style: string(style)}})
				}
			})
		}
	}
}

// fullest returns a match with a clock, between members with the longest ids.
func fullest(t *testing.T, v game.Variant) match.Match {
	t.Helper()
	x, o := strings.Repeat("1", 20), strings.Repeat("2", 20)
	opts := match.Options{Variant: v, Clock: 24 * time.Hour}
	m, err := match.New(match.ID(strings.Repeat("z", 20)), x, match.Person(x), match.Person(o), opts, game.X, began)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Accept(o, game.X, began); err != nil {
		t.Fatal(err)
	}
	m.Version = 1 << 30
	return m
}

func withOffers(m match.Match) match.Match {
	m.DrawOffer, m.TakebackAsk = game.X, game.O
	return m
}

// checkLimits checks Discord's limits for the live message, also with a local board opened, for the
// description in words, and for the text that replaces an old live message.
func checkLimits(t *testing.T, w *world, rec match.Record) {
	t.Helper()
	n := len(rec.Match.Moves)%game.MaxSize + 1
	rec.Place.Away = n%2 == 0 // a place with Away has one more button
	for _, content := range []plan.Content{
		plan.Components(card.Describe(w.texts.ForLocale(texts.Default), rec.Match)...),
		w.Moved(rec, rec.Place.Channel), w.Live(rec, plan.View{}, plan.Anew),
		w.Live(rec, plan.View{LocalBoard: n}, plan.InPlace),
	} {
		message := shown(content)
		for _, fault := range faults(message.Response.Data) {
			t.Errorf("%s in\n%s", fault, script(message))
		}
	}
}

// TestScenes compares the live message in all its states with a golden file, without the board,
// which the tests of package render check.
func TestScenes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, scene := range []struct {
		name    string
		options []any
		moves   string
		change  func(match.Match) (match.Match, error)
	}{
		{"the first move of classic 3×3", nil, "", nil},
		{"classic 3×3 in the middle", []any{"clock", 60}, "a1 b2 c3", nil},
		{"a large board", []any{"size", 9}, "a1 b2 c3", nil},
		{"two lines at once", nil, "a1 b1 a2 c1 b3 b2 c3 c2 a3", nil},
		{"a full board", nil, "a1 b1 c1 b2 a2 c2 b3 a3 c3", nil},
		{"a won board of five", []any{"size", 5}, "a1 a2 b1 b2 c1 c2 d1 d2 e1", nil},
		{"five with a board", []any{"size", 5, "style", "box"}, "a1 a2", nil},
		{"a draw offered", nil, "a1 b1 c2", func(m match.Match) (match.Match, error) { return m.OfferDraw(ben, began) }},
		{"a draw declined", nil, "a1 b1 c2", func(m match.Match) (match.Match, error) {
			m, err := m.OfferDraw(ben, began)
			if err != nil {
				return m, err
			}
			return m.AnswerDraw(ann, false, began)
		}},
		{"a takeback asked", nil, "a1 b1", func(m match.Match) (match.Match, error) { return m.AskTakeback(ben, began) }},
		{"stopped at once", nil, "a1", func(m match.Match) (match.Match, error) { return m.Resign(ben, began) }},
		{"Ultimate, free choice", []any{"game", "ultimate"}, "b1 d1 c1 g1 a1", nil},
		{"Ultimate, forced", []any{"game", "ultimate"}, "e5 d4 a1 b1", nil},
		{"Ultimate, won", []any{"game", "ultimate"}, ultimateWin, nil},
	} {
		w := newWorld(t)
		w.as(ann).types("challenge", append([]any{"member", ben}, scene.options...)...)
		w.as(ben).presses("/m/m1/1/accept")
		w.moves("m1", scene.moves)
		if scene.change != nil {
			w.change("m1", scene.change)
		}
		b.WriteString("== " + scene.name + "\n" + script(w.withoutBoard("m1")))
	}
	golden.Check(t, "scenes.golden", b.String())
}

// withoutBoard returns the live message of a match. A drawn board is replaced by the word "(board)".
func (w *world) withoutBoard(id match.ID) answer {
	message := w.board(id)
	box := message.Response.Data.Components[0].(discordgo.Container)
	if _, drawn := box.Components[1].(discordgo.TextDisplay); drawn {
		box.Components[1] = card.Text("(board)")
	}
	return message
}

// ultimateWin is a short game of Ultimate that X wins.
const ultimateWin = "g4 a2 a4 c3 g7 c2 i6 g9 b9 d8 b5 e5 d6 b8 f6 i8 h5 d5 c6 h8 e6"

// TestWarning checks that the warning before a match is abandoned names and pings both players and links to the board.
func TestWarning(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	rec := w.records["m1"]
	rec.Message = "77"
	due := rec.Match.Deadline
	rec.Match = rec.Match.Tick(due)
	notice := w.Warning(rec)
	if !slices.Equal(notice.Pings, []string{ann, ben}) {
		t.Errorf("pings %v", notice.Pings)
	}
	for _, want := range []string{"<@" + ann + ">", "<@" + ben + ">", "/600/77", card.Moment(rec.Match.Deadline)} {
		if !strings.Contains(notice.Text, want) {
			t.Errorf("%q lacks %q", notice.Text, want)
		}
	}
	rec.Place.Quiet = true
	if notice = w.Warning(rec); len(notice.Pings) > 0 || notice.Text == "" {
		t.Errorf("in quiet it pings %v and says %q", notice.Pings, notice.Text)
	}
}
