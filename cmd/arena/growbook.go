package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/book"
	"noughts/game/ultimate"
)

// A bookBuilder grows an opening book from the empty board. It first adds the positions that games
// are most likely to reach.
type bookBuilder struct {
	positions int     // target size of the book
	nodes     int64   // positions that the long search of each promising move may visit
	width     int     // largest number of moves of a position that get the long search
	margin    float64 // a move is good if its expected result is at most this much below the best move's
	parallel  int
	book      *book.Book
	frontier  []candidate
}

// A candidate is a position that may be added to the book.
type candidate struct {
	position ultimate.Position
	weight   float64 // probability that a game reaches it
}

// Assumptions about the games that use the book, and about the searches that build it.
const (
	goodShare  = 0.7  // probability that a player picks one of the good moves; otherwise all moves are equally likely
	shortError = 0.08 // largest error of a short search in the expected result of a good move
	shorter    = 4    // ratio of the long search's positions to the short search's positions
)

// runBook grows the opening book in a file.
func runBook(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	g := &bookBuilder{}
	numberFlag(flags, &g.positions, "positions", 300, 1, mostGames, "grow to this many `positions`")
	numberFlag(flags, &g.nodes, "nodes", 1_000_000, shorter, mostNodes, "`positions` to search after each move")
	numberFlag(flags, &g.width, "width", 4, 1, mostPlies, "search at most this many `moves` per position")
	numberFlag(flags, &g.margin, "margin", 0.04, 0, 1, "a move is good if its `expected result` is within this of the best")
	numberFlag(flags, &g.parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "number of `positions` to search in parallel")
	file := flags.String("file", "", "extend the book in a `file`: game/ai/book/ultimate.txt")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *file == "" {
		return fmt.Errorf("%w: book needs -file", errUsage)
	}
	var err error
	if g.book, err = readBook(*file); err != nil {
		return err
	}
	if err := g.grow(ctx, func() error { return g.save(*file) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d positions\n", *file, g.book.Len())
	return err
}

// readBook reads the book from a file. It returns an empty book if the file does not exist.
func readBook(file string) (*book.Book, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return book.New(), nil
	}
	if err != nil {
		return nil, err
	}
	b, err := book.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

func (g *bookBuilder) save(file string) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Grown by: arena book -positions %d -nodes %d -width %d -margin %g\n", g.positions, g.nodes, g.width, g.margin)
	if err := g.book.Write(&text); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// grow adds positions, the most likely ones first, until the next batch would exceed the target
// size. It saves the book after each batch with new positions.
func (g *bookBuilder) grow(ctx context.Context, save func() error) error {
	g.frontier = []candidate{{ultimate.Start(), 1}}
	seen := map[string]bool{}
	for len(g.frontier) > 0 {
		batch := g.next(seen)
		missing := g.missing(batch)
		if missing > g.positions-g.book.Len() {
			return nil
		}
		grown, err := g.search(ctx, batch)
		if err != nil {
			return err
		}
		for i, c := range batch {
			g.add(c, grown[i])
		}
		if missing > 0 {
			if err := save(); err != nil {
				return err
			}
		}
	}
	return nil
}

// next removes the most likely candidates, at most g.parallel, from the frontier. It drops candidates that equal an
// earlier one up to symmetry.
func (g *bookBuilder) next(seen map[string]bool) (batch []candidate) {
	slices.SortStableFunc(g.frontier, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	for len(batch) < g.parallel && len(g.frontier) > 0 {
		c := g.frontier[0]
		g.frontier = g.frontier[1:]
		if key := game.Canonical(c.position); !seen[key] {
			seen[key] = true
			batch = append(batch, c)
		}
	}
	return batch
}

// missing returns the number of candidates that are not in the book.
func (g *bookBuilder) missing(batch []candidate) (n int) {
	for _, c := range batch {
		if !g.book.Known(c.position) {
			n++
		}
	}
	return n
}

// search returns the good moves of each candidate, from the book or from a search.
func (g *bookBuilder) search(ctx context.Context, batch []candidate) ([][]book.Move, error) {
	grown := make([][]book.Move, len(batch))
	group, ctx := errgroup.WithContext(ctx)
	for i, c := range batch {
		if moves, ok := g.book.Moves(c.position); ok {
			grown[i] = moves
			continue
		}
		group.Go(func() (err error) {
			grown[i], err = g.goodMoves(ctx, c.position)
			return err
		})
	}
	return grown, group.Wait()
}

// goodMoves searches all moves of a position briefly, and then the best of them for longer. It returns the moves whose
// expected results are within g.margin of the best result.
func (g *bookBuilder) goodMoves(ctx context.Context, p ultimate.Position) ([]book.Move, error) {
	searcher := ai.NewSearcher(game.Ultimate, 1, 1)
	rated, err := searcher.Evaluate(ctx, ai.History{Start: p}, ai.Limits{Nodes: g.nodes / shorter})
	if err != nil {
		return nil, err
	}
	var moves []book.Move
	for i, r := range different(p, rated) {
		if i >= g.width || r.Score.Expected < rated[0].Score.Expected-shortError {
			break
		}
		answer, err := searcher.Search(ctx, ai.History{Start: p, Moves: []game.Square{r.Move}}, ai.Limits{Nodes: g.nodes}, nil)
		if err != nil {
			return nil, err
		}
		moves = append(moves, book.Move{Square: r.Move, Expected: 1 - answer.Score.Expected})
	}
	slices.SortStableFunc(moves, func(a, b book.Move) int { return cmp.Compare(b.Expected, a.Expected) })
	near := func(m book.Move) bool { return m.Expected < moves[0].Expected-g.margin }
	if i := slices.IndexFunc(moves, near); i > 0 {
		moves = moves[:i]
	}
	return moves, ctx.Err()
}

// different drops moves that lead to the same position, up to symmetry, as an earlier move.
func different(p ultimate.Position, rated []ai.Choice) []ai.Choice {
	seen := make(map[string]bool)
	return slices.DeleteFunc(rated, func(r ai.Choice) bool {
		key := game.Canonical(p.After(r.Move))
		known := seen[key]
		seen[key] = true
		return known
	})
}

// add adds a position with its good moves to the book, and the position after each legal move to the candidates.
func (g *bookBuilder) add(c candidate, good []book.Move) {
	g.book.Add(c.position, good)
	all := c.position.Moves()
	for _, move := range all {
		weight := c.weight * (1 - goodShare) / float64(len(all))
		if slices.ContainsFunc(good, func(m book.Move) bool { return m.Square == move }) {
			weight += c.weight * goodShare / float64(len(good))
		}
		if after := c.position.After(move); !after.Outcome().Over {
			g.frontier = append(g.frontier, candidate{after, weight})
		}
	}
}
