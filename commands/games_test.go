package commands

import (
	"testing"

	"noughts/game/match"
	"noughts/render/golden"
)

func TestGames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says(t, w.as(ann).types("games"), "Nobody is playing in this channel.")
	w.as(ann).types("classic", "level", "random")
	w.as(ann).types("challenge", "member", ben, "game", "ultimate")
	w.as(ben).types("watch", "level_x", "random", "level_o", "random")
	for id, message := range map[match.ID]string{"m1": "801", "m3": "803"} {
		g := w.records[id]
		g.Message = message
		w.records[id] = g
	}
	list := accepted(t, w.as(eve).types("games"))
	pings(t, list)
	golden.Check(t, "games.golden", script(list))
	for range 20 {
		w.as(eve).types("classic", "size", 9)
	}
	list = accepted(t, w.as(eve).types("games"))
	says(t, list, "… and 8 more.")
}

func TestMyGames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.as(ann).types("challenge", "member", ben)
	says(t, w.as(ben).types("games", "mine", true), ": ❌ <@1001> against 🔵 <@1002>, **you've been challenged**; the challenge expires <t:")
	says(t, w.as(ann).types("games", "mine", true), ": ❌ <@1001> against 🔵 <@1002>, a challenge that expires <t:")
	w.as(ben).presses("/m/m1/1/accept")
	says(t, w.as(ann).types("games", "mine", true), ", move 1, **your turn**")
	says(t, w.as(ben).types("games", "mine", true), ", move 1, ❌ <@1001> to move")
}
