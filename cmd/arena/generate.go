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
	"noughts/game/ai/review"
	"noughts/game/puzzle"
	"noughts/game/rules"
)

// Requirements for new puzzles.
const (
	leastMoves   = 4    // least number of legal moves, so that a guess is rarely right
	longest      = 11   // largest number of plies to look ahead
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
	rules.Vanishing:   {3, 3}, // with all marks on the board
}

type miner struct {
	variant game.Variant
	count   int // target number of the variant's puzzles in the bank
	nodes   int // positions that the proof of one puzzle may search
	bank    *puzzle.Bank
	prover  *review.Prover
	have    [puzzle.Hardest + 1]int // number of the variant's puzzles by difficulty
	obvious int                     // number of the variant's puzzles whose first move wins
	total   int
	file    io.Writer // where the bank is
	out     io.Writer
}

func runGenerate(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("puzzles generate", flag.ContinueOnError)
	variant, seed := variantFlag(flags), seedFlag(flags)
	count := numberFlag(flags, "count", 1000, 1, "stop when the bank has this many `puzzles` of the variant")
	nodes := numberFlag(flags, "nodes", 300_000, 1, "search at most this many `positions` to prove a puzzle")
	file := flags.String("file", "", "append to the bank in a `file`: game/puzzle/bank.txt")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *file == "" {
		return fmt.Errorf("%w: generate needs -file", errUsage)
	}
	if !slices.Contains(puzzle.Variants(), *variant) {
		return fmt.Errorf("%w: no puzzles of this variant; there are %v", errUsage, puzzle.Variants())
	}
	bank, err := readBank(*file)
	if err != nil {
		return err
	}
	into, err := os.OpenFile(*file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	m := miner{variant: *variant, count: *count, nodes: *nodes, bank: bank, prover: review.NewProver(*variant, 0), file: into, out: out}
	// The number of puzzles is part of the seed, so that the next run on the same file does not play the games of this
	// one again.
	err = m.mine(ctx, rand.New(rand.NewPCG(*seed, uint64(bank.Len()))))
	return errors.Join(err, into.Close())
}

func (m *miner) mine(ctx context.Context, rng *rand.Rand) error {
	for _, p := range m.bank.All() {
		if p.Variant() == m.variant {
			m.tallyUp(p)
		}
	}
	levels := ai.Levels(m.variant)
	levels = levels[:len(levels)-1] // the strongest is slow
	for m.total < m.count {
		some := levels
		if rng.IntN(3) == 0 {
			some = levels[:1] // random moves only
		}
		g, err := levelsGame(ctx, m.variant, some, rng)
		if err != nil {
			return err
		}
		var positions []game.Position
		window, p := windows[m.variant], g.Start
		for _, move := range g.Moves {
			if n := playable(p); n >= window[0] && n <= window[1] {
				positions = append(positions, p)
			}
			if p, err = p.Play(move); err != nil {
				return err
			}
		}
		rng.Shuffle(len(positions), func(i, j int) { positions[i], positions[j] = positions[j], positions[i] })
		if err := m.look(ctx, positions); err != nil {
			return err
		}
	}
	return nil
}

func (m *miner) tallyUp(p puzzle.Puzzle) {
	m.total++
	m.have[p.Difficulty()]++
	if p.Plies == 1 {
		m.obvious++
	}
}

func levelsGame(ctx context.Context, v game.Variant, levels []string, rng *rand.Rand) (ai.History, error) {
	var players [2]ai.Player
	for i := range players {
		var err error
		if players[i], err = ai.New(v, levels[rng.IntN(len(levels))], rng.Uint64()); err != nil {
			return ai.History{}, err
		}
	}
	p := rules.Start(v, game.X)
	g := ai.History{Start: p}
	for !p.Outcome().Over {
		choice, err := players[len(g.Moves)%2].Choose(ctx, g)
		if err == nil {
			p, err = p.Play(choice.Move)
		}
		if err != nil {
			return g, err
		}
		g.Moves = append(g.Moves, choice.Move)
	}
	return g, nil
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

func (m *miner) look(ctx context.Context, positions []game.Position) error {
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
		case errors.Is(err, review.ErrUnproven) || errors.Is(err, review.ErrTangled):
			continue
		case err != nil:
			return err
		case !ok || m.bank.Add(p) != nil: // unsuitable, or already in the bank, perhaps in a symmetric form
			continue
		}
		taken = append(taken, position.Ply())
		m.tallyUp(p)
		_, _ = fmt.Fprintf(m.out, "%s %v, %d of each difficulty\n", p, p.Themes(), m.have[puzzle.Easiest:])
		if _, err := fmt.Fprintln(m.file, p); err != nil {
			return err
		}
	}
	return nil
}

func (m *miner) examine(ctx context.Context, position game.Position) (puzzle.Puzzle, bool, error) {
	if len(position.Moves()) < min(leastMoves, windows[m.variant][1]) {
		return puzzle.Puzzle{}, false, nil
	}
	ofOne, obvious := mostOfOne, mostObvious
	if m.variant == game.Classic(3) { // classic 3 is for beginners
		ofOne, obvious = 0.6, 0.3
	}
	m.prover.Reset(int64(m.nodes))
	p, ok, err := m.prover.Find(ctx, position)
	if err != nil || !ok || p.Plies > longest || p.Plies == 1 && m.obvious >= m.share(obvious) {
		return puzzle.Puzzle{}, false, err
	}
	if m.have[p.Difficulty()] >= m.share(ofOne) {
		return puzzle.Puzzle{}, false, nil
	}
	_, err = review.CheckAttempts(ctx, p, mostAttempts)
	return p, err == nil, err
}

func (m *miner) share(of float64) int { return max(int(of*float64(m.count)), 3) }
