package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"noughts/game/ai"
)

const maxTime = 24 * 60 * 60 * 1000 // of a search, in milliseconds

// goSearch runs the command go: it writes info lines about the progress, and then the best move. With the argument
// "level" it writes only the move of that level.
func (s *session) goSearch(ctx context.Context, args []string) error {
	choose, err := s.chooser(args)
	if err != nil {
		return err
	}
	switch choice, err := choose(ctx); {
	case errors.Is(err, ai.ErrGameOver):
		s.printf("bestmove none\n")
		return nil
	case err != nil:
		return err
	default:
		s.printf("bestmove %s\n", choice.Move)
		return nil
	}
}

func (s *session) chooser(args []string) (func(context.Context) (ai.Choice, error), error) {
	if len(args) == 2 && args[0] == "level" {
		player, err := s.player(args[1])
		return func(ctx context.Context) (ai.Choice, error) { return player.Choose(ctx, s.game) }, err
	}
	limits, err := readLimits(args)
	return func(ctx context.Context) (ai.Choice, error) {
		return s.search().Search(ctx, s.game, limits, s.inform)
	}, err
}

// player returns the player of a level, the same each time, so that its random numbers go on.
func (s *session) player(level string) (ai.Player, error) {
	if player, ok := s.players[level]; ok {
		return player, nil
	}
	player, err := ai.New(s.variant, level, s.seed)
	if err == nil {
		s.players[level] = player
	}
	return player, err
}

func readLimits(args []string) (l ai.Limits, err error) {
	if len(args) == 0 || len(args)%2 != 0 {
		return l, errors.New("want movetime MS, nodes N, depth N or level NAME")
	}
	for i := 0; i < len(args) && err == nil; i += 2 {
		var n int64
		switch name, text := args[i], args[i+1]; name {
		case "movetime":
			n, err = number(text, 1, maxTime)
			l.Time = time.Duration(n) * time.Millisecond
		case "nodes":
			l.Nodes, err = number(text, 1, math.MaxInt64)
		case "depth":
			n, err = number(text, 1, math.MaxInt32)
			l.Depth = int(n)
		default:
			err = fmt.Errorf("unknown limit %.24q: want movetime, nodes or depth", name)
		}
	}
	return l, err
}

// inform writes and flushes one info line. The flush at the end of the command returns a write error again.
func (s *session) inform(i ai.Info) {
	s.printf("info depth %d nodes %d nps %d score %s time %d pv %s\n",
		i.Depth, i.Nodes, i.Rate(), i.Score, i.Elapsed.Milliseconds(), joined(i.PV))
	_ = s.out.Flush()
}

var evalLimits = ai.Limits{Time: time.Second, Nodes: 3_000_000}

func (s *session) eval(ctx context.Context) error {
	rated, err := s.search().Evaluate(ctx, s.game, evalLimits)
	if err != nil && !errors.Is(err, ai.ErrGameOver) {
		return err
	}
	for _, choice := range rated {
		s.printf("%s %s\n", choice.Move, choice.Score)
	}
	s.printf("end\n")
	return nil
}

// maxPerft is larger than the length of any game.
const maxPerft = 1000

func (s *session) perft(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("want a depth")
	}
	depth, err := number(args[0], 0, maxPerft)
	if err != nil {
		return err
	}
	count, err := ai.Perft(ctx, s.position, int(depth))
	if err != nil {
		return err
	}
	s.printf("perft %d %d\n", depth, count)
	return nil
}
