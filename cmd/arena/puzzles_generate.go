package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/proof"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// Requirements for new puzzles.
const (
	leastMoves   = 4    // least number of legal moves, so that a guess is rarely right
	longest      = 11   // largest number of plies to the win
	mostAttempts = 100  // largest number of different positions that a member can reach while trying to solve a puzzle
	apart        = 6    // least distance in plies between two puzzles from one game
	mostOfOne    = 0.3  // largest share of one difficulty among the puzzles
	mostObvious  = 0.05 // largest share of puzzles whose first move wins
)

// windows holds, for each variant, the least and the largest number of playable squares in a
// puzzle. With more squares a proof would take too long.
var windows = map[game.Variant][2]int{
	game.Classic(3):   {4, 7},
	game.Ultimate:     {10, 34},
	game.InARow(5, 4): {8, 21},
	game.InARow(7, 4): {16, 44},
}

// A miner finds puzzles of one variant in games between levels of the computer.
type miner struct {
	variant game.Variant
	count   int   // target number of the variant's puzzles in the bank
	nodes   int64 // positions that the proof of one puzzle may search
	bank    *puzzle.Bank
	prover  *proof.Prover
	rng     *rand.Rand
	have    [puzzle.Hardest + 1]int // number of the variant's puzzles by difficulty
	obvious int                     // number of the variant's puzzles whose first move wins
}

// runPuzzlesGenerate appends puzzles to the bank's file as it finds them.
func runPuzzlesGenerate(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	m := &miner{}
	v := variantFlag(flags)
	numberFlag(flags, &m.count, "count", 1000, 1, mostGames, "stop when the bank has this many `puzzles` of the variant")
	numberFlag(flags, &m.nodes, "nodes", 300_000, 1, mostNodes, "search at most this many `positions` to prove a puzzle")
	seed := flags.Uint64("seed", 1, "random `seed` of the games")
	file := flags.String("file", "", "append to the bank in a `file`: game/puzzle/bank.txt")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	switch m.variant = *v; {
	case *file == "":
		return fmt.Errorf("%w: generate needs -file", errUsage)
	case !slices.Contains(puzzle.Variants(), m.variant):
		return fmt.Errorf("%w: no puzzles of this variant; there are %v", errUsage, puzzle.Variants())
	}
	var err error
	if m.bank, err = readBank(*file); err != nil {
		return err
	}
	// The seed also depends on the number of puzzles, so that the next run on the same file does not replay the games
	// of this run.
	m.rng = rand.New(rand.NewPCG(*seed, uint64(m.bank.Len())))
	m.prover = proof.New(m.variant, 0)
	bank, err := os.OpenFile(*file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = m.mine(ctx, func(p puzzle.Puzzle) error {
		if _, err := fmt.Fprintln(bank, p); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "%s %v, %d of each difficulty\n", p, p.Themes(), m.have[puzzle.Easiest:])
		return err
	})
	return errors.Join(err, bank.Close())
}

// mine finds puzzles until the bank has enough of them, or ctx ends.
func (m *miner) mine(ctx context.Context, found func(puzzle.Puzzle) error) error {
	total := 0
	note := func(p puzzle.Puzzle) {
		total++
		m.have[p.Difficulty()]++
		if p.Plies == 1 {
			m.obvious++
		}
	}
	for _, p := range m.bank.All() {
		if p.Variant() == m.variant {
			note(p)
		}
	}
	for total < m.count {
		positions, err := m.play(ctx)
		if err != nil {
			return err
		}
		if err := m.look(ctx, positions, func(p puzzle.Puzzle) error {
			note(p)
			return found(p)
		}); err != nil {
			return err
		}
	}
	return nil
}

// play plays a game between two randomly chosen levels. In a third of the games both players have the level `random`.
// It returns the positions that may be puzzles, in random order.
func (m *miner) play(ctx context.Context) (positions []game.Position, err error) {
	levels := ai.Levels(m.variant)
	levels = levels[:len(levels)-1] // leave out the strongest level, which is slow
	if m.rng.IntN(3) == 0 {
		levels = levels[:1] // only the random level
	}
	var players [2]ai.Player
	for i := range players {
		if players[i], err = ai.New(m.variant, levels[m.rng.IntN(len(levels))], m.rng.Uint64()); err != nil {
			return nil, err
		}
	}
	window := windows[m.variant]
	for p := rules.Start(m.variant, game.X); !p.Outcome().Over && playable(p) >= window[0]; {
		if playable(p) <= window[1] {
			positions = append(positions, p)
		}
		choice, err := players[p.Ply()%2].Choose(ctx, ai.History{Start: p})
		if err != nil {
			return nil, err
		}
		if p, err = p.Play(choice.Move); err != nil {
			return nil, err
		}
	}
	m.rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
	return positions, nil
}

// playable counts the empty squares. On an Ultimate board it counts only those in open local boards.
func playable(p game.Position) (n int) {
	size := p.Variant().Size()
	nested, isNested := p.(game.Nested)
	for i := range size * size {
		s := game.At(i%size, i/size)
		open := true
		if isNested {
			board, _ := nested.Split(s)
			open = nested.Open(board)
		}
		if open && p.At(s) == game.Empty {
			n++
		}
	}
	return n
}

// look calls `found` for each puzzle among the positions of a game. It skips positions that are
// fewer than `apart` plies from a puzzle that it has found.
func (m *miner) look(ctx context.Context, positions []game.Position, found func(puzzle.Puzzle) error) error {
	var taken []int
	for _, position := range positions {
		near := func(ply int) bool { return max(ply-position.Ply(), position.Ply()-ply) < apart }
		if slices.ContainsFunc(taken, near) {
			continue
		}
		p, ok, err := m.examine(ctx, position)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, proof.ErrUnproven) || errors.Is(err, proof.ErrTangled):
			continue
		case err != nil:
			return err
		case !ok || m.bank.Add(p) != nil: // unsuitable, or already in the bank, perhaps in a symmetric form
			continue
		}
		taken = append(taken, position.Ply())
		if err := found(p); err != nil {
			return err
		}
	}
	return nil
}

// examine looks for a puzzle in a position and reports whether the puzzle meets the bank's
// requirements. Errors: those of package proof, and the error of ctx.
func (m *miner) examine(ctx context.Context, position game.Position) (puzzle.Puzzle, bool, error) {
	if len(position.Moves()) < leastMoves {
		return puzzle.Puzzle{}, false, nil
	}
	ofOne, obvious := mostOfOne, mostObvious
	if m.variant == game.Classic(3) { // classic 3 is for beginners
		ofOne, obvious = 0.6, 0.3
	}
	m.prover.Reset(m.nodes)
	p, ok, err := m.prover.Find(ctx, position)
	if err != nil || !ok || p.Kind == puzzle.Win && p.Plies > longest || p.Plies == 1 && m.obvious >= m.share(obvious) {
		return puzzle.Puzzle{}, false, err
	}
	if m.have[p.Difficulty()] >= m.share(ofOne) {
		return puzzle.Puzzle{}, false, nil
	}
	_, err = proof.CheckAttempts(ctx, p, mostAttempts)
	return p, err == nil, err
}

// share returns the given fraction of the target number of puzzles, but at least 3.
func (m *miner) share(of float64) int { return max(int(of*float64(m.count)), 3) }
