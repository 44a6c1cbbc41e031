package e2e

import (
	"context"
	"time"

	"noughts/bot"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A computer is a computer player that is a function.
type computer func(ctx context.Context, g ai.History) (ai.Choice, error)

func (c computer) Choose(ctx context.Context, g ai.History) (ai.Choice, error) { return c(ctx, g) }

// against makes the computer play like one player on all levels.
func against(p ai.Player) setting {
	return func(_ *bot.Config, d *bot.Deps) {
		d.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return p, nil }
	}
}

// bottomUp plays the last free square in reading order, which is easy to beat. topDown plays the first.
var (
	bottomUp = choosing(func(free []game.Square) game.Square { return free[len(free)-1] })
	topDown  = choosing(func(free []game.Square) game.Square { return free[0] })
)

func choosing(choose func(free []game.Square) game.Square) computer {
	return func(_ context.Context, g ai.History) (ai.Choice, error) {
		p, err := rules.Replay(g.Start, g.Moves)
		if err != nil {
			return ai.Choice{}, err
		}
		return ai.Choice{Move: choose(p.Moves())}, nil
	}
}

// playing makes the computer play the given moves in turn.
func playing(moves ...game.Square) setting {
	return against(computer(func(_ context.Context, g ai.History) (ai.Choice, error) {
		return ai.Choice{Move: moves[len(g.Moves)/2]}, nil
	}))
}

// inOrder makes the computer play the given moves for both sides of a watched game.
func inOrder(moves ...game.Square) setting {
	return against(computer(func(_ context.Context, g ai.History) (ai.Choice, error) {
		return ai.Choice{Move: moves[len(g.Moves)]}, nil
	}))
}

// late returns a player that waits for a fixed time before each move.
func late(takes time.Duration, p ai.Player) ai.Player {
	return computer(func(ctx context.Context, g ai.History) (ai.Choice, error) {
		select {
		case <-time.After(takes):
			return p.Choose(ctx, g)
		case <-ctx.Done():
			return ai.Choice{}, ctx.Err()
		}
	})
}

// thinking makes the computer think for a time before each move.
func thinking(takes time.Duration) setting {
	return func(_ *bot.Config, deps *bot.Deps) {
		deps.NewPlayer = func(v game.Variant, level string, seed uint64) (ai.Player, error) {
			p, err := ai.New(v, level, seed)
			return late(takes, p), err
		}
	}
}

// slowly is like thinking, and gives the bot the number of `workers` for the computer's moves.
func slowly(takes time.Duration, workers int) setting {
	return func(cfg *bot.Config, deps *bot.Deps) {
		cfg.Workers = workers
		thinking(takes)(cfg, deps)
	}
}
