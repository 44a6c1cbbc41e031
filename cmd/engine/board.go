package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

func (s *session) setVariant(_ context.Context, args []string) error {
	v, err := rules.ParseVariant(strings.Join(args, " "))
	if err != nil {
		return err
	}
	s.begin(v)
	s.search() // build the searcher now, so that the first search does not pay for it
	return nil
}

// setPosition sets up a position and makes moves in it. On an error the session is unchanged.
func (s *session) setPosition(_ context.Context, args []string) error {
	if len(args) > 0 && args[0] == "file" {
		return s.loadGame(strings.Join(args[1:], " "))
	}
	notation, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		notation, moves = args[:i], args[i+1:]
	}
	start, err := s.parse(strings.Join(notation, " "))
	if err != nil {
		return err
	}
	squares, err := parseMoves(moves)
	if err != nil {
		return err
	}
	reached, err := rules.Replay(start, squares)
	if err != nil {
		return err
	}
	s.game, s.position = ai.History{Start: start, Moves: squares}, reached
	return nil
}

func (s *session) parse(notation string) (game.Position, error) {
	switch notation {
	case "":
		return nil, errors.New("want start, a position or file PATH")
	case "start":
		return rules.Start(s.variant, game.X), nil
	}
	return rules.Parse(s.variant, notation)
}

func parseMoves(words []string) ([]game.Square, error) {
	squares := make([]game.Square, len(words))
	for i, word := range words {
		var err error
		if squares[i], err = game.ParseSquare(word); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return squares, nil
}

func joined(squares []game.Square) string {
	words := make([]string, len(squares))
	for i, square := range squares {
		words[i] = square.String()
	}
	return strings.Join(words, " ")
}

const maxThreads = 256 // goroutines of one search

func (s *session) setOption(_ context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("want threads N or seed N")
	}
	switch name, text := args[0], args[1]; name {
	case "threads":
		n, err := number(text, 1, maxThreads)
		if err != nil {
			return err
		}
		s.threads = int(n)
	case "seed":
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%.24q is not a whole number from 0 to %d", text, uint64(1<<64-1))
		}
		s.seed = seed
	default:
		return fmt.Errorf("unknown option %.24q: want threads or seed", name)
	}
	s.forget()
	return nil
}

func number(text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%.24q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}
