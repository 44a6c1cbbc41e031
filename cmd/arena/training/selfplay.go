package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"noughts/game/ai/engine"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

type selfPlay struct {
	folder       string
	parts, games int
	nodes        int64
	random       float64
	seed         uint64
}

func (s selfPlay) run(out io.Writer) error {
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	begun, player := time.Now(), uttt.New(15, 1)
	for part := range s.parts {
		name := filepath.Join(s.folder, fmt.Sprintf("part-%05d.samples", part))
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var samples []sample
		for i := range s.games {
			player.Reset()
			samples = append(samples, s.play(player, rand.New(rand.NewPCG(s.seed, uint64(part*s.games+i))))...)
		}
		if err := writeGob(name, samples); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(out, "part %d: %d samples, %v since the start\n", part, len(samples), time.Since(begun).Round(time.Second))
	}
	return nil
}

// play plays a game, which begins with 4 to 12 random moves, and returns its positions with what searches expect or
// prove. It leaves out positions that are won at once, which the search never judges. Once the result is proven, it
// goes on after a move with a probability of 0.7: such positions occur in searches too, but teach less.
func (s selfPlay) play(player *uttt.Engine, rng *rand.Rand) (samples []sample) {
	p := rules.StartUltimate()
	anyMove := func() rules.UltimatePosition {
		moves := p.Moves()
		return p.After(moves[rng.IntN(len(moves))])
	}
	for range 4 + rng.IntN(9) {
		p = anyMove()
	}
	for !p.Outcome().Over {
		choice := player.Search(context.Background(), engine.Task{Position: p, Limits: engine.Limits{Nodes: s.nodes}, Rand: rng})
		if choice.Score != engine.Proven(engine.Win, 1) {
			samples = append(samples, sampleOf(p, choice.Score.Expected))
		}
		if choice.Score.Proof != engine.Unproven && rng.Float64() >= 0.7 {
			break
		}
		if rng.Float64() < s.random {
			p = anyMove()
		} else {
			p = p.After(choice.Move)
		}
	}
	return samples
}
