package rules_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/rules"
)

var seed = flag.Uint64("seed", 20261121, "of the random games")

// TestAgreesWithNaiveRules plays random games, begun by either side, with the real rules and with the second
// implementation, naive. After every ply both must give the same legal moves, errors and outcome, and on some plies the
// same marks, winning line and notation.
func TestAgreesWithNaiveRules(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d, %d games of Ultimate, of each other variant %d plies, a tenth with fewer in a row than columns", *seed, randomGames, randomPlies)
	for _, v := range slices.Backward(rules.Variants()) { // Ultimate takes longest, so start it before classic
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			c := comparison{rng: rand.New(rand.NewPCG(*seed, uint64(v.N+100*v.K)))}
			results := map[byte]int{}
			games := randomGames
			if v != game.Ultimate {
				games = min(games, randomPlies/(v.Size()*v.Size()))
			}
			if v.K != 0 {
				games /= 10 // there are many of these variants, and all run the same code
			}
			for n := range games {
				result, err := c.game(v, game.X+game.Mark(n%2))
				if err != nil {
					t.Fatalf("game %d: %v", n, err)
				}
				results[result]++
			}
			if v == game.Ultimate {
				checkShares(t, results)
			}
		})
	}
}

// checkShares compares the shares of wins and draws in random Ultimate games with the shares in two
// million games played by another program. They may differ by up to five standard deviations.
func checkShares(t *testing.T, results map[byte]int) {
	t.Helper()
	for result, want := range map[byte]float64{'1': 0.4109, '2': 0.3662, '=': 0.2229} {
		got := float64(results[result]) / randomGames
		if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/randomGames) {
			t.Errorf("result %c in %.2f %% of the games, want %.2f %%", result, 100*got, 100*want)
		}
	}
}

// A comparison plays a real and a naive game with the same moves.
type comparison struct {
	rng  *rand.Rand
	p    game.Position
	n    naive
	size int
	buf  []game.Square
}

// game plays one random game to its end. It returns '1' if the first player won, '2' if the second
// player won, '=' for a draw.
func (c *comparison) game(v game.Variant, begins game.Mark) (result byte, err error) {
	c.p, c.n, c.size = rules.Start(v, begins), newNaive(v, begins), v.Size()
	for ply := 0; ; ply++ {
		if err := c.compare(ply); err != nil {
			return 0, fmt.Errorf("ply %d, %s: %w", ply, c.n.notation(), err)
		}
		if len(c.buf) == 0 {
			break
		}
		s := c.buf[c.rng.IntN(len(c.buf))]
		if c.p, err = c.p.Play(s); err != nil {
			return 0, err
		}
		c.n.play(s.Row(), s.Col())
	}
	switch c.n.winner() {
	case '=':
		return '=', nil
	case begins.String()[0]:
		return '1', nil
	}
	return '2', nil
}

// compare returns an error about the first difference between the two games. It leaves the legal
// moves of the naive game in c.buf.
func (c *comparison) compare(ply int) error {
	c.buf = c.n.moves(c.buf[:0])
	if got := c.p.Moves(); !slices.Equal(got, c.buf) || (got == nil) != (c.n.winner() != 0) {
		return fmt.Errorf("moves %v, want %v", got, c.buf)
	}
	if _, ok := c.p.(game.Vanishing); ok {
		ply = min(ply, 6)
	}
	if c.p.Ply() != ply || letters[c.p.ToMove()] != c.n.turn() {
		return fmt.Errorf("ply %d, %q to move", c.p.Ply(), c.p.ToMove())
	}
	if got := resultLetter(c.p.Outcome()); got != c.n.winner() {
		return fmt.Errorf("outcome %c, want %c", got, c.n.winner())
	}
	s := game.Square(c.rng.IntN(256))
	if got, want := c.p.Check(s), c.n.refusal(s.Row(), s.Col()); !errors.Is(got, want) {
		return fmt.Errorf("%s is refused with %w, want %w", s, got, want)
	}
	if err := c.compareBoards(); err != nil {
		return err
	}
	if c.n.winner() != 0 || c.rng.IntN(8) == 0 {
		return c.compareAll()
	}
	return nil
}

// compareAll does the slow comparisons: every mark, the winning line, the notation. A wrong mark
// stays on the board, so it is enough to do this on some plies and at the end of the game.
func (c *comparison) compareAll() error {
	if lettersOf(c.p) != *c.n.marks() {
		return fmt.Errorf("got %s", c.p)
	}
	if c.rng.IntN(8) == 0 && c.p.String() != c.n.notation() {
		return fmt.Errorf("notation %s", c.p)
	}
	return c.compareLine()
}

// lettersOf returns the marks of a board as a grid of letters, as the naive game keeps them. The
// switch over types is for speed: calls through the interface copy the whole position.
func lettersOf(p game.Position) [9][9]byte {
	switch p := p.(type) {
	case rules.ClassicPosition:
		return gridOf(p.Size(), p.At)
	case rules.MiserePosition:
		return gridOf(p.Size(), p.At)
	case rules.UltimatePosition:
		return gridOf(9, p.At)
	}
	return gridOf(p.Variant().Size(), p.At)
}

func gridOf(size int, at func(game.Square) game.Mark) (grid [9][9]byte) {
	for row := range size {
		for col := range size {
			grid[row][col] = letters[at(game.At(col, row))]
		}
	}
	return grid
}

var letters = [...]byte{game.Empty: 0, game.X: 'x', game.O: 'o'}

func resultLetter(o game.Outcome) byte {
	if o.Drawn() {
		return '='
	}
	return letters[o.Winner]
}

func (c *comparison) compareLine() error {
	if c.n.winner() == 0 {
		if line := c.p.WinningLine(); line != nil {
			return fmt.Errorf("winning line %v", line)
		}
		return nil
	}
	var want []game.Square
	for row := range c.size {
		for col := range c.size {
			if c.n.won(row, col) {
				want = append(want, game.At(col, row))
			}
		}
	}
	if got := c.p.WinningLine(); !slices.Equal(got, want) {
		return fmt.Errorf("winning line %v, want %v", got, want)
	}
	return nil
}

// compareBoards compares the local boards of nested games.
func (c *comparison) compareBoards() error {
	n, nested := c.n.(*naiveUltimate)
	p, ok := c.p.(game.Nested)
	if ok != nested {
		return fmt.Errorf("nested: %t", ok)
	}
	if !nested {
		return nil
	}
	if p.Forced() != n.mustPlay {
		return fmt.Errorf("board %d is forced, want %d", p.Forced(), n.mustPlay)
	}
	for board := range 9 {
		local := n.local[board/3][board%3]
		playable := n.end == 0 && local == 0 && (n.mustPlay == anywhere || n.mustPlay == board)
		if resultLetter(p.Local(board)) != local || p.Open(board) != (local == 0) || p.Playable(board) != playable {
			return fmt.Errorf("local board %d: %+v, playable %v", board, p.Local(board), p.Playable(board))
		}
	}
	return nil
}
