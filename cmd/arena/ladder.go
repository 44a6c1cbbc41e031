package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strings"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// anchor is the rating of the weakest level, `random`.
const anchor = 500

// tournamentFlags adds the flags of a tournament. It returns the tournament and the path of the file that records its
// games. The default number of games is `near` for two neighbours in the list of entrants, and `far` for other pairs.
func tournamentFlags(flags *flag.FlagSet, near, far int) (*tournament, *string) {
	t := new(tournament)
	numberFlag(flags, &t.near, "games", near, 1, mostGames, "`games` between neighbors")
	numberFlag(flags, &t.far, "distant", far, 0, mostGames, "`games` between other pairs")
	numberFlag(flags, &t.reach, "reach", 99, 0, math.MaxInt, "other pairs play if at most this many `places` apart")
	numberFlag(flags, &t.parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "number of `games` to play in parallel")
	flags.Uint64Var(&t.seed, "seed", 1, "random seed `number` for openings and choices")
	record := flags.String("record", "", "record games in a `file`, and resume from those already in it")
	return t, record
}

// runLadder plays every level against every other level and rates the levels.
func runLadder(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("ladder", flag.ContinueOnError)
	v := variantFlag(flags)
	t, path := tournamentFlags(flags, 400, 60)
	ratings := flags.String("ratings", "", "write the ratings to a `file`: game/ai/ratings.json")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if err := t.open(*v, *path); err != nil {
		return err
	}
	if err := t.enterLevels(ctx); err != nil {
		return err
	}
	if err := t.run(ctx, out); err != nil {
		return err
	}
	if err := t.writeLadder(out); err != nil || *ratings == "" {
		return err
	}
	return t.enterRatings(*ratings)
}

// open sets the variant and opens the tournament's record.
func (t *tournament) open(v game.Variant, path string) (err error) {
	t.variant = v
	t.record, err = openRecord(path, v.String())
	return err
}

// enterLevels makes the variant's levels the entrants of the tournament.
func (t *tournament) enterLevels(ctx context.Context) error {
	signature, err := engineSignature(ctx, t.variant)
	if err != nil {
		return err
	}
	for _, name := range ai.Levels(t.variant) {
		if strength, ok := ai.StrengthOf(t.variant, name); ok {
			t.entrants = append(t.entrants, t.strengthEntrant(name, strength, signature))
		} else {
			t.entrants = append(t.entrants, entrant{name: name, contender: t.level(name), signature: "published"})
		}
	}
	return nil
}

// signatureDepth is the depth of the search in engineSignature.
const signatureDepth = 6

// engineSignature returns a fingerprint of the variant's engine: how many positions a search to a fixed depth visits.
// The number changes when the engine plays differently.
func engineSignature(ctx context.Context, v game.Variant) (int64, error) {
	start := ai.History{Start: rules.Start(v, game.X)}
	choice, err := ai.NewSearcher(v, 1, 1).Search(ctx, start, ai.Limits{Depth: signatureDepth}, nil)
	return choice.Nodes, err
}

// writeLadder writes the ratings as a table. A rung is a level with a strength. A published opponent is a level that
// imitates a published program: it is not a rung. The column "above the rung below" holds the rating difference to the
// next lower rung, and is empty for published opponents.
func (t *tournament) writeLadder(out io.Writer) error {
	estimates := t.ratings(anchor)
	rows := []string{"", "level\trating\t±\tabove the rung below\tgames\t"}
	below := -1
	for i, e := range estimates {
		step := ""
		if _, rung := ai.StrengthOf(t.variant, t.entrants[i].name); rung {
			if below >= 0 {
				step = fmt.Sprintf("%+.0f", e.Rating-estimates[below].Rating)
			}
			below = i
		}
		rows = append(rows, fmt.Sprintf("%s\t%.0f\t%.0f\t%s\t%d\t", t.entrants[i].name, e.Rating, e.Margin, step, t.gamesOf(i)))
	}
	return writeTable(out, rows)
}

func (t *tournament) gamesOf(i int) (games int) {
	for _, p := range t.pairings() {
		if p.A == i || p.B == i {
			games += p.Games()
		}
	}
	return games
}

// enterRatings replaces the variant's ratings in a file.
func (t *tournament) enterRatings(path string) error {
	all := make(map[string][]ai.Rating)
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		if err := json.Unmarshal(text, &all); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	var rated []ai.Rating
	for i, e := range t.ratings(anchor) {
		rated = append(rated, ai.Rating{
			Level: t.entrants[i].name, Value: rounded(e.Rating),
			Low: rounded(e.Rating - e.Margin), High: rounded(e.Rating + e.Margin), Games: t.gamesOf(i),
		})
	}
	all[t.variant.String()] = rated
	if text, err = json.MarshalIndent(all, "", "\t"); err != nil {
		return err
	}
	lines := strings.NewReplacer("{\n\t\t\t", "{", ",\n\t\t\t", ", ", "\n\t\t}", "}") // one line for each level
	return os.WriteFile(path, []byte(lines.Replace(string(text))+"\n"), 0o644)
}

func rounded(x float64) int { return int(math.Round(x)) }
