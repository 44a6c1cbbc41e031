package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/puzzle"
)

// weekPlan holds the allowed difficulties of the daily puzzles from Monday to Sunday. They never
// decrease within a week.
var weekPlan = [7][]int{{1, 2}, {2}, {2, 3}, {3}, {3, 4}, {4}, {5}}

// flatDay is the weekday, counted from Monday as 0, whose puzzle is on a flat board and not on an Ultimate board.
const flatDay = 2

// A calendarMaker picks daily puzzles at random from the puzzles that no day has used yet.
type calendarMaker struct {
	unused []puzzle.Puzzle
	rng    *rand.Rand
}

// runPuzzlesCalendar appends whole weeks to the file that lists the daily puzzles.
func runPuzzlesCalendar(_ context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("calendar", flag.ContinueOnError)
	bankFile := bankFlag(flags)
	file := flags.String("calendar", "", "append to the list in a `file`: game/puzzle/daily.txt")
	var weeks int
	numberFlag(flags, &weeks, "weeks", 1, 1, mostPlies, "number of `weeks` to append")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if *file == "" {
		return fmt.Errorf("%w: calendar needs -calendar", errUsage)
	}
	bank, err := readBank(*bankFile)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(*file)
	if err != nil {
		return err
	}
	used := strings.Fields(string(text))
	c := calendarMaker{rng: rand.New(rand.NewPCG(uint64(len(used)), 0))}
	c.unused = slices.DeleteFunc(bank.All(), func(p puzzle.Puzzle) bool { return slices.Contains(used, p.ID) })
	lines := string(text)
	for range weeks {
		week, err := c.week()
		if err != nil {
			return err
		}
		lines += strings.Join(week, " ") + "\n"
	}
	if err := os.WriteFile(*file, []byte(lines), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d weeks\n", *file, len(used)/7+weeks)
	return err
}

// week picks the puzzles of one week and returns their ids, Monday first.
func (c *calendarMaker) week() (ids []string, err error) {
	for day, difficulties := range weekPlan {
		var fitting []int
		for i, p := range c.unused {
			flat := p.Variant() != game.Ultimate
			if slices.Contains(difficulties, p.Difficulty()) && flat == (day == flatDay) && p.Plies != 1 {
				fitting = append(fitting, i)
			}
		}
		if len(fitting) == 0 {
			return nil, fmt.Errorf("no unused puzzles of difficulty %v left for weekday %d", difficulties, day+1)
		}
		i := fitting[c.rng.IntN(len(fitting))]
		ids = append(ids, c.unused[i].ID)
		c.unused = slices.Delete(c.unused, i, i+1)
	}
	return ids, nil
}
