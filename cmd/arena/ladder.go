package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// anchor is the rating of the weakest level, `random`.
const anchor = 500

// A ladder is a round robin between the levels of a variant. Neighbours play more games than other pairs.
type ladder struct {
	match
	levels           []string // weakest first
	near, far, reach int      // games of neighbours and of other pairs, which do not play if they are farther apart than reach
	engine           int64    // what a search to a fixed depth visits; it changes when the engine plays differently
	file             string   // of the record, or ""
	record           map[string]tally
}

func runLadder(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("ladder", flag.ContinueOnError)
	variant, parallel, seed := variantFlag(flags), parallelFlag(flags), seedFlag(flags)
	near := numberFlag(flags, "games", 400, 1, "`games` between neighbours")
	far := numberFlag(flags, "distant", 60, 0, "`games` between other pairs")
	reach := numberFlag(flags, "reach", 99, 1, "pairs play if at most this many `places` apart")
	record := flags.String("record", "", "record games in a `file`, and resume from those already in it")
	ratings := flags.String("ratings", "", "write the ratings to a `file`: game/ai/ratings.json")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	l := ladder{levels: ai.Levels(*variant), near: *near, far: *far, reach: *reach, file: *record, record: make(map[string]tally)}
	l.match = match{variant: *variant, plies: -1, parallel: *parallel, seed: *seed}
	if err := readJSON(*record, &l.record); err != nil {
		return err
	}
	start := ai.History{Start: rules.Start(*variant, game.X)}
	choice, err := ai.NewSearcher(*variant, 1, 1).Search(ctx, start, ai.Limits{Depth: 6}, nil)
	if err != nil {
		return err
	}
	l.engine = choice.Nodes
	if err := l.play(ctx, out); err != nil {
		return err
	}
	rated := l.ratings()
	rows := []string{"", "level\trating\tfrom\tto\tgames\t"}
	for _, r := range rated {
		rows = append(rows, fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t", r.Level, r.Value, r.Low, r.High, r.Games))
	}
	return errors.Join(writeTable(out, rows), enterRatings(*ratings, *variant, rated))
}

func (l *ladder) play(ctx context.Context, out io.Writer) error {
	for distance := 1; distance <= l.reach; distance++ {
		for a := distance; a < len(l.levels); a++ {
			b := a - distance
			if err := l.playPair(ctx, a, b); err != nil {
				return err
			}
			t := l.record[l.key(a, b)]
			if _, err := fmt.Fprintf(out, "%s against %s: %d won, %d drawn, %d lost\n", l.levels[a], l.levels[b], t.Wins, t.Draws, t.Losses); err != nil {
				return err
			}
		}
	}
	return nil
}

const batch = 40 // games between two saves of the record

func (l *ladder) playPair(ctx context.Context, a, b int) error {
	want := l.far
	if l.areNeighbours(a, b) {
		want = l.near
	}
	seed := fnv.New64a()
	_, _ = seed.Write([]byte(l.levels[a] + " " + l.levels[b]))
	m, key := l.match, l.key(a, b)
	m.contenders = [2]func() contender{levelContender(m.variant, l.levels[a]), levelContender(m.variant, l.levels[b])}
	m.seed ^= seed.Sum64()
	for l.record[key].games() < want {
		m.first = l.record[key].games()
		m.games = min(batch, want-m.first)
		r, err := m.run(ctx)
		if err != nil {
			return err
		}
		l.record[key] = l.record[key].plus(r.tally)
		if err := writeJSON(l.file, l.record); err != nil {
			return err
		}
	}
	return nil
}

// areNeighbours reports whether a level is the next above another one, or the next with a strength: published opponents
// do not part them.
func (l *ladder) areNeighbours(above, below int) bool {
	between := slices.ContainsFunc(l.levels[below+1:above], l.hasStrength)
	return above-below == 1 || l.hasStrength(l.levels[above]) && l.hasStrength(l.levels[below]) && !between
}

func (l *ladder) hasStrength(level string) bool {
	_, ok := ai.StrengthOf(l.variant, level)
	return ok
}

// key returns the key of a pair's games in the record. It changes when one of the two plays differently, so that the
// earlier games no longer count.
func (l *ladder) key(a, b int) string {
	key := l.variant.String()
	for _, level := range []string{l.levels[a], l.levels[b]} {
		key += ", " + level
		if s, ok := ai.StrengthOf(l.variant, level); ok {
			key += fmt.Sprintf(" %g/%d/%g", s.Sight, s.Nodes, s.Temperature)
			if s.Nodes > 0 {
				key += fmt.Sprintf(" engine %d", l.engine)
			}
		}
	}
	return key
}

func (l *ladder) ratings() []ai.Elo {
	games := make([]int, len(l.levels))
	var pairings []pairing
	for a := range l.levels {
		for b := range a {
			p := pairing{a, b, l.record[l.key(a, b)]}
			pairings = append(pairings, p)
			games[a] += p.games()
			games[b] += p.games()
		}
	}
	var ratings []ai.Elo
	estimates := bradleyTerry(len(l.levels), pairings)
	rounded := func(x float64) int { return int(math.Round(x + anchor - estimates[0].rating)) }
	for i, e := range estimates {
		ratings = append(ratings, ai.Elo{
			Level: l.levels[i], Value: rounded(e.rating), Low: rounded(e.rating - e.margin), High: rounded(e.rating + e.margin), Games: games[i],
		})
	}
	return ratings
}

func enterRatings(file string, v game.Variant, ratings []ai.Elo) error {
	all := make(map[string][]ai.Elo)
	if err := readJSON(file, &all); err != nil {
		return err
	}
	all[v.String()] = ratings
	return writeJSON(file, all)
}

func readJSON(file string, into any) error {
	text, err := os.ReadFile(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// writeJSON writes a file, unless its name is "". A level's rating has one line.
func writeJSON(file string, value any) error {
	text, err := json.MarshalIndent(value, "", "\t")
	if file == "" || err != nil {
		return err
	}
	lines := strings.NewReplacer("{\n\t\t\t", "{", ",\n\t\t\t", ", ", "\n\t\t}", "}")
	return os.WriteFile(file, []byte(lines.Replace(string(text))+"\n"), 0o644)
}
