package card

import (
	"strconv"
	"strings"

	"noughts/commands/texts"
)

// The forms that sentences need of a local board, with the names of their arguments: its bare place, its label, the
// subject of a sentence, what is won or filled, where something is, where somebody is sent, and whose a square is.
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

// keysOfPlace returns the keys of the nine places in a form.
func keysOfPlace(form string) (keys [9]texts.Key) {
	for i := range keys {
		keys[i] = texts.Key("place." + form + "." + strconv.Itoa(i+1))
	}
	return keys
}

// LocalBoard returns a local board, counted from 0, in every form that a sentence may need, as arguments of a text.
func LocalBoard(l *texts.Language, board int) []string {
	args := make([]string, 0, 2*len(placeForms))
	for i, name := range placeArgs {
		args = append(args, name, l.Say(placeKeys[i][board]))
	}
	return args
}

// LocalBoardTo returns a local board, counted from 0, as where somebody is sent: "to the top left board".
func LocalBoardTo(l *texts.Language, board int) string { return l.Say(placeKeys[5][board]) }

// boardName returns the bare place of a local board, or of a square on one, counted from 0: "top left".
func boardName(l *texts.Language, place int) string { return l.Say(placeKeys[0][place]) }

// LocalSquare returns which square of its local board one is, counted from 0, as an argument of a text: "the top left
// square".
func LocalSquare(l *texts.Language, cell int) []string {
	return []string{"TheSquare", l.Say(squareKeys[cell])}
}

// PlaceNamed returns the place that a member means by its name, counted from 0 in reading order, such as 4 for "center". The
// member's own language comes before the others.
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
