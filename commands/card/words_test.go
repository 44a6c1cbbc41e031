package card

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	rec := match.Record{Place: match.Place{Guild: "1", Channel: "2"}, Message: "3"}
	if got := Link("", rec); got != "https://discord.com/channels/1/2/3" {
		t.Error(got)
	}
	rec.Place.Guild = ""
	if got := Link("", rec); !strings.HasSuffix(got, "/@me/2/3") {
		t.Error(got)
	}
}

func TestEveryVariantHasWords(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	names, known := map[string]game.Variant{}, map[string]bool{}
	for _, v := range rules.Variants() {
		known[v.Kind] = true
		w := wordsOf(v)
		if w.name == "" {
			t.Errorf("%s: commands/card/words.go has no words for the kind %q", v, v.Kind)
			continue
		}
		for name, key := range map[string]texts.Key{"name": w.name, "drawn": w.drawn, "title": w.title} {
			if key == "" {
				t.Errorf("%s: its words lack the text %q", v, name)
			}
		}
		if w.board.Kind != v.Kind || !rules.Valid(w.board) || len(w.lessons) == 0 {
			t.Errorf("%s: its rules have %d lessons, on the board of %q", v, len(w.lessons), w.board)
			continue
		}
		name := Variant(l, v)
		if other, ok := names[name]; ok {
			t.Errorf("%s and %s are both called %q", v, other, name)
		}
		names[name] = v
		page, _ := RulesPage(l, v, 1, "", render.Tiles{})
		if text := readable(t, page); !strings.Contains(text, say(l, w.title, v)) {
			t.Errorf("%s: its rules are\n%s", v, text)
		}
	}
	for kind := range kinds {
		if !known[kind] {
			t.Errorf("there are words for %q, of which no variant is", kind)
		}
	}
}

// readable returns components as JSON. It fails the test if a text or an argument is missing.
func readable(t *testing.T, components any) string {
	t.Helper()
	text, err := json.Marshal(components)
	if err != nil || strings.Contains(string(text), "‹") {
		t.Errorf("%s, error %v", text, err)
	}
	return string(text)
}

func TestEndings(t *testing.T) {
	t.Parallel()
	l, now := texts.Load().ForLocale(texts.Default), time.Unix(0, 0)
	for _, tt := range []struct {
		variant game.Variant
		moves   string
		want    string
	}{
		{game.Classic(3), "a1 a2 b1 b2 c1", "### ❌ <@1> wins · a1–c1\n"},
		{game.InARow(7, 4), "a3 a4 b3 b4 d3 d4 c3", "### ❌ <@1> wins · a3–d3\nTic-tac-toe 7×7, 4 in a row: "},
		{game.InARow(7, 4), "a3 a4 b3 b4 d3 d4 e3 e5 c3", "### ❌ <@1> wins · a3–e3\n"}, // five marks in one line
		{game.InARow(5, 3), "a1 e1 b1 e2 c3 d5 c4 e4 c1", "### ❌ <@1> wins · a1–c1\n"}, // c1, c3 and c4 are not three in a row
		{game.InARow(6, 3), "a1 f1 b1 f2 c2 d6 c3 e4 d2 b6 e3 d5 c1", "### ❌ <@1> wins · c1–c3, a1–c1, c1–e3\n"},
		{rules.Misere(3), "a1 a2 b1 b2 c1", "### 🔵 <@2> wins: ❌ <@1> has completed a1–c1\nMisère tic-tac-toe 3×3: "},
		{rules.Misere(3), "a1 b1 c1 b2 a2 c2 b3 a3 c3", "### A draw: the board is full\n"},
	} {
		m, err := match.New("m1", "1", match.Person("1"), match.Person("2"), match.Options{Variant: tt.variant}, game.X, now)
		if err == nil {
			m, err = m.Accept("2", game.X, now)
		}
		for _, word := range strings.Fields(tt.moves) {
			s, wrong := game.ParseSquare(word)
			if err == nil && wrong == nil {
				m, err = m.Play(m.ToMove().ID, s, now)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		d := &drawing{Record: match.Record{Match: m}, texts: l, position: m.Position()}
		if got := d.heading(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.variant, got, tt.want)
		}
	}
}
