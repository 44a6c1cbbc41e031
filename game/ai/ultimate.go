package ai

import (
	_ "embed"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

// ultimateKind is Ultimate. The strongest level moves within 800 ms on one core.
var ultimateKind = kind{
	levels:    ultimateLevels,
	newEngine: func(_ game.Variant, bits, threads int) engine.Engine { return uttt.New(bits, threads) },
	facts:     ultimateFacts,
	book:      fromBook,
}

func fromBook(p game.Position, rng *rand.Rand) (Choice, bool) {
	u, _ := p.(rules.UltimatePosition)
	moves := StandardBook().Find(u, rng)
	if len(moves) == 0 {
		return Choice{}, false
	}
	move := moves[rng.IntN(len(moves))]
	choice := plain(move.Square)
	choice.Score.Expected = move.Expected
	return choice, true
}

// The features of a move in Ultimate.
var (
	winsGame      = fact{certainty, conspicuous}
	winsBoard     = fact{0.15, 2}
	nearsGame     = fact{0.08, 0.7} // wins a board, so that one more open board would win the game
	savesBoard    = fact{0.12, 1.5}
	savesGame     = fact{0.5, 1.5}
	makesTwo      = fact{0.04, 1}
	givesChoice   = fact{-0.12, 1}
	givesBoard    = fact{-0.15, 0.7} // sends the opponent where the opponent can win a board
	givesGame     = fact{-0.9, 1.5}  // sends the opponent where the opponent can win the game
	inBoardMidst  = fact{0.02, 1}
	inBoardCorner = fact{0.01, 1}
)

// A viewer is a position as the side to move sees it.
type viewer struct {
	rules.UltimatePosition
	side, rival game.Mark
}

func ultimateFacts(facts []fact, position game.Position, move game.Square) []fact {
	p, _ := position.(rules.UltimatePosition)
	v := viewer{p, p.ToMove(), p.ToMove().Opponent()}
	after := p.After(move)
	if after.Outcome().Winner == v.side {
		return append(facts, winsGame)
	}
	board, cell := rules.Split(move)
	facts = v.appendLocal(facts, board, cell)
	if !after.Outcome().Over {
		facts = v.appendSending(facts, after)
	}
	switch {
	case cell == 4:
		facts = append(facts, inBoardMidst)
	case cell%2 == 0:
		facts = append(facts, inBoardCorner)
	}
	return facts
}

func (v viewer) appendLocal(facts []fact, board, cell int) []fact {
	own, other := v.Marks(v.side, board), v.Marks(v.rival, board)
	bit := uint16(1) << cell
	switch {
	case rules.Gaps(own)&bit != 0:
		facts = append(facts, winsBoard)
		if won := v.Won(v.side); rules.Gaps(won|1<<board)&^rules.Gaps(won)&v.OpenBoards() != 0 {
			facts = append(facts, nearsGame)
		}
	case rules.Gaps(own|bit)&^rules.Gaps(own)&^(own|other|bit) != 0:
		facts = append(facts, makesTwo)
	}
	if rules.Gaps(other)&bit != 0 {
		facts = append(facts, savesBoard)
		if rules.Gaps(v.Won(v.rival))>>board&1 != 0 {
			facts = append(facts, savesGame)
		}
	}
	return facts
}

func (v viewer) appendSending(facts []fact, after rules.UltimatePosition) []fact {
	if after.Forced() == game.FreeChoice {
		facts = append(facts, givesChoice)
	}
	board, game := false, false
	deciding := rules.Gaps(v.Won(v.rival))
	for i := range 9 {
		if !after.Playable(i) {
			continue
		}
		own, other := after.Marks(v.rival, i), after.Marks(v.side, i)
		if rules.Gaps(own)&^(own|other) != 0 {
			board = true
			game = game || deciding>>i&1 != 0
		}
	}
	if board {
		facts = append(facts, givesBoard)
	}
	if game {
		facts = append(facts, givesGame)
	}
	return facts
}

// A BookMove is a move and the expected result, from 0 to 1, for the side that makes it.
type BookMove struct {
	Square   game.Square
	Expected float64
}

// A Book has good moves, best first, for canonical positions (see game.Canonical).
type Book struct {
	moves map[string][]BookMove
	plies int // plies of the latest position that has an entry
}

//go:embed book.txt
var embedded string

// StandardBook returns the embedded book. It has one position per line: the canonical text, and each move with its
// value, best first, separated by tabs. A test checks the file, so there are no errors here.
var StandardBook = sync.OnceValue(func() *Book {
	b := &Book{moves: make(map[string][]BookMove)}
	for line := range strings.Lines(embedded) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		position, moves, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for move := range strings.SplitSeq(moves, "\t") {
			square, value, _ := strings.Cut(move, " ")
			s, _ := game.ParseSquare(square)
			expected, _ := strconv.ParseFloat(value, 64)
			b.moves[position] = append(b.moves[position], BookMove{s, expected})
		}
		rows, _, _ := strings.Cut(position, " ")
		b.plies = max(b.plies, strings.Count(rows, "x")+strings.Count(rows, "o"))
	}
	return b
})

// Find returns the book's moves for a position, best first, of several symmetrical ones a random one, or none.
func (b *Book) Find(p rules.UltimatePosition, rng *rand.Rand) []BookMove {
	if p.Ply() > b.plies || p.Outcome().Over {
		return nil
	}
	return b.seen(p, game.Symmetry(rng.IntN(game.Symmetries)))
}

// Moves is like Find, but returns the same moves every time, and false if the position has no entry.
func (b *Book) Moves(p rules.UltimatePosition) ([]BookMove, bool) {
	moves := b.seen(p, 0)
	return moves, len(moves) > 0
}

// seen returns the moves of a position, mapped back from its canonical position. Several symmetries can map the
// position to the canonical position. seen uses the first one in cyclic order, starting at `from`.
func (b *Book) seen(p rules.UltimatePosition, from game.Symmetry) (moves []BookMove) {
	key, m := game.CanonicalFrom(p, from)
	back := m.Inverse()
	for _, move := range b.moves[key] {
		moves = append(moves, BookMove{back.Of(move.Square, game.MaxSize), move.Expected})
	}
	return moves
}
