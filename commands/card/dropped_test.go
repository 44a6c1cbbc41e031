package card

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

func TestDroppedMoves(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, v := range []game.Variant{game.Classic(3), game.Ultimate, rules.Misere(3)} {
		m := match.Match{
			ID: "m1", Version: 9, Starter: "7", Players: [2]match.Player{match.Person("7"), match.Person("8")}, Options: match.Options{Variant: v},
			Status: match.Over, Begins: game.X, Moves: []game.Square{0}, Dropped: 6, Result: match.Result{Winner: game.X, Reason: match.ByLine},
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		message := Live(l, match.Record{Match: m}, plan.View{}, render.Tiles{})
		box, ok := message[0].(discordgo.Container)
		if !ok || len(box.Components) != 2 {
			t.Fatalf("%s: the message is %+v", v, message)
		}
		said, _ := box.Components[0].(discordgo.TextDisplay)
		for _, want := range []string{"### ❌ <@7> wins\n", "after 7 moves", "The moves of this game are no longer kept"} {
			if !strings.Contains(said.Content, want) {
				t.Errorf("%s: it does not say %q:\n%s", v, want, said.Content)
			}
		}
		controls, _ := box.Components[1].(discordgo.ActionsRow)
		for _, c := range controls.Components {
			if b, ok := c.(discordgo.Button); ok && strings.HasSuffix(b.CustomID, "/share") {
				t.Errorf("%s: its picture can be shared", v)
			}
		}
	}
}

func TestGamesOfOthersInAHistory(t *testing.T) {
	t.Parallel()
	page := HistoryPage{Texts: texts.Load().ForLocale(texts.Default), Member: "7"}
	for want, players := range map[string][2]match.Player{
		"Team game: <#3> against 🐌 Snail\n": {match.Team("3"), match.Computer("random")},
		"Team game: <#3> against <#4>\n":    {match.Team("3"), match.Team("4")},
		"Watched 🐌 Snail against 🦊 Fox\n":   {match.Computer("random"), match.Computer("club")},
	} {
		rec := match.Record{Match: match.Match{ID: "a", Starter: "7", Players: players, Status: match.Over}}
		if got := page.line(rec); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
