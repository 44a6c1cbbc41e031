package card

import (
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

func TestEveryAchievementHasWords(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	named := map[string]profile.Achievement{}
	for _, a := range profile.Achievements() {
		name := Achievement(l, a)
		if twin, ok := named[name]; ok {
			t.Errorf("%s and %s are both called %q", a, twin, name)
		}
		named[name] = a
	}
	if Achievement(l, "flown_to_the_moon") != "flown_to_the_moon" || achievementTakes(l, "flown_to_the_moon") != "" {
		t.Error("an achievement that is no more is not called by its name")
	}
}

func TestEveryPoolHasAName(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	names := map[string]bool{}
	for _, pool := range profile.Pools() {
		if name := Pool(l, pool); pools[pool] == "" || names[name] || Pool(l, pool.AgainstComputer()) != name {
			t.Errorf("%s is called %q", pool, name)
		} else {
			names[name] = true
		}
	}
}

func TestNamedSquares(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, test := range []struct {
		variant      game.Variant
		square, want string
	}{
		{game.Classic(3), "b2", "center (b2)"}, {game.Classic(3), "c1", "top right (c1)"}, {game.Classic(3), "b3", "bottom (b3)"},
		{game.Classic(5), "c3", "center (c3)"}, {game.Classic(5), "a5", "bottom left (a5)"}, {game.Classic(5), "b2", "b2"},
		{game.Classic(4), "b2", "b2"}, {game.Classic(4), "d4", "bottom right (d4)"}, {game.Classic(2), "a1", "a1"}, {game.Classic(1), "a1", "a1"},
		{game.Ultimate, "e5", "the center square of the center board (e5)"}, {game.Ultimate, "a1", "the top left square of the top left board (a1)"},
		{game.Ultimate, "g5", "the middle left square of the middle right board (g5)"},
	} {
		s, err := game.ParseSquare(test.square)
		if got := namedSquare(l, test.variant, s); err != nil || got != test.want {
			t.Errorf("%s of %s is %q, want %q", test.square, test.variant, got, test.want)
		}
	}
}

func TestRatingAfter(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]match.Effect{
		"1538 (+15)":            {Before: 1523, After: 1538},
		"978? (−22)":            {Before: 1000, After: 978, Provisional: true},
		"1000":                  {Before: 1000, After: 1000},
		"placement game 4 of 5": {Before: 1000, After: 978, Provisional: true, RatedGames: 4},
		"1162?":                 {Before: 1100, After: 1162, Provisional: true, RatedGames: 5},
		"1180? (+18)":           {Before: 1162, After: 1180, Provisional: true, RatedGames: 6},
	} {
		if got := RatingAfter(texts.Load().ForLocale(texts.Default), e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
