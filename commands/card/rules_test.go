package card

import (
	"context"
	"strings"
	"testing"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
	"noughts/render"
)

func TestLessons(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind string
		page int
		want func(game.Position) bool
	}{
		{"classic", 1, func(p game.Position) bool { return winning(p) == 1 }},
		{"classic", 2, func(p game.Position) bool { return p.Outcome() == game.Draw }},
		{"misere", 1, func(p game.Position) bool { return p.Outcome() == game.Won(game.O) }},
		{"misere", 2, func(p game.Position) bool { return p.Outcome() == game.Draw }},
		{"misere", 3, comes("rules.lost_line", 1)},
		{"misere", 4, comes("rules.all_lose", 1)},
		{"misere", 5, comes("rules.mirrored", 1)},
		{"vanishing", 1, func(p game.Position) bool { return winning(p) == 1 && p.Ply() == 4 }},
		{"vanishing", 2, func(p game.Position) bool {
			going, _ := p.(game.Vanishing).Going()
			return winning(p) == 1 && going == game.At(0, 0)
		}},
		{"vanishing", 3, func(p game.Position) bool {
			return winning(p) == 0 && p.(game.Vanishing).Ages()[1] == game.At(1, 1) && p.At(game.At(1, 1)) == game.O
		}},
		{"ultimate", 1, nested(func(p game.Nested) bool { return p.Local(4) == game.Won(game.X) })},
		{"ultimate", 2, nested(func(p game.Nested) bool {
			return p.Forced() == 4 && p.ToMove() == game.X && p.At(game.At(1, 1)) == game.O
		})},
		{"ultimate", 3, nested(func(p game.Nested) bool {
			return p.Forced() == 4 && p.ToMove() == game.X && p.Local(0) == game.Won(game.X) && winning(p) == 0
		})},
		{"ultimate", 4, nested(func(p game.Nested) bool {
			return p.Forced() == 8 && p.Local(0) == game.Won(game.X) && p.Local(4) == game.Won(game.X) && winning(p) == 1
		})},
	} {
		w := kinds[test.kind]
		if p, _ := w.lessons[test.page-1].play(w.board); !test.want(p) {
			t.Errorf("%s, page %d: its text is not true of %s", test.kind, test.page, p)
		}
	}
	for _, v := range rules.InARowRules.Variants {
		w := wordsOf(v)
		p, _ := w.lessons[0].play(w.board)
		if p.Outcome() != game.Won(game.X) || len(p.WinningLine()) != v.K {
			t.Errorf("%s, %s: %v, line %v", v, p, p.Outcome(), p.WinningLine())
		}
	}
}

// `comes` returns a function that checks a misère position. It reports whether exactly `moves` legal moves lead to the
// result `want`.
func comes(want texts.Key, moves int) func(game.Position) bool {
	return func(p game.Position) bool {
		lost, ok := p.(rules.MiserePosition)
		for _, s := range p.Moves() {
			if misereComes(lost.After(s)) == want {
				moves--
			}
		}
		return ok && moves == 0
	}
}

// winning returns the number of moves with which X, the side to move, wins the game at once.
func winning(p game.Position) (n int) {
	for _, s := range p.Moves() {
		if after, err := p.Play(s); err == nil && after.Outcome() == game.Won(game.X) {
			n++
		}
	}
	return n
}

func nested(is func(game.Nested) bool) func(game.Position) bool {
	return func(p game.Position) bool {
		n, ok := p.(game.Nested)
		return ok && is(n)
	}
}

// TestTries checks the pages where the reader may press a square: each playable square shows the
// result by the rules, and no other square can be pressed.
func TestTries(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for kind, w := range kinds {
		v := w.board
		for i, lesson := range w.lessons {
			legal := map[game.Square]bool{}
			p, _ := lesson.play(w.board)
			if lesson.try {
				for _, s := range p.Moves() {
					legal[s] = true
				}
			}
			for _, s := range rules.Start(w.board, game.X).Moves() {
				page, ok := RulesPage(l, v, i+1, s.String(), render.Tiles{})
				if ok != legal[s] {
					t.Errorf("%s, page %d, %s: shown is %t", kind, i+1, s, ok)
				}
				if !ok {
					continue
				}
				after, err := p.Play(s)
				if err != nil {
					t.Fatal(err)
				}
				if text := readable(t, page); !strings.Contains(text, consequence(lesson, after, s)) {
					t.Errorf("%s, page %d, %s: says nothing of %q:\n%s", kind, i+1, s, consequence(lesson, after, s), text)
				}
			}
		}
	}
}

// consequence returns a phrase that the page must contain for the position after a move on `s`.
func consequence(l lesson, after game.Position, s game.Square) string {
	n, ok := after.(game.Nested)
	switch {
	case l.wrong != "" && !after.Outcome().Over:
		found, _ := ai.NewSearcher(after.Variant(), 1, 1).Search(context.Background(), ai.History{Start: after}, ai.Limits{}, nil)
		right := found.Score.Proof == ai.Loss // for O
		return map[texts.Key]map[bool]string{
			"rules.row_gone": {false: "the mark on a1 has gone"}, "rules.stoppable": {true: "can't block b2", false: "can stop that"},
			"rules.no_edge": {true: "you win by force", false: "can hold"},
		}[l.wrong][right && l.right != ""]
	case after.Variant().Kind == rules.Misere(3).Kind && after.Outcome().Over:
		return "in a row: you lose"
	case after.Variant().Kind == rules.Misere(3).Kind:
		return "" // checked by TestLessons
	case after.Outcome().Over:
		return "in a row: you win"
	case !ok:
		return "not three in a row"
	case n.Forced() == game.FreeChoice:
		return "may play in any open board"
	}
	names := [9]string{"top left", "top", "top right", "middle left", "center", "middle right", "bottom left", "bottom", "bottom right"}
	return s.String() + " is the " + names[n.Forced()] + " square"
}

func TestPages(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for kind, w := range kinds {
		for _, page := range []int{-1, 0, len(w.lessons) + 1} {
			if _, ok := RulesPage(l, w.board, page, "", render.Tiles{}); ok {
				t.Errorf("%s has a page %d", kind, page)
			}
		}
		for i := range w.lessons {
			page, ok := RulesPage(l, w.board, i+1, "", render.Tiles{})
			text := readable(t, page)
			if !ok || strings.Contains(text, `"Back"`) != (i > 0) || strings.Contains(text, `"Next"`) != (i+1 < len(w.lessons)) ||
				strings.Contains(text, `"Play now"`) != (i+1 == len(w.lessons)) {
				t.Errorf("%s, page %d leads elsewhere:\n%s", kind, i+1, text)
			}
		}
	}
	if _, ok := RulesPage(l, game.Variant{Kind: "chess", N: 8}, 1, "", render.Tiles{}); ok {
		t.Error("there are rules of chess")
	}
}
