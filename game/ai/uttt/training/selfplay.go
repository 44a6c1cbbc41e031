package training

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/uttt"
	"noughts/game/ai/uttt/network"
	"noughts/game/ultimate"
)

// A SelfPlay has the settings for games of the engine against itself.
type SelfPlay struct {
	Folder string  // folder for the samples
	Parts  int     // number of files
	Games  int     // games for each file
	Nodes  int64   // positions searched for each label
	Random float64 // probability of a random move
	Seed   uint64  // determines all games
}

// The limits for the number of random moves in an opening.
const (
	leastOpening = 4
	mostOpening  = 12
)

// goOn is the probability that a game continues with another move after its result is proven. Such
// positions occur in searches too, but there is less to learn from them.
const goOn = 0.7

// tableBits sizes the table of an engine that searches a few thousand positions.
const tableBits = 15

// Run plays the games of all parts that are not in the folder yet. After each part it calls `report` with the part's
// number and number of samples. If a run is interrupted, another run continues with the first missing part.
func (s SelfPlay) Run(ctx context.Context, report func(part, samples int)) error {
	if err := os.MkdirAll(s.Folder, 0o755); err != nil {
		return err
	}
	for part := range s.Parts {
		name := partName(s.Folder, part)
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return err
			}
			continue
		}
		samples := s.play(ctx, part)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := writePart(name, samples); err != nil {
			return fmt.Errorf("part %d: %w", part, err)
		}
		report(part, len(samples))
	}
	return nil
}

// play returns the samples of a part's games, each position once.
func (s SelfPlay) play(ctx context.Context, part int) []Sample {
	var samples []Sample
	seen := make(map[Input]bool)
	engine := uttt.New(tableBits, 1)
	for i := range s.Games {
		if ctx.Err() != nil {
			return nil
		}
		engine.Reset()
		r := recording{SelfPlay: s, engine: engine, rng: rand.New(rand.NewPCG(s.Seed, uint64(part*s.Games+i)))}
		for _, sample := range r.game(ctx) {
			if !seen[sample.Input] {
				seen[sample.Input] = true
				samples = append(samples, sample)
			}
		}
	}
	return samples
}

// A recording is a game in progress with its samples.
type recording struct {
	SelfPlay
	engine  *uttt.Engine
	rng     *rand.Rand
	samples []Sample
	movers  []game.Mark // side to move in each sample
	since   int         // index of the first sample after the last random move
}

// game plays a game and returns its samples.
func (r *recording) game(ctx context.Context) []Sample {
	p := r.opening()
	for !p.Outcome().Over && ctx.Err() == nil {
		choice := r.engine.Search(ctx, engine.Task{Position: p, Limits: engine.Limits{Nodes: r.Nodes}, Rand: r.rng})
		r.note(p, choice.Score)
		if choice.Score.Proof != engine.Unproven && r.rng.Float64() >= goOn {
			r.finish(p.ToMove(), choice.Score.Expected)
			return r.samples
		}
		p = p.After(r.choose(p, choice.Move))
	}
	if w := p.Outcome().Winner; w != game.Empty {
		r.finish(w, 1)
	} else {
		r.finish(game.X, 0.5)
	}
	return r.samples
}

// opening returns a position after random moves.
func (r *recording) opening() ultimate.Position {
	p := ultimate.Start()
	for range leastOpening + r.rng.IntN(mostOpening-leastOpening+1) {
		p = p.After(r.anyMove(p))
	}
	return p
}

func (r *recording) anyMove(p ultimate.Position) game.Square {
	moves := p.Moves()
	return moves[r.rng.IntN(len(moves))]
}

// choose returns the best move, or now and then a random one.
func (r *recording) choose(p ultimate.Position, best game.Square) game.Square {
	if r.rng.Float64() >= r.Random {
		return best
	}
	r.since = len(r.samples)
	return r.anyMove(p)
}

// note adds a sample of position p with the search's score s. The game's result is still Unknown.
func (r *recording) note(p ultimate.Position, s engine.Score) {
	r.samples = append(r.samples, Sample{
		Input: inputOf(p), Value: float32(s.Expected), Proven: s.Proof != engine.Unproven, Result: Unknown,
	})
	r.movers = append(r.movers, p.ToMove())
}

// finish sets the result of the game in its samples. The samples before the last random move stay Unknown. `expected`
// is the result of the game for `side`.
func (r *recording) finish(side game.Mark, expected float64) {
	result := Label(2 * expected)
	for i := r.since; i < len(r.samples); i++ {
		r.samples[i].Result = result
		if r.movers[i] != side {
			r.samples[i].Result = Won - result
		}
	}
}

// inputOf returns the input of the network for a position.
func inputOf(p ultimate.Position) Input {
	in := Input{Forced: network.AnyBoard}
	if p.Forced() != ultimate.FreeChoice {
		in.Forced = uint8(p.Forced())
	}
	own, other := p.ToMove(), p.ToMove().Opponent()
	for i := range in.Boards {
		in.Boards[i] = network.PatternOf(p.Marks(own, i), p.Marks(other, i))
	}
	return in
}
