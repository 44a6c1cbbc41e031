package match

import "noughts/game"

// DropMoves returns a finished match without its moves except the first, and whether it had others.
// Recounts of profiles need the first move. The result stays.
func (m Match) DropMoves() (Match, bool) {
	if m.Status != Over || len(m.Moves) < 2 {
		return m, false
	}
	m = m.around()
	m.Dropped += len(m.Moves) - 1
	m.Moves = m.Moves[:1:1]
	return m, true
}

// MovesMade returns how many moves were made, dropped ones included.
func (m Match) MovesMade() int { return len(m.Moves) + m.Dropped }

// checkDropped checks a match whose moves were dropped.
func (m Match) checkDropped() error {
	size := m.Options.Variant.Size()
	switch {
	case m.Dropped < 0, m.Status != Over, len(m.Moves) != 1, m.MovesMade() > size*size:
		return invalid("%d of its moves are not kept, and %d are", m.Dropped, len(m.Moves))
	case m.Start().Check(m.Moves[0]) != nil:
		return invalid("its first move is %s", m.Moves[0])
	case m.Result.Reason == ByFullBoard && m.Result.Winner != game.Empty:
		return invalid("its result is %+v", m.Result)
	}
	return nil
}
