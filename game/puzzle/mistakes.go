package puzzle

import "slices"

// MaxMistakes is how many of a member's own mistakes are kept: the last of Progress.Mistakes.
const MaxMistakes = 300

// A Mistake is a position where the member once chose a worse move, or a puzzle that they failed. It is kept for practice.
type Mistake struct {
	Game   string `json:"game"`             // the id of the match, or of the puzzle
	Ply    int    `json:"ply"`              // number of the wrong move in the match, from 1; 0 for a puzzle
	Missed int    `json:"missed,omitempty"` // on how many days the member failed to correct it in practice
	Due    Day    `json:"due,omitempty"`    // the first day on which to ask it again, or never
}

// IsPuzzle reports whether the mistake is a puzzle that the member failed.
func (m Mistake) IsPuzzle() bool { return m.Ply == 0 }

// never is the Due of a mistake that was corrected.
const never Day = -1

// pauses are the days until a mistake is asked again, after the first, the second and later failures.
var pauses = [...]Day{3, 10, 30}

func (m Mistake) isDue(today Day) bool { return m.Due != never && m.Due <= today }

// NoteMistakes returns the progress with the mistakes of a match added. `plies` are the numbers of its wrong moves.
func (r Progress) NoteMistakes(game string, plies []int) Progress {
	r.Mistakes = slices.Clone(r.Mistakes)
	for _, ply := range plies {
		if r.mistake(game, ply) < 0 {
			r.Mistakes = append(r.Mistakes, Mistake{Game: game, Ply: ply})
		}
	}
	r.Mistakes = r.Mistakes[max(0, len(r.Mistakes)-MaxMistakes):]
	return r
}

// DueMistake returns the first of r.Mistakes that is due on a day, and false if there is none.
func (r Progress) DueMistake(today Day) (Mistake, bool) {
	if i := slices.IndexFunc(r.Mistakes, func(m Mistake) bool { return m.isDue(today) }); i >= 0 {
		return r.Mistakes[i], true
	}
	return Mistake{}, false
}

// Ask moves a mistake that was shown to the end, so that one whose match was deleted does not block the others.
func (r Progress) Ask(m Mistake) Progress {
	r.Mistakes = append(slices.DeleteFunc(slices.Clone(r.Mistakes), func(other Mistake) bool { return other == m }), m)
	return r
}

// Fail returns the progress after the member failed a puzzle, which is asked again after a pause.
func (r Progress) Fail(puzzle string, today Day) Progress {
	return r.NoteMistakes(puzzle, []int{0}).Miss(puzzle, 0, today)
}

// Correct returns the progress after the member corrected a mistake, or after its position turned out to have no
// clearly best move. The mistake is not asked again, unless it is a puzzle that is failed again. Correct does nothing if
// the member failed on the same day.
func (r Progress) Correct(game string, ply int, today Day) Progress {
	r = r.answer(game, ply, today, func(m *Mistake) { m.Due = never })
	r.Mistakes = slices.DeleteFunc(slices.Clone(r.Mistakes), func(m Mistake) bool { return m.IsPuzzle() && m.Due == never })
	return r
}

// Miss returns the progress after the member failed to correct a mistake. The mistake is asked again after a pause.
func (r Progress) Miss(game string, ply int, today Day) Progress {
	return r.answer(game, ply, today, func(m *Mistake) {
		m.Due = today + pauses[min(m.Missed, len(pauses)-1)]
		m.Missed++
	})
}

// answer applies `change` to a mistake if it is due on the day `today`.
func (r Progress) answer(game string, ply int, today Day, change func(*Mistake)) Progress {
	if i := r.mistake(game, ply); i >= 0 && r.Mistakes[i].isDue(today) {
		r.Mistakes = slices.Clone(r.Mistakes)
		change(&r.Mistakes[i])
	}
	return r
}

func (r Progress) mistake(game string, ply int) int {
	return slices.IndexFunc(r.Mistakes, func(m Mistake) bool { return m.Game == game && m.Ply == ply })
}
