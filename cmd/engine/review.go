package main

import (
	"context"
	"errors"
	"io"
	"os"

	"noughts/game/ai/review"
	"noughts/game/rules"
	"noughts/game/transcript"
)

var errEndedEarly = errors.New("interrupted")

func (s *session) review(ctx context.Context) error {
	r, err := review.Analyze(ctx, s.variant, s.game, review.Options{})
	switch {
	case ctx.Err() != nil:
		return errEndedEarly
	case err != nil:
		return err
	}
	for i, m := range r.Moves {
		s.printf("review %d %s %s %s %s %s\n", i+1, m.Square, m.Value, m.Best, m.BestValue, m.Mark)
	}
	s.printf("accuracy %.1f %.1f\n", r.Accuracy[0], r.Accuracy[1])
	return nil
}

// loadGame sets up the variant and the game of a text file. On an error the session is unchanged.
func (s *session) loadGame(path string) error {
	if path == "" {
		return errors.New("want the path of a file")
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(file, transcript.MaxSize+1))
	if err != nil {
		return err
	}
	g, err := transcript.Read(data)
	if err != nil {
		return err
	}
	played := g.Played()
	reached, err := rules.Replay(played.Start, played.Moves)
	if err != nil {
		return err
	}
	if g.Variant != s.variant {
		s.begin(g.Variant)
	}
	s.game, s.position = played, reached
	return nil
}
