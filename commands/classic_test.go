package commands

import (
	"testing"
	"time"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

func TestClassic(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options []any
		want    match.Options
		x, o    match.Player
		moves   int // number of moves that the computer makes at once
	}{
		"alone": {nil, match.Options{Variant: game.Classic(3)}, match.Person(ann), match.Computer(ai.DefaultLevel(game.Classic(3))), 0},
		"this bot": {[]any{"opponent", me, "size", 5, "level", "random"},
			match.Options{Variant: game.Classic(5)}, match.Person(ann), match.Computer("random"), 0},
		"the computer begins": {[]any{"first", "them", "level", "random"},
			match.Options{Variant: game.Classic(3)}, match.Computer("random"), match.Person(ann), 1},
		"four in a row": {[]any{"size", 7, "in_a_row", 4, "level", "random"},
			match.Options{Variant: game.InARow(7, 4)}, match.Person(ann), match.Computer("random"), 0},
		"as many in a row as columns": {[]any{"in_a_row", 3, "level", "perfect"},
			match.Options{Variant: game.Classic(3)}, match.Person(ann), match.Computer("perfect"), 0},
		"a member": {[]any{"opponent", ben, "size", 9, "first", "random", "clock", 300},
			match.Options{Variant: game.Classic(9), First: match.FirstRandom, Clock: 5 * time.Minute}, match.Person(ann), match.Person(ben), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := against(t, "classic", test.options...)
			m := w.game("m1")
			if m.Options != test.want || m.Players != [2]match.Player{test.x, test.o} || len(m.Moves) != test.moves {
				t.Errorf("options %v of %v with %d moves", m.Options, m.Players, len(m.Moves))
			}
		})
	}
}

func TestOptionsAreRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		command string
		options []any
		want    texts.Key
	}{
		{"classic", []any{"size", 0}, "refuse.option"},
		{"classic", []any{"size", 10}, "refuse.option"},
		{"classic", []any{"size", 2.5}, "refuse.option"},
		{"classic", []any{"size", "3"}, "refuse.option"},
		{"classic", []any{"size", 5, "in_a_row", 2}, "refuse.option"},
		{"classic", []any{"size", 2, "in_a_row", 2}, "refuse.option"},
		{"classic", []any{"size", 9, "in_a_row", 10}, "refuse.option"},
		{"classic", []any{"size", 5, "in_a_row", 3.5}, "refuse.option"},
		{"classic", []any{"size", 5, "in_a_row", 6}, "refuse.in_a_row"},
		{"classic", []any{"in_a_row", 4}, "refuse.in_a_row"},
		{"classic", []any{"size", 1, "in_a_row", 3}, "refuse.in_a_row"},
		{"classic", []any{"first", "nobody"}, "refuse.option"},
		{"classic", []any{"clock", 17}, "refuse.option"},
		{"classic", []any{"style", "oil"}, "refuse.option"},
		{"classic", []any{"rated", "perhaps"}, "refuse.option"},
		{"classic", []any{"variant", "chess"}, "refuse.option"},
		{"classic", []any{"level", "godlike"}, "refuse.level"},
		{"classic", []any{"level", "rules", "size", 4}, "refuse.level"}, // a level of 3×3
		{"classic", []any{"size", 7, "in_a_row", 4, "level", "scores"}, "refuse.level"},
		{"classic", []any{"opponent", ben, "level", "random"}, "refuse.level_person"},
		{"classic", []any{"opponent", ben, "coach", true}, "refuse.coach_member"},
		{"classic", []any{"opponent", ann}, "refuse.self"},
		{"classic", []any{"opponent", otherBot}, "refuse.bot"},
		{"classic", []any{"opponent", gone}, "refuse.left"},
		{"ultimate", []any{"level", "scores"}, "refuse.level"},
		{"ultimate", []any{"opponent", otherBot}, "refuse.bot"},
		{"ultimate", []any{"first", "them?"}, "refuse.option"},
		{"ultimate", []any{"best_of", 3}, "refuse.series_computer"},
		{"ultimate", []any{"coach", true, "rated", "rated"}, "refuse.coach_rated"},
		{"watch", []any{"level_x", "godlike"}, "refuse.level"},
		{"watch", []any{"level_o", "godlike"}, "refuse.level"},
		{"watch", []any{"game", "ultimate", "size", 5}, "refuse.size_ultimate"},
		{"watch", []any{"in_a_row", 5}, "refuse.in_a_row"},
		{"watch", []any{"style", "oil"}, "refuse.option"},
		{"challenge", []any{"member", ann}, "refuse.self"},
		{"challenge", []any{"member", otherBot}, "refuse.bot"},
		{"challenge", []any{"member", gone}, "refuse.left"},
		{"challenge", []any{"game", "ultimate", "size", 3}, "refuse.size_ultimate"},
		{"challenge", []any{"size", 7, "in_a_row", 8}, "refuse.in_a_row"},
		{"challenge", []any{"game", "go"}, "refuse.option"},
		{"challenge", []any{"member", ben, "open_for", 5}, "refuse.option"},
		{"challenge", []any{"member", ben, "best_of", 0}, "refuse.option"},
		{"challenge", []any{"member", ben, "best_of", 4}, "refuse.option"},
		{"challenge", []any{"member", ben, "variant", "misere", "size", 6}, "refuse.misere"},
		{"challenge", []any{"member", ben, "variant", "misere", "size", 2}, "refuse.misere"},
		{"challenge", []any{"member", ben, "variant", "misere", "size", 5, "in_a_row", 4}, "refuse.misere"},
		{"challenge", []any{"member", ben, "variant", "misere", "game", "ultimate"}, "refuse.misere"},
		{"team", []any{"vote_clock", 900}, "refuse.option"},
		{"team", []any{"level", "nobody"}, "refuse.level"},
		{"rules", []any{"game", "chess"}, "refuse.option"},
	} {
		w := newWorld(t)
		refused(t, w.as(ann).types(test.command, test.options...), test.want)
		if len(w.records) != 0 {
			t.Errorf("/%s %v: a match was made", test.command, test.options)
		}
	}
}

