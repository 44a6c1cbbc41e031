package card

import (
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
)

// TestGamesOfOthersInAHistory checks that the history of a member who began a game for other players names those two
// players and not the member.
func TestGamesOfOthersInAHistory(t *testing.T) {
	t.Parallel()
	page := HistoryPage{Texts: texts.Load().ForLocale(texts.Default), Member: "7"}
	for want, players := range map[string][2]match.Player{
		"Team game: <#3> against 🎲 the computer (random)\n":                      {match.Team("3"), match.Computer("random")},
		"Team game: <#3> against <#4>\n":                                         {match.Team("3"), match.Team("4")},
		"Watched 🎲 the computer (random) against 🦉 the computer (club player)\n": {match.Computer("random"), match.Computer("club")},
	} {
		rec := match.Record{Match: match.Match{ID: "a", Starter: "7", Players: players, Status: match.Over}}
		if got := page.line(rec); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
