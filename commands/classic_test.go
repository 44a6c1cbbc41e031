package commands

import (
	"testing"
	"time"

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

func TestClassicRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options []any
		want    texts.Key
	}{
		"size 0":               {[]any{"size", 0}, "refuse.option"},
		"size 10":              {[]any{"size", 10}, "refuse.option"},
		"two in a row":         {[]any{"size", 5, "in_a_row", 2}, "refuse.option"},
		"six in a row of five": {[]any{"size", 5, "in_a_row", 6}, "refuse.in_a_row"},
		"four in a row of 3×3": {[]any{"in_a_row", 4}, "refuse.in_a_row"},
		"half a row":           {[]any{"size", 5, "in_a_row", 3.5}, "refuse.option"},
		"two in a row of two":  {[]any{"size", 2, "in_a_row", 2}, "refuse.option"},
		"three in a row of 1":  {[]any{"size", 1, "in_a_row", 3}, "refuse.in_a_row"},
		"ten in a row":         {[]any{"size", 9, "in_a_row", 10}, "refuse.option"},
		"the scores of a row":  {[]any{"size", 7, "in_a_row", 4, "level", "scores"}, "refuse.level"},
		"half a size":          {[]any{"size", 2.5}, "refuse.option"},
		"a size in letters":    {[]any{"size", "3"}, "refuse.option"},
		"an unknown first":     {[]any{"first", "nobody"}, "refuse.option"},
		"an unknown clock":     {[]any{"clock", 17}, "refuse.option"},
		"an unknown style":     {[]any{"style", "oil"}, "refuse.option"},
		"an unknown level":     {[]any{"level", "godlike"}, "refuse.level"},
		"a level of 3×3 only":  {[]any{"level", "rules", "size", 4}, "refuse.level"},
		"a level for a member": {[]any{"opponent", ben, "level", "random"}, "refuse.level_person"},
		"oneself":              {[]any{"opponent", ann}, "refuse.self"},
		"another bot":          {[]any{"opponent", otherBot}, "refuse.bot"},
		"who has left":         {[]any{"opponent", gone}, "refuse.left"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			refused(t, w.as(ann).types("classic", test.options...), test.want)
			if len(w.records) != 0 {
				t.Error("a match was made")
			}
		})
	}
}

func TestLevelsAreCompleted(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	if got := a.completes("classic", "size", 3, "level", "Pe"); len(got) != 1 || got[0] != "perfect" {
		t.Errorf("3×3: %q", got)
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
