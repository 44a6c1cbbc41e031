package card

import (
	"strconv"
	"strings"

	"noughts/commands/texts"
)

// The grammatical forms of a local board's name that sentences need, with the names of their arguments: alone,
// as a label, as the subject, as what is won or filled, as a location, as a destination, and as an owner.
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

// keysOfPlace returns the keys of the nine places in one form.
func keysOfPlace(form string) (keys [9]texts.Key) {
	for i := range keys {
		keys[i] = texts.Key("place." + form + "." + strconv.Itoa(i+1))
	}
	return keys
}

// LocalBoard returns a local board, counted from 0, in every grammatical form, as arguments of a text.
func LocalBoard(l *texts.Language, board int) []string {
	args := make([]string, 0, 2*len(placeForms))
	for i, name := range placeArgs {
		args = append(args, name, l.Say(placeKeys[i][board]))
	}
	return args
}

// LocalBoardTo returns a local board, counted from 0, as a destination: "to the top left board".
func LocalBoardTo(l *texts.Language, board int) string { return l.Say(placeKeys[5][board]) }

// boardName returns the name of a local board, or of a square on one, counted from 0: "top left".
func boardName(l *texts.Language, place int) string { return l.Say(placeKeys[0][place]) }

// LocalSquare returns a square of its local board, counted from 0, as arguments of a text: "the top left
// square".
func LocalSquare(l *texts.Language, cell int) []string {
	return []string{"TheSquare", l.Say(squareKeys[cell])}
}

// PlaceNamed returns the place with a name, counted from 0 in reading order, such as 4 for "center". Names of
// the member's own language are tried before the others.
func PlaceNamed(all *texts.Catalogue, own *texts.Language, name string) (place int, ok bool) {
	spaced := strings.NewReplacer("\u00a0", " ") // names do not break in sentences
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
