package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// A session is one conversation with the engine. It starts with the empty classic 3×3 board.
type session struct {
	out      *bufio.Writer
	variant  game.Variant
	game     ai.History
	position game.Position // the position after the moves in the field game
	threads  int
	seed     uint64
	searcher *ai.Searcher         // created by the method search when it is first needed
	players  map[string]ai.Player // level name → player; each player has its own random number generator
}

func newSession(out io.Writer) *session {
	s := &session{out: bufio.NewWriter(out), threads: 1, seed: 1}
	s.begin(game.Classic(3))
	return s
}

func (s *session) begin(v game.Variant) {
	s.variant = v
	s.position = rules.Start(v, game.X)
	s.game = ai.History{Start: s.position}
	s.forget()
}

// forget removes the searcher and the players, which are created again with the new variant and options.
func (s *session) forget() {
	s.searcher = nil
	s.players = make(map[string]ai.Player)
}

func (s *session) search() *ai.Searcher {
	if s.searcher == nil {
		s.searcher = ai.NewSearcher(s.variant, s.threads, s.seed)
	}
	return s.searcher
}

var errQuit = errors.New("quit")

// commands maps names to handlers. The session reports an error to the client and goes on, except after errQuit.
var commands = map[string]func(s *session, ctx context.Context, args []string) error{
	"isready":   says(func(*session) string { return "readyok" }),
	"variant":   (*session).setVariant,
	"position":  (*session).setPosition,
	"go":        (*session).goSearch,
	"perft":     (*session).perft,
	"eval":      bare((*session).eval),
	"review":    bare((*session).review),
	"moves":     says(func(s *session) string { return joined(s.position.Moves()) }),
	"show":      bare((*session).show),
	"levels":    says(func(s *session) string { return strings.Join(ai.Levels(s.variant), " ") }),
	"setoption": (*session).setOption,
	"quit":      bare(func(*session, context.Context) error { return errQuit }),
}

func says(line func(*session) string) func(*session, context.Context, []string) error {
	return bare(func(s *session, _ context.Context) error {
		s.printf("%s\n", line(s))
		return nil
	})
}

func bare(f func(*session, context.Context) error) func(*session, context.Context, []string) error {
	return func(s *session, ctx context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("unexpected argument %.24q", args[0])
		}
		return f(s, ctx)
	}
}

func (s *session) run(ctx context.Context, in io.Reader) error {
	input := newInput(in)
	defer input.close()
	for {
		line := input.next()
		err := line.err
		if err == nil {
			err = input.during(ctx, func(ctx context.Context) error { return s.answer(ctx, line.words) })
		}
		switch {
		case errors.Is(err, errQuit), errors.Is(err, io.EOF):
			return s.out.Flush()
		case errors.Is(err, errInput):
			return err
		case err != nil:
			s.printf("error: %v\n", err)
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
}

func (s *session) answer(ctx context.Context, fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	command, ok := commands[fields[0]]
	if !ok {
		return fmt.Errorf("unknown command %.24q", fields[0])
	}
	if err := command(s, ctx, fields[1:]); err != nil {
		return fmt.Errorf("%s: %w", fields[0], err)
	}
	return nil
}

// printf writes to the buffered output. The flush at the end of the command returns write errors.
func (s *session) printf(format string, args ...any) { _, _ = fmt.Fprintf(s.out, format, args...) }
