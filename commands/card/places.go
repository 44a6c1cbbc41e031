package card

import (
	"errors"
	"strconv"
	"strings"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// Sentences need the name of a local board in several grammatical forms, such as "top left", "the top left board", "in
// the top left board" and "to the top left board". placeForms names the forms, placeArgs the arguments of texts that
// hold them. placeKeys has the keys of the nine local boards in each form. squareKeys has the keys of the cells.
var (
	placeForms = [...]string{"name", "board", "the", "win", "in", "to", "of"}
	placeArgs  = [...]string{"Place", "Board", "TheBoard", "WinBoard", "InBoard", "ToBoard", "OfBoard"}
	placeKeys  = func() (keys [len(placeForms)][9]texts.Key) {
		for i, form := range placeForms {
			keys[i] = keysOfPlace(form)
		}
		return keys
	}()
	squareKeys = keysOfPlace("square")
)

// keysOfPlace returns the keys of one grammatical form for the nine places of a 3×3 board, in reading order.
func keysOfPlace(form string) (keys [9]texts.Key) {
	for i := range keys {
		keys[i] = texts.Key("place." + form + "." + strconv.Itoa(i+1))
	}
	return keys
}

// LocalBoard returns the name of a local board in every grammatical form, as arguments of a text. `board` is counted
// from 0.
func LocalBoard(l *texts.Language, board int) []string {
	args := make([]string, 0, 2*len(placeForms))
	for i, name := range placeArgs {
		args = append(args, name, l.Say(placeKeys[i][board]))
	}
	return args
}

// LocalBoardTo returns the name of a local board as a destination: "to the top left board". `board` is counted from 0.
func LocalBoardTo(l *texts.Language, board int) string { return l.Say(placeKeys[5][board]) }

// boardName returns the name of a local board, or of a cell on a local board: "top left". `place` is counted from 0.
func boardName(l *texts.Language, place int) string { return l.Say(placeKeys[0][place]) }

// LocalSquare returns the name of a cell on its local board, "the top left square", as an argument of a text. `cell` is
// counted from 0.
func LocalSquare(l *texts.Language, cell int) []string {
	return []string{"TheSquare", l.Say(squareKeys[cell])}
}

// PlaceNamed returns the place on a 3×3 board that has a name, such as 4 for "center". Places are counted from 0 in
// reading order. The names in the member's own language take precedence over those in other languages.
func PlaceNamed(all *texts.Catalogue, own *texts.Language, name string) (place int, ok bool) {
	spaced := strings.NewReplacer("\u00a0", " ") // the texts use no-break spaces, but members type ordinary ones
	name = spaced.Replace(name)
	for _, l := range append([]*texts.Language{own}, all.Languages()...) {
		for i := range 9 {
			if strings.EqualFold(spaced.Replace(boardName(l, i)), name) {
				return i, true
			}
		}
	}
	return 0, false
}

// RefuseMove returns the refusal of an illegal move with one of the errors of game.Position.Play, or nil for another
// error. For a square of another local board it says which board must be chosen instead, or that any open board is
// possible.
func RefuseMove(l *texts.Language, p game.Position, s game.Square, err error) *plan.Refusal {
	key := texts.Key("refuse.wrong_board")
	going, _ := render.Fading(p)
	switch {
	case errors.Is(err, game.ErrOwnSquare) && s == going:
		return plan.Refuse("refuse.goes_next", "Square", s.String()).Because(err)
	case errors.Is(err, game.ErrOwnSquare):
		return plan.Refuse("refuse.own_square", "Square", s.String()).Because(err)
	case errors.Is(err, game.ErrOpponentSquare):
		return plan.Refuse("refuse.opponent_square", "Square", s.String()).Because(err)
	case errors.Is(err, game.ErrNotASquare):
		return RefuseSquare(p.Variant(), s.String()).Because(err)
	case errors.Is(err, game.ErrClosedBoard):
		key = "refuse.closed_board"
	case !errors.Is(err, game.ErrWrongBoard):
		return nil
	}
	nested, _ := p.(game.Nested) // only Ultimate can refuse a square because of its local board
	board, _ := nested.Split(s)
	instead := l.Say("instead.free")
	if forced := nested.Forced(); forced != game.FreeChoice {
		instead = l.Say("instead.forced", LocalBoard(l, forced)...)
	}
	return plan.Refuse(key, append(LocalBoard(l, board), "Square", s.String(), "Instead", instead)...).Because(err)
}

// RefuseSquare returns the refusal of a text that is not a square of a variant's board.
func RefuseSquare(v game.Variant, typed string) *plan.Refusal {
	size := v.Size()
	return plan.RefuseTyped("refuse.not_a_square", typed, "Last", game.At(size-1, size-1).String())
}
