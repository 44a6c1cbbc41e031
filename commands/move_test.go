package commands

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

func TestMove(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{"b3": "b3", " B3 ": "b3", "32": "b3", "8": "b3"} {
		t.Run(typed, func(t *testing.T) {
			t.Parallel()
			w, _ := friends(t)
			message := accepted(t, w.as(ann).types("move", "square", typed))
			if got := w.game("m1").Moves; !slices.Equal(got, squares(t, want)) {
				t.Errorf("moves %v", got)
			}
			pings(t, message) // pings come as a separate message: see Commands.Ping
			if message.Match != "m1" || message.Version != 3 {
				t.Errorf("shows %s at %d", message.Match, message.Version)
			}
		})
	}
}

func TestMoveRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	refused(t, w.as(ann).types("move", "square", "a1"), "refuse.no_game")
	w.computer.slow = true
	w.as(ann).types("watch")
	refused(t, w.as(ann).types("move", "square", "a1"), "refuse.no_game") // ann watches the game but does not play in it
	w.as(ann).types("challenge", "member", ben)
	for _, member := range []string{ann, ben} {
		refused(t, w.as(member).types("move", "square", "a1"), "refuse.not_started")
	}
	w, _ = friends(t)
	w.moves("m1", "a1")
	refused(t, w.as(ann).types("move", "square", "b1"), "refuse.not_your_turn")
	refused(t, w.as(eve).types("move", "square", "b1"), "refuse.no_game")
	refused(t, w.as(ben).types("move", "square", "a1"), "refuse.opponent_square")
	for _, typed := range []string{"", "d1", "a4", "44", "é", "a/1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "…", "`"} {
		refused(t, w.as(ben).types("move", "square", typed), "refuse.not_a_square")
	}
	if got := w.game("m1").Moves; len(got) != 1 {
		t.Errorf("moves %v", got)
	}
}

func TestMoveWhileTheComputerThinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.computer.slow = true
	message := accepted(t, w.as(ann).types("classic", "first", "them"))
	says(t, message, "is thinking")
	offers(t, message, "more")
	refused(t, w.as(ann).types("move", "square", "a1"), "refuse.thinking")
	refused(t, w.as(ann).presses("/m/m1/1/a1"), "refuse.thinking")
}

func TestMoveCompletes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if got := w.as(ann).completes("move", "square", ""); len(got) != 0 {
		t.Errorf("without a game: %q", got)
	}
	w, _ = friends(t)
	w.moves("m1", "a1 b1")
	for typed, want := range map[string][]string{
		"": {"c1", "a2", "b2", "c2", "a3", "b3", "c3"}, "b": {"b2", "b3"}, "A": {"a2", "a3"}, "5": {"b2"}, "33": {"c3"},
		"a1": nil, "z": nil,
	} {
		if got := w.as(ann).completes("move", "square", typed); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := w.as(ben).completes("move", "square", ""); len(got) != 0 {
		t.Errorf("not ben's turn: %q", got)
	}
	w, _ = against(t, "ultimate")
	if got := w.as(ann).completes("move", "square", ""); len(got) != 25 {
		t.Errorf("%d completions of 81", len(got))
	}
}

// TestMoveHints checks that autocomplete describes the place of a square in Ultimate, but not if the square may also be
// meant for a game on a board without local boards.
func TestMoveHints(t *testing.T) {
	t.Parallel()
	w, _ := against(t, "ultimate")
	accepted(t, w.as(ben).types("classic", "size", 7))
	accepted(t, w.as(ben).types("ultimate"))
	for member, want := range map[string]string{ann: "d6 (center board, 7️⃣)", ben: "d6"} {
		r := w.as(member).request(plan.Completion, "/move")
		r.Options = typing("square", "d6")
		r.Options.List[0].Focused = true
		if got := w.as(member).does(r).Response.Data.Choices; len(got) != 1 || got[0].Name != want {
			t.Errorf("%s: %s, want %q", member, asJSON(t, got), want)
		}
	}
}

// TestMoveMeansTheGameThatWaits checks how /move chooses among several waiting games: it takes the
// game where the square is legal. It asks if there are several such games, or none.
func TestMoveMeansTheGameThatWaits(t *testing.T) {
	t.Parallel()
	type waits struct {
		size, clock int
		moves       string
	}
	for name, test := range map[string]struct {
		games   []waits
		typed   string
		moved   match.ID
		asked   []string
		refuse  texts.Key
		nowhere bool // the move is legal in no game
	}{
		"one game":              {games: []waits{{size: 3}}, typed: "b2", moved: "m1"},
		"one is large enough":   {games: []waits{{size: 3}, {size: 5}}, typed: "e5", moved: "m2"},
		"free in one":           {games: []waits{{size: 3, moves: "b2 c3"}, {size: 3}}, typed: "b2", moved: "m2"},
		"the other has a clock": {games: []waits{{size: 3}, {size: 3, clock: 60}}, typed: "b2", asked: []string{"m1", "m2"}},
		"free in two of three":  {games: []waits{{size: 3}, {size: 3}, {size: 3, moves: "b2 c3"}}, typed: "b2", asked: []string{"m1", "m2"}},
		"legal in none":         {games: []waits{{size: 3}, {size: 3, clock: 60}}, typed: "i9", asked: []string{"m1", "m2"}, nowhere: true},
		"taken in both":         {games: []waits{{size: 3, moves: "b2 c3"}, {size: 3, moves: "b2 c3"}}, typed: "b2", asked: []string{"m1", "m2"}, nowhere: true},
		"no square":             {games: []waits{{size: 3}}, typed: "i9", refuse: "refuse.not_a_square", nowhere: true},
		"a place, by its name":  {games: []waits{{size: 3}, {size: 5}}, typed: "Top left", moved: "m1"},
		"a place in two games":  {games: []waits{{size: 3}, {size: 3}}, typed: "center", asked: []string{"m1", "m2"}},
		"two digits, two games": {games: []waits{{size: 3}, {size: 5}}, typed: "55", moved: "m2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.back = began.Add(-time.Hour)
			for i, g := range test.games {
				accepted(t, w.as(ann).types("classic", "opponent", ben, "size", g.size, "clock", g.clock))
				id := match.ID(fmt.Sprint("m", i+1))
				accepted(t, w.as(ben).presses("/m/"+string(id)+"/1/accept"))
				w.moves(id, g.moves)
			}
			w.now = began
			offered := w.as(ann).completes("move", "square", test.typed)
			before := maps.Clone(w.records)
			answer := w.as(ann).types("move", "square", test.typed)
			switch {
			case test.refuse != "":
				refused(t, answer, test.refuse)
			case test.moved != "":
				if accepted(t, answer); answer.Match != test.moved || len(w.game(test.moved).Moves) != len(before[test.moved].Match.Moves)+1 {
					t.Errorf("moved in %q, want %q", answer.Match, test.moved)
				}
			default:
				if menu := pressable(answer.Response.Data.Components); len(menu) != 1 || !slices.Equal(menu[0].values, test.asked) {
					t.Errorf("asks for %v, want %q", menu, test.asked)
				}
			}
			if (len(offered) == 1) == test.nowhere {
				t.Errorf("the completion offers %q", offered)
			}
		})
	}
}
