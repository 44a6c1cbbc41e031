package commands

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render/golden"
)

// reviewed holds the reviews of a world.
type reviewed struct {
	slow   bool // reviews are never finished
	games  map[string]ai.History
	shared []string
}

func (r *reviewed) share(key string) (first bool) {
	first = !slices.Contains(r.shared, key)
	r.shared = append(r.shared, key)
	return first
}

// review carries out a plan for a review, with a short search.
func (w *world) review(p plan.MakeReview) (plan.Plan, error) {
	if w.reviews.games == nil {
		w.reviews.games = map[string]ai.History{}
	}
	known := plan.Reviewed{Game: p.Game, Key: p.Key}
	if p.Game.Start == nil {
		var ok bool
		if known.Game, ok = w.reviews.games[p.Key]; !ok {
			return nil, plan.ErrNoGame
		}
	} else {
		sum := sha256.Sum256([]byte(fmt.Sprint(p.Game.Start, p.Game.Moves)))
		known.Key = hex.EncodeToString(sum[:16])
		w.reviews.games[known.Key] = p.Game
	}
	found, err := review.Analyze(w.t.Context(), known.Game.Start.Variant(), known.Game, review.Options{Nodes: 300})
	if err != nil {
		return nil, err
	}
	if w.reviews.slow {
		known.Done, known.Total, known.SoFar = 1, 4, &found
		return p.Show(known)
	}
	known.Review = &found
	if p.Then != nil {
		return p.Then(known)
	}
	return p.Show(known)
}

func TestReviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.wonBy("m5", ann, ben, elsewhere)
	w.resigned("m7", ann, hereInServer)
	w.reviews.slow = true
	page := w.as(ben).presses("/review/m7")
	said := "== being made\n" + script(page)
	w.reviews.slow = false
	for _, step := range []struct{ name, path string }{
		{"the overview", "/review/m7"}, {"the beginning", "/review/m7/0/first"}, {"a move", "/review/m7/2/next"}, {"the end", "/review/m7/5/last"},
		{"a mistake", "/review/m7/4/mistake"}, {"why it is one", "/review/m7/4/why"}, {"why", "/review/m7/2/why"}, {"playing on", "/review/m7/3/play"}, {"a text", "/review/m7/text"}, {"shared", "/review/m7/share"},
	} {
		page := w.as(ben).presses(step.path)
		if accepted(t, page); page.private() == (step.name == "shared") {
			t.Errorf("%s: private is %t", step.name, page.private())
		}
		said += "== " + step.name + "\n" + script(page)
	}
	for _, level := range ai.Levels(game.Ultimate) { // check the levels in the menu here: the golden file leaves them out, so a new level does not change it
		line := "\n      " + level + " = " + card.LevelOption(texts.Load().ForLocale(texts.Default), game.Ultimate, level) + " "
		if !strings.Contains(said, line) {
			t.Errorf("the menu lacks %q", line)
		}
		said = strings.ReplaceAll(said, line, "")
	}
	said += "== which game\n" + script(accepted(t, w.as(ann).types("review")))
	golden.Check(t, "reviews.golden", said)
	refused(t, w.as(ann).presses("/review/m7/share"), "refuse.review_shared")
	begun := accepted(t, w.as(ann).presses("/review/m7/3/level", "random"))
	if m := w.game(begun.Match); len(m.Given) != 3 || !m.Options.Casual || m.Players[0] != match.Person(ann) {
		t.Errorf("she plays on in %+v", m)
	}
	begun = accepted(t, w.as(eve).presses("/review/m7/3/level", "random"))
	if m := w.game(begun.Match); m.Players[1] != match.Person(eve) {
		t.Errorf("who has not played goes on as who is to move, in %+v", m)
	}
	asked := accepted(t, w.as(ann).presses("/review/m5/3/rival"))
	if m := w.game(asked.Match); len(m.Given) != 3 || m.Status != match.Challenge || !strings.Contains(script(asked), "❌🔵3️⃣") {
		t.Errorf("a rival plays on in %+v, shown as\n%s", m, script(asked))
	}
	for _, path := range []string{
		"/review/m7/6", "/review/m7/x", "/review/m7/-1/back", "/review/m:7", "/review/m:7/share", "/review/m7/0/why", "/review/m7/3/rival",
		"/review/0123456789abcdef0123456789abcdef", "/review/m7/6/play",
	} {
		refused(t, w.as(ann).presses(path), texts.RefuseOldButton)
	}
	refused(t, w.as(ann).presses("/review/m7/3/level", "nobody"), texts.RefuseOldButton)
}

func TestPastedReviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const turned = "move 2, O on b1"
	for _, text := range []string{
		"classic: a1 b1 a2 b2 a3", "classic 3 a1 b1 a2 b2 a3", "Classic 3: 1. a1 b1 2. a2 b2 3. a3",
		"noughts game 1\nvariant classic 3\nx Ann\n\n1 a1\n2 b1\n3 a2\n4 b2\n5 a3",
		"noughts game 1 variant classic 3 x Ann o casual (computer) date 2026-11-23 begins x result x line 1 a1 draw best 2 b1 loss 4 blunder 3 a2 4 b2 5 a3",
	} {
		says(t, accepted(t, w.as(ann).types("review", "game", text)), turned)
		form := w.as(ben).request(plan.Form, "/review-paste")
		form.Fields = map[string]string{"text": text}
		says(t, accepted(t, w.as(ben).does(form)), turned)
	}
	for text, key := range map[string]texts.Key{
		"chess: e4 e5":   "refuse.paste_line",
		"classic: a1 a1": "refuse.paste_move",
		"ultimate":       "refuse.unfinished", "classic 3": "refuse.paste",
		"noughts game 2 variant x":        "refuse.paste_line",
		strings.Repeat("a ", 5000):        "refuse.paste_line",
		"noughts game 1 variant ultimate": "refuse.paste_empty",
	} {
		refused(t, w.as(ann).types("review", "game", text), key)
	}
}

// TestReviewsFitMessages opens every page of the reviews of random games, finished or not, and of a
// game whose first move is a mistake. The check of every answer verifies Discord's rules, for
// example that no two buttons have the same custom id.
func TestReviewsFitMessages(t *testing.T) {
	t.Parallel()
	const seed = 13
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	games := []string{"misere 3: a1 b2 c3"}
	for _, v := range []game.Variant{game.Classic(3), game.Classic(9), game.InARow(7, 4), game.Ultimate} {
		p, text := rules.Start(v, game.X), v.String()+":"
		for n := 1 + rng.IntN(20); n > 0 && !p.Outcome().Over; n-- {
			moves := p.Moves()
			move := moves[rng.IntN(len(moves))]
			p, _ = p.Play(move)
			text += " " + move.String()
		}
		games = append(games, text)
	}
	w := newWorld(t)
	for _, text := range games {
		page := accepted(t, w.as(ann).types("review", "game", text))
		for pages := 0; ; pages++ {
			for _, fault := range faults(page.Response.Data) {
				t.Errorf("%s: %s in\n%s", text, fault, script(page))
			}
			next := ""
			for _, p := range pressable(page.Response.Data.Components) {
				if strings.HasSuffix(p.id, "/next") || pages == 0 && strings.HasSuffix(p.id, "/1") {
					next = p.id
				}
			}
			if next == "" {
				if _, moves, _ := strings.Cut(text, ": "); pages != len(strings.Fields(moves)) {
					t.Errorf("%s: %d pages of moves", text, pages)
				}
				break
			}
			page = accepted(t, w.as(ann).presses(next))
		}
	}
}
