package solving

import (
	"fmt"
	"slices"
)

// MaxMistakes is how many of a member's own mistakes are kept. The oldest ones go first.
const MaxMistakes = 300

// A Mistake is a position in which the member once chose a worse move, kept for practice.
type Mistake struct {
	Game   string `json:"game"`             // the id of the match
	Ply    int    `json:"ply"`              // which move of the match was the mistake, from 1
	Missed int    `json:"missed,omitempty"` // on how many days the member missed it in practice
	Due    Day    `json:"due,omitempty"`    // the first day on which it is asked again, or never
}

// never is when a mistake is asked again that was corrected.
const never Day = -1

// pauses are after how many days a mistake is asked again that was missed once, twice, and more often.
var pauses = [...]Day{3, 10, 30}

// isDue reports whether the mistake is asked on a day.
func (m Mistake) isDue(today Day) bool { return m.Due != never && m.Due <= today }

// NoteMistakes returns the record with mistakes of a match, by their plies.
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

// DueMistake returns the mistake that waits longest for an answer on a day, and false for none.
func (r Progress) DueMistake(today Day) (Mistake, bool) {
	if i := slices.IndexFunc(r.Mistakes, func(m Mistake) bool { return m.isDue(today) }); i >= 0 {
		return r.Mistakes[i], true
	}
	return Mistake{}, false
}

// Ask returns the record after a mistake was shown: it is the last in line. So one whose match is gone does
// not keep the others waiting.
func (r Progress) Ask(m Mistake) Progress {
	r.Mistakes = append(slices.DeleteFunc(slices.Clone(r.Mistakes), func(other Mistake) bool { return other == m }), m)
	return r
}

// Correct returns the record after the member corrected a mistake, which is not asked again unless they missed
// it on the same day, or after its position proved to have no clearly best move.
func (r Progress) Correct(game string, ply int, today Day) Progress {
	return r.answer(game, ply, today, func(m *Mistake) { m.Due = never })
}

// Miss returns the record after the member found nothing better than a mistake. It is asked again after a pause.
func (r Progress) Miss(game string, ply int, today Day) Progress {
	return r.answer(game, ply, today, func(m *Mistake) {
		m.Due = today + pauses[min(m.Missed, len(pauses)-1)]
		m.Missed++
	})
}

// answer changes a mistake that is due.
func (r Progress) answer(game string, ply int, today Day, change func(*Mistake)) Progress {
	if i := r.mistake(game, ply); i >= 0 && r.Mistakes[i].isDue(today) {
		r.Mistakes = slices.Clone(r.Mistakes)
		change(&r.Mistakes[i])
	}
	return r
}

// mistake returns the index of a mistake, -1 for one that is not kept.
func (r Progress) mistake(game string, ply int) int {
	return slices.IndexFunc(r.Mistakes, func(m Mistake) bool { return m.Game == game && m.Ply == ply })
}

func (r Progress) validateMistakes() error {
	invalid := func(m Mistake) bool { return m.Game == "" || m.Ply < 1 || m.Missed < 0 || m.Due < never }
	if len(r.Mistakes) > MaxMistakes || slices.ContainsFunc(r.Mistakes, invalid) {
		return fmt.Errorf("%w: the mistakes of a member", ErrInvalid)
	}
	return nil
}
