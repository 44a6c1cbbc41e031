package card

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

func TestLevelsHaveACharacter(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, v := range rules.Variants() {
		faces := map[string]string{}
		for _, level := range ai.Levels(v) {
			c, ok := characters[level]
			if twin := faces[c.face]; !ok || twin != "" {
				t.Errorf("commands/card/levels.go: the level %q of %s has no face of its own: %q", level, v, c.face+twin)
			}
			faces[c.face] = level
		}
	}
	for level, c := range characters {
		for _, occasion := range []string{"begins", "wins", "loses", "draws"} {
			if lines := sayings(l, c.tone, occasion); len(lines) < 3 {
				t.Errorf("commands/texts/languages/en-US.json: %s has %d lines say.%s.%s.1 and so on", level, len(lines), c.tone, occasion)
			}
		}
	}
	if !slices.Contains(slices.Collect(maps.Values(characters)), characters[ai.DefaultLevel(game.Classic(3))]) || Face("none") != "🤖" {
		t.Error("a level without a face")
	}
}

// TestSayings checks that a level makes the same remark each time a match is drawn, that remarks differ between
// matches, and that there is no remark in the middle of a match or if the server's setting Quiet is on.
func TestSayings(t *testing.T) {
	t.Parallel()
	l, now := texts.Load().ForLocale(texts.Default), time.Unix(0, 0)
	watched, err := match.New("m0", "1", match.Computer("champion"), match.Computer("beginner"), match.Options{Variant: game.Classic(3)}, game.X, now)
	if said := newDrawing(l, match.Record{Match: watched}, plan.View{}, render.Tiles{}).saying(); err != nil || said != "" {
		t.Errorf("where two computers play: %q, %v", said, err)
	}
	said := map[string]bool{}
	for _, id := range []match.ID{"m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"} {
		m, err := match.New(id, "1", match.Person("1"), match.Computer("beginner"), match.Options{Variant: game.Classic(3)}, game.X, now)
		if err != nil {
			t.Fatal(err)
		}
		says := func(v plan.View) string { return newDrawing(l, match.Record{Match: m}, v, render.Tiles{}).saying() }
		first := says(plan.View{})
		if said[first] = true; first != says(plan.View{}) || !strings.HasPrefix(first, "🐣 *") {
			t.Errorf("%s: %q, and then %q", id, first, says(plan.View{}))
		}
		if got := says(plan.View{Quiet: true}); got != "" {
			t.Errorf("where it is quiet: %q", got)
		}
		for i, square := range []string{"a1", "b1", "a2", "b2"} {
			s, _ := game.ParseSquare(square)
			if m.ToMove().IsComputer() {
				m, err = m.PlayComputer(s, now)
			} else {
				m, err = m.Play("1", s, now)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := says(plan.View{}); (got == "") != (i > 0) {
				t.Errorf("after %s: %q", square, got)
			}
		}
		if m, err = m.Resign("1", now); err != nil {
			t.Fatal(err)
		}
		if got := says(plan.View{}); got != "" {
			t.Errorf("of a game that was given up: %q", got)
		}
		m.Result.Reason = match.ByLine
		if got := says(plan.View{}); !slices.ContainsFunc(sayings(l, "shy", "wins"), func(k texts.Key) bool { return strings.Contains(got, l.Say(k)) }) {
			t.Errorf("when it has won: %q", got)
		}
	}
	if len(said) < 2 {
		t.Errorf("it always says %v", said)
	}
}

// TestLevelsHaveNames checks that the levels of each variant have names of their own, and are offered from weak to strong.
func TestLevelsHaveNames(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, v := range rules.Variants() {
		twins, strongest := make(map[string]string), 0
		for _, level := range ai.Levels(v) {
			key, name := texts.Key("level."+level), Level(l, level)
			if !l.Has(key) {
				t.Errorf("commands/texts/languages/en-US.json has no text %q: it is what members call the level %q of %s", key, level, v)
			}
			if twin, ok := twins[name]; ok {
				t.Errorf("commands/texts/languages/en-US.json: the levels %q and %q of %s are both called %q", twin, level, v, name)
			}
			twins[name] = level
			rank := slices.IndexFunc(strengths, func(k texts.Key) bool { return LevelOption(l, v, level) == name+" · "+l.Say(k) })
			if rank < strongest {
				t.Errorf("%s: the level %s is offered as %q", v, level, LevelOption(l, v, level))
			}
			strongest = rank
		}
	}
	if got := Level(l, "one that was dropped"); got != "one that was dropped" {
		t.Errorf("a level without a name is called %q", got)
	}
}

// TestHeadlinesBeginInUpperCase checks the headlines of won games in all languages, whoever has won.
func TestHeadlinesBeginInUpperCase(t *testing.T) {
	t.Parallel()
	for _, l := range texts.Load().Languages() {
		for _, winner := range []match.Player{match.Computer("beginner"), match.Person(match.Anonymous), match.Person("1"), match.Computer("dropped")} {
			for reason := range endings {
				m := match.Match{Players: [2]match.Player{winner, match.Computer("club")}, Options: match.Options{Variant: game.Classic(3)}, Begins: game.X, Status: match.Over}
				m.Result = match.Result{Winner: game.X, Reason: reason}
				d := newDrawing(l, match.Record{Match: m}, plan.View{}, render.Tiles{})
				said, _, _ := strings.Cut(d.result(), "<@")
				if first := strings.IndexFunc(said, unicode.IsLetter); first >= 0 && unicode.IsLower([]rune(said[first:])[0]) {
					t.Errorf("%s: %q", l.Code(), said)
				}
			}
		}
	}
}
