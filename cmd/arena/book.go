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

// A grower grows an opening book from the empty board, where it is most likely
// to be asked next.
type grower struct {
	positions int     // of the book, when it is done
	nodes     int64   // positions searched after each move that may be good
	width     int     // such moves
	margin    float64 // of expected result: moves so near to the best are good
	parallel  int
	book      *book.Book
	shoots    []shoot
}

// A shoot is a position that the book may grow to.
type shoot struct {
	position ultimate.Position
	weight   float64 // how likely it is to be reached
}

// What the book takes for granted of its readers' games.
const (
	goodShare = 0.7  // of the moves made are among the good ones
	glimpse   = 0.08 // a short look is not more wrong than that about a good move
	shortLook = 4    // times shorter than the search after a good move
)

// runBook grows the opening book in a file.
func runBook(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	g := &grower{}
	numberFlag(flags, &g.positions, "positions", 300, 1, mostGames, "grow to so many `positions`")
	numberFlag(flags, &g.nodes, "nodes", 1_000_000, shortLook, mostNodes, "search so many `positions` after each move")
	numberFlag(flags, &g.width, "width", 4, 1, mostPlies, "search at most so many `moves` of a position")
	numberFlag(flags, &g.margin, "margin", 0.015, 0, 1, "moves are good whose `expected result` is so near to the best")
	numberFlag(flags, &g.parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "search so many `positions` at once")
	file := flags.String("file", "", "go on with the book in a `file`: game/ai/book/ultimate.txt")
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

// readBook reads the book of a file, an empty one if there is none.
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

func (g *grower) save(file string) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Grown by: arena book -positions %d -nodes %d -width %d -margin %g\n", g.positions, g.nodes, g.width, g.margin)
	if err := g.book.Write(&text); err != nil {
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// grow adds positions, the likeliest first, and saves after each few.
func (g *grower) grow(ctx context.Context, save func() error) error {
	g.shoots = []shoot{{ultimate.Start(), 1}}
	seen := map[string]bool{}
	for len(g.shoots) > 0 {
		batch := g.next(seen)
		missing := g.missing(batch)
		if missing > g.positions-g.book.Len() {
			return nil
		}
		grown, err := g.search(ctx, batch)
		if err != nil {
			return err
		}
		for i, s := range batch {
			g.enter(s, grown[i])
		}
		if missing > 0 {
			if err := save(); err != nil {
				return err
			}
		}
	}
	return nil
}

// next takes the likeliest shoots, as many as are searched at once.
func (g *grower) next(seen map[string]bool) (batch []shoot) {
	slices.SortStableFunc(g.shoots, func(a, b shoot) int { return cmp.Compare(b.weight, a.weight) })
	for len(batch) < g.parallel && len(g.shoots) > 0 {
		s := g.shoots[0]
		g.shoots = g.shoots[1:]
		if key := book.Canonical(s.position); !seen[key] {
			seen[key] = true
			batch = append(batch, s)
		}
	}
	return batch
}

// missing counts the shoots that the book does not know.
func (g *grower) missing(batch []shoot) (n int) {
	for _, s := range batch {
		if !g.book.Known(s.position) {
			n++
		}
	}
	return n
}

// search returns the good moves of each shoot, as the book has them or as a
// search finds them.
func (g *grower) search(ctx context.Context, batch []shoot) ([][]book.Move, error) {
	grown := make([][]book.Move, len(batch))
	group, ctx := errgroup.WithContext(ctx)
	for i, s := range batch {
		if moves, ok := g.book.Moves(s.position); ok {
			grown[i] = moves
			continue
		}
		group.Go(func() (err error) {
			grown[i], err = g.goodMoves(ctx, s.position)
			return err
		})
	}
	return grown, group.Wait()
}

// goodMoves looks at all moves of a position for a short time and at the best of
// them for long, and returns those near to the best one.
func (g *grower) goodMoves(ctx context.Context, p ultimate.Position) ([]book.Move, error) {
	searcher := ai.NewSearcher(game.Ultimate, 1, 1)
	rated, err := searcher.Evaluate(ctx, ai.Game{Start: p}, ai.Limits{Nodes: g.nodes / shortLook})
	if err != nil {
		return nil, err
	}
	var moves []book.Move
	for i, r := range different(p, rated) {
		if i >= g.width || r.Score.Expected < rated[0].Score.Expected-glimpse {
			break
		}
		answer, err := searcher.Search(ctx, ai.Game{Start: p, Moves: []game.Square{r.Move}}, ai.Limits{Nodes: g.nodes}, nil)
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

// different returns rated moves without those that a symmetry makes of one
// before.
func different(p ultimate.Position, rated []ai.Choice) []ai.Choice {
	seen := make(map[string]bool)
	return slices.DeleteFunc(rated, func(r ai.Choice) bool {
		key := book.Canonical(p.After(r.Move))
		known := seen[key]
		seen[key] = true
		return known
	})
}

// enter adds a position with its good moves, and shoots for all its moves.
func (g *grower) enter(s shoot, good []book.Move) {
	g.book.Add(s.position, good)
	all := s.position.Moves()
	for _, move := range all {
		weight := s.weight * (1 - goodShare) / float64(len(all))
		if slices.ContainsFunc(good, func(m book.Move) bool { return m.Square == move }) {
			weight += s.weight * goodShare / float64(len(good))
		}
		if after := s.position.After(move); !after.Outcome().Over {
			g.shoots = append(g.shoots, shoot{after, weight})
		}
	}
}
