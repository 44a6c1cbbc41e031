package puzzle

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"noughts/game"
	"noughts/game/rules"
)

// A Bank is a list of puzzles, oldest first. New ones are appended, and a published puzzle keeps its ID forever.
type Bank struct {
	puzzles []Puzzle
	byID    map[string]int
}

//go:embed bank.txt
var embedded string

// Standard returns the embedded bank.
var Standard = sync.OnceValue(func() *Bank {
	b := new(Bank)
	_ = read(embedded, b.append) // a test checks the file with Parse; calling Puzzle.check here would take too long at start
	return b
})

// All returns the puzzles of the embedded bank. The caller owns the slice.
func All() []Puzzle { return Standard().All() }

// ByID returns the puzzle of the embedded bank with an ID, and whether there is one.
func ByID(id string) (Puzzle, bool) { return Standard().ByID(id) }

// All returns the puzzles. The caller owns the slice.
func (b *Bank) All() []Puzzle { return slices.Clone(b.puzzles) }

// Len returns how many puzzles the bank has.
func (b *Bank) Len() int { return len(b.puzzles) }

// ByID returns the puzzle with an ID, and whether there is one.
func (b *Bank) ByID(id string) (Puzzle, bool) {
	i, ok := b.byID[id]
	if !ok {
		return Puzzle{}, false
	}
	return b.puzzles[i], true
}

var errDuplicate = errors.New("duplicate puzzle ID")

// Add appends a puzzle, unless its fields contradict each other or the bank has it already, up to symmetry.
func (b *Bank) Add(p Puzzle) error {
	if err := p.check(); err != nil {
		return err
	}
	return b.append(p)
}

// append adds a puzzle. It does not check that the puzzle's fields fit together.
func (b *Bank) append(p Puzzle) error {
	if _, ok := b.byID[p.ID]; ok {
		return fmt.Errorf("%s: %w", p.ID, errDuplicate)
	}
	if b.byID == nil {
		b.byID = map[string]int{}
	}
	b.byID[p.ID] = len(b.puzzles)
	b.puzzles = append(b.puzzles, p)
	return nil
}

// check returns an error if the puzzle's fields contradict each other. Package review proves the solution.
func (p Puzzle) check() error {
	switch {
	case p.ID != IDOf(p.Position):
		return fmt.Errorf("the ID of %s should be %s", p.Position, IDOf(p.Position))
	case p.Plies < 1, p.Kind == Win && p.Plies%2 != 1, p.Kind == Only && p.Plies%2 != 0, p.Kind != Win && p.Kind != Only:
		return fmt.Errorf("%s: invalid kind %d in %d plies", p.ID, p.Kind, p.Plies)
	}
	if err := p.Position.Check(p.Solution); err != nil {
		return fmt.Errorf("%s: solution %s: %w", p.ID, p.Solution, err)
	}
	return nil
}

var errLine = errors.New("malformed puzzle line, want ID;POSITION;SOLUTION;KIND")

// Parse reads a bank with one puzzle per line. It skips lines that begin with #.
func Parse(text string) (*Bank, error) {
	b := new(Bank)
	if err := read(text, b.Add); err != nil {
		return nil, err
	}
	return b, nil
}

func read(text string, add func(Puzzle) error) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := ParseLine(line)
		if err == nil {
			err = add(p)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

// ParseLine reads the output of Puzzle.String.
func ParseLine(line string) (p Puzzle, err error) {
	fields := strings.Split(line, ";")
	if len(fields) != 4 {
		return Puzzle{}, fmt.Errorf("%w: %d fields", errLine, len(fields))
	}
	p.ID = fields[0]
	if p.Position, err = rules.Parse(variants[shapeOf(fields[1])], fields[1]); err != nil {
		return Puzzle{}, fmt.Errorf("%w: %w", errLine, err)
	}
	if p.Solution, err = game.ParseSquare(fields[2]); err != nil {
		return Puzzle{}, fmt.Errorf("%w: %w", errLine, err)
	}
	if p.Kind, p.Plies, err = parseKind(fields[3]); err != nil {
		return Puzzle{}, err
	}
	if p.String() != line {
		return Puzzle{}, fmt.Errorf("%w: %q is not in canonical form", errLine, line)
	}
	return p, nil
}

// variants finds a variant by the shape of its positions' notation, which no other variant of the bank has.
var variants = func() map[shape]game.Variant {
	all := map[shape]game.Variant{}
	for _, v := range Variants() {
		all[shapeOf(rules.Start(v, game.X).String())] = v
	}
	return all
}()

type shape struct{ rows, fields int }

func shapeOf(position string) shape {
	return shape{1 + strings.Count(position, "/"), 1 + strings.Count(position, " ")}
}

func parseKind(text string) (Goal, int, error) {
	name, number, _ := strings.Cut(text, " ")
	kind, ok := map[string]Goal{"win": Win, "only": Only}[name]
	plies, err := strconv.Atoi(number)
	if !ok || err != nil {
		return 0, 0, fmt.Errorf("%w: %.16q is not a kind: win N or only N", errLine, text)
	}
	return kind, plies, nil
}