func TestLevelsAreCompleted(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	for typed, want := range map[string]string{"Pe": "perfect", "kin": "perfect", "Fox · m": "club", "Ow": "rules", "oct": "scores"} { // ids and names
		if got := a.completes("classic", "size", 3, "level", typed); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := a.completes("classic", "size", 4, "level", "rules"); len(got) != 0 {
		t.Errorf("4×4: %q", got)
	}
	if got, want := a.completes("classic", "size", 7, "in_a_row", 4, "level", ""), ai.Levels(game.InARow(7, 4)); len(got) != len(want) {
		t.Errorf("7×7 with four in a row: %q", got)
	}
	if got := a.completes("classic", "level", ""); len(got) != len(ai.Levels(game.Classic(3))) {
		t.Errorf("all: %q", got)
	}
	if got := a.completes("watch", "game", "ultimate", "level_o", "loc"); len(got) != 1 || got[0] != "local" {
		t.Errorf("Ultimate: %q", got)
	}
	if got := a.completes("classic", "size", 77, "level", ""); len(got) != 0 {
		t.Errorf("no such size: %q", got)
	}
}

func TestLevelsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	for _, answer := range []answer{a.types("classic", "size", 5, "level", "perfect"), a.types("ultimate", "level", "strong")} {
		refused(t, answer, "refuse.level")
		says(t, answer, "Fish, Chick, ")
		says(t, answer, "Rabbit, ")
	}
	says(t, a.types("classic", "size", 5, "level", "perfect"), "Fox, Octopus, King.")
}

// TestLevelsAreTakenByTheirNames checks that a level can be typed by its id or as the menu shows it.
func TestLevelsAreTakenByTheirNames(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"casual", "rabbit", "Rabbit", card.LevelOption(texts.Load().ForLocale(texts.Default), game.Classic(3), "casual")} {
		w, _ := against(t, "classic", "level", typed)
		if got := w.game("m1").Players[1].Level; got != "casual" {
			t.Errorf("%q: the level is %q", typed, got)
		}
	}
}
