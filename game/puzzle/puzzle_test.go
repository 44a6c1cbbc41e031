package puzzle_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// TestBank checks that Parse accepts bank.txt, so that no two of its puzzles are equivalent, and that the embedded bank
// has the same puzzles and enough of every kind.
func TestBank(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("bank.txt")
	if err != nil {
		t.Fatal(err)
	}
	bank, err := puzzle.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	all := puzzle.All()
	if len(all) != bank.Len() || len(all) < 1000 {
		t.Fatalf("%d puzzles, %d in the file, want 1000", len(all), bank.Len())
	}
	var written strings.Builder
	for _, p := range bank.All() {
		written.WriteString(p.String() + "\n")
	}
	if written.String() != string(text) {
		t.Error("the bank is not written as it is in its file")
	}
	sorts := map[string]int{}
	for _, p := range all {
		if got, ok := puzzle.ByID(p.ID); !ok || got.String() != p.String() {
			t.Errorf("%s is found as %v", p.ID, got)
		}
		least := 4
		if p.Variant() == rules.Vanishing { // with all marks on the board
			least = 3
		}
		if p.Position.Outcome().Over || len(p.Position.Moves()) < least {
			t.Errorf("%s: hardly anything to choose from", p)
		}
		sorts[p.Variant().String()]++
		sorts[fmt.Sprint("difficulty ", p.Difficulty())]++
		for _, theme := range p.Themes() {
			sorts[string(theme)]++
		}
		if p.Plies == 1 {
			sorts["win at once"]++
		}
	}
	for sort, least := range map[string]int{
		"ultimate": 1000, "classic 5 4": 100, "classic 7 4": 100, "vanishing 3": 60,
		"difficulty 1": 100, "difficulty 2": 100, "difficulty 3": 100, "difficulty 4": 200, "difficulty 5": 100,
		"win": 300, "only": 300, "send-away": 50, "sacrifice": 50, "free-choice": 50,
	} {
		if sorts[sort] < least {
			t.Errorf("%d puzzles of the sort %q, want %d", sorts[sort], sort, least)
		}
	}
	if n := sorts["win at once"]; n > len(all)/20 {
		t.Errorf("%d puzzles are won with the next move", n)
	}
}

func TestByIDKnowsNoOther(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "aaaaaa", "../../", strings.ToUpper(puzzle.All()[0].ID)} {
		if p, ok := puzzle.ByID(id); ok {
			t.Errorf("%q is %s", id, p)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	line := puzzle.All()[0].String()
	fields := strings.Split(line, ";")
	with := func(field int, text string) string {
		changed := slices.Clone(fields)
		changed[field] = text
		return strings.Join(changed, ";")
	}
	taken := ""
	for s := range game.Square(81) {
		if puzzle.All()[0].Position.Check(s) != nil {
			taken = s.String()
		}
	}
	for name, text := range map[string]string{
		"nothing":                  ";",
		"a field too few":          strings.Join(fields[:3], ";"),
		"a field too many":         line + ";1",
		"another ID":               with(0, "aaaaaa"),
		"no position":              with(1, "hello"),
		"a board without rules":    with(1, "3/3/3 x"),
		"no square":                with(2, "z9"),
		"a square that is taken":   with(2, taken),
		"no kind":                  with(3, "loss 2"),
		"a win in no plies":        with(3, "win 0"),
		"a win by the other side":  with(3, "win 2"),
		"a number with a plus":     with(3, "win +3"),
		"an odd only move":         with(3, "only 3"),
		"an only move in no plies": with(3, "only 0"),
		"a kind without plies":     with(3, "only"),
		"the same twice":           line + "\n" + line,
	} {
		if bank, err := puzzle.Parse(text + "\n"); err == nil {
			t.Errorf("%s: %q is read as %v", name, text, bank.All())
		}
	}
	if bank, err := puzzle.Parse("# remark\n\n" + line + "\n"); err != nil || bank.Len() != 1 || bank.All()[0].String() != line {
		t.Errorf("%q is not read back: %v", line, err)
	}
}

// TestIDOfWhatIsAlike checks that a puzzle keeps its ID under symmetries and with swapped sides.
func TestIDOfWhatIsAlike(t *testing.T) {
	t.Parallel()
	for _, p := range puzzle.All()[:40] {
		for m := range game.Symmetry(game.Symmetries) {
			shown, err := rules.Parse(p.Variant(), m.Show(p.Position))
			if err != nil || puzzle.IDOf(shown) != p.ID {
				t.Errorf("%s, symmetry %d: %v has the ID %s, error %v", p, m, shown, puzzle.IDOf(shown), err)
			}
		}
	}
}

// TestAttemptsShareNothing checks that attempts made from the same attempt do not share memory.
func TestAttemptsShareNothing(t *testing.T) {
	t.Parallel()
	p := puzzle.All()[0]
	begun := puzzle.Attempt{Puzzle: p}.After(p.Solution)
	one, other := begun.After(1), begun.After(2)
	if len(begun.Moves) != 1 || one.Moves[1] != 1 || other.Moves[1] != 2 {
		t.Errorf("%v, %v and %v", begun.Moves, one.Moves, other.Moves)
	}
	position, err := begun.Position()
	if err != nil || position.At(p.Solution) != p.Solver() || position.Ply() != p.Position.Ply()+1 {
		t.Errorf("%v, error %v", position, err)
	}
	if position, err := begun.After(p.Solution).Position(); err == nil {
		t.Errorf("the same move twice leads to %s", position)
	}
}
