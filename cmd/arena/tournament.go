package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"slices"

	"noughts/cmd/arena/stats"
	"noughts/game/ai"
)

// An entrant is a contender in a tournament.
type entrant struct {
	name string
	contender
	signature string // identifies the player's behaviour; when it changes, the entrant's recorded games are discarded
	rung      bool   // true for a level of the bot's own ladder; false for an imitation of a published program
}

// A tournament is a round robin between entrants. Neighbours in the list of entrants play more games than other pairs.
// Two rungs (see entrant.rung) are also neighbours if only published opponents are between them.
type tournament struct {
	conditions
	entrants []entrant // weakest first
	near     int       // number of games between neighbours
	far      int       // number of games between other pairs
	reach    int       // pairs that are farther apart than this in the list of entrants do not play
	parallel int
	seed     uint64
	record   *record
}

// batch is the number of games between two saves of the record.
const batch = 40

// run plays the games that the record lacks. It begins with the pairs of entrants that stand closest together in the
// list of entrants. It writes a line for each pair.
func (t *tournament) run(ctx context.Context, out io.Writer) error {
	for _, e := range t.entrants {
		t.record.enter(e.name, e.signature)
	}
	for distance := 1; distance <= max(t.reach, 1); distance++ {
		for a := distance; a < len(t.entrants); a++ {
			if err := t.pair(ctx, a, a-distance, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair plays the missing games of two entrants.
func (t *tournament) pair(ctx context.Context, a, b int, out io.Writer) error {
	want := t.far
	if t.areNeighbors(a, b) {
		want = t.near
	}
	left, right := t.entrants[a], t.entrants[b]
	done := t.record.pair(left.name, right.name)
	for done.Games() < want {
		m := &match{
			conditions: t.conditions, names: [2]string{left.name, right.name}, contenders: [2]contender{left.contender, right.contender},
			first: done.Games(), games: min(batch, want-done.Games()), plies: -1, parallel: t.parallel,
			seed: t.seed ^ hashOf(left.name+" "+right.name),
		}
		r, err := m.run(ctx)
		if err != nil {
			return err
		}
		done.Tally = done.Plus(r.Tally)
		if err := t.record.save(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s against %s: %d won, %d drawn, %d lost\n", left.name, right.name, done.Wins, done.Draws, done.Losses)
	return err
}

// areNeighbors reports whether two entrants are neighbours. a must be greater than b.
func (t *tournament) areNeighbors(a, b int) bool {
	if a-b == 1 {
		return true
	}
	between := slices.ContainsFunc(t.entrants[b+1:a], func(e entrant) bool { return e.rung })
	return t.entrants[a].rung && t.entrants[b].rung && !between
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // never fails
	return h.Sum64()
}

// pairings returns the recorded games of all pairs of entrants.
func (t *tournament) pairings() []stats.Pairing {
	var all []stats.Pairing
	for a, left := range t.entrants {
		for b, right := range t.entrants[:a] {
			all = append(all, stats.Pairing{A: a, B: b, Tally: t.record.pair(left.name, right.name).Tally})
		}
	}
	return all
}

// ratings returns the entrants' ratings, shifted so that the first entrant has the rating `anchor`.
func (t *tournament) ratings(anchor float64) []stats.Estimate {
	estimates := stats.BradleyTerry(len(t.entrants), t.pairings())
	shift := anchor - estimates[0].Rating
	for i := range estimates {
		estimates[i].Rating += shift
	}
	return estimates
}

// strengthEntrant returns an entrant that plays at the given strength. The argument `engine` is the result of
// engineSignature.
func (t *tournament) strengthEntrant(name string, s ai.Strength, engine int64) entrant {
	signature := fmt.Sprintf("%g/%d/%g", s.Sight, s.Nodes, s.Temperature)
	if s.Nodes > 0 {
		signature += fmt.Sprintf(" engine %d", engine)
	}
	return entrant{name, t.strength(s), signature, true}
}
