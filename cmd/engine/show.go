package main

import (
	"context"
	"fmt"
	"strings"

	"noughts/game"
)

func (s *session) show(context.Context) error {
	size := s.variant.Size()
	s.printf("   %s\n", s.row(func(col int) byte { return byte('a' + col) }))
	for row := range size {
		if row > 0 && s.borders(row) {
			s.printf("   ------+-------+------\n")
		}
		s.printf("%d  %s\n", row+1, s.row(func(col int) byte { return symbol(s.position.At(game.At(col, row))) }))
	}
	s.printf("%s\n%s\n", s.position, s.status())
	return nil
}

func (s *session) row(char func(col int) byte) string {
	var b strings.Builder
	for col := range s.variant.Size() {
		switch {
		case col > 0 && s.borders(col):
			b.WriteString(" | ")
		case col > 0:
			b.WriteByte(' ')
		}
		b.WriteByte(char(col))
	}
	return b.String()
}

func (s *session) borders(index int) bool {
	_, nested := s.position.(game.Nested)
	return nested && index%3 == 0
}

func symbol(m game.Mark) byte {
	switch m {
	case game.X:
		return 'X'
	case game.O:
		return 'O'
	default:
		return '.'
	}
}

func (s *session) status() string {
	switch o := s.position.Outcome(); {
	case o.Drawn():
		return "drawn"
	case o.Over:
		return fmt.Sprintf("%c has won", symbol(o.Winner))
	}
	return fmt.Sprintf("%c to move%s", symbol(s.position.ToMove()), where(s.position))
}

// where names the local boards in which the next move is allowed, or "" for a variant without any.
func where(p game.Position) string {
	nested, ok := p.(game.Nested)
	switch {
	case !ok:
		return ""
	case nested.Forced() == game.FreeChoice:
		return " on any open board"
	}
	return fmt.Sprintf(" on board %d", nested.Forced()+1)
}
