package commands

import (
	"testing"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
)

// TestLevelsOfOthersAreRefused checks that a level that the variant does not have is refused. The
// refusal lists the variant's levels by the names that the menu shows.
func TestLevelsOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	for _, answer := range []answer{a.types("classic", "size", 5, "level", "perfect"), a.types("ultimate", "level", "strong")} {
		refused(t, answer, "refuse.level")
		says(t, answer, "newcomer, beginner, ")
		says(t, answer, "casual player, ")
	}
	says(t, a.types("classic", "size", 5, "level", "perfect"), "club player, calculator, strong.")
}

// TestLevelsAreTakenByTheirNames checks that a level can be typed by its id or as the menu shows it.
func TestLevelsAreTakenByTheirNames(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"casual", "casual player", "Casual Player", card.RatedLevel(texts.Load().ForLocale(texts.Default), game.Classic(3), "casual")} {
		w, _ := against(t, "classic", "level", typed)
		if got := w.game("m1").Players[1].Level; got != "casual" {
			t.Errorf("%q: the level is %q", typed, got)
		}
	}
}
