package puzzle

import "testing"

// TestMistakes checks that a mistake corrected at once is not asked again, that a missed mistake is asked again after
// growing pauses, and that a mistake that is never answered stays due.
func TestMistakes(t *testing.T) {
	t.Parallel()
	const today = 20000
	r := Progress{}.NoteMistakes("g1", []int{3, 5}).NoteMistakes("g1", []int{5, 7})
	if len(r.Mistakes) != 3 {
		t.Fatalf("noted are %v", r.Mistakes)
	}
	asked := func(day Day) (plies []int) {
		for range r.Mistakes {
			if m, ok := r.DueMistake(day); ok {
				plies = append(plies, m.Ply)
				r = r.Ask(m)
			}
		}
		return plies
	}
	if plies := asked(today); len(plies) != 3 || plies[0] != 3 || plies[1] != 5 || plies[2] != 7 {
		t.Errorf("asked are %v, the oldest first", plies)
	}
	r = r.Correct("g1", 3, today)
	day := Day(today)
	for _, pause := range []Day{3, 10, 30, 30} {
		r = r.Miss("g1", 5, day).Miss("g1", 5, day).Correct("g1", 5, day) // only the first answer of a day counts
		if plies := asked(day + pause - 1); len(plies) != 3 || plies[0] != 7 || plies[2] != 7 {
			t.Errorf("a day early, asked are %v", plies)
		}
		day += pause
		if plies := asked(day); len(plies) != 3 || plies[0]+plies[1] != 5+7 {
			t.Errorf("after the pause, asked are %v", plies)
		}
	}
	r = r.Correct("g1", 5, day).Correct("g1", 7, day)
	if plies := asked(day + 1000); plies != nil {
		t.Errorf("corrected, and asked are %v", plies)
	}
	if r = r.NoteMistakes("g1", []int{3, 5, 7}); len(r.Mistakes) != 3 {
		t.Errorf("noted again are %v", r.Mistakes)
	}
	for ply := range 2 * MaxMistakes {
		r = r.NoteMistakes("g2", []int{ply + 1})
	}
	if err := r.Validate(); err != nil || r.Mistakes[0].Ply != MaxMistakes+1 {
		t.Errorf("too many: %v, the first is %v", err, r.Mistakes[0])
	}
	for _, m := range []Mistake{{Ply: 1}, {Game: "g", Ply: -1}, {Game: "g", Ply: 1, Due: -2}, {Game: "g", Ply: 1, Missed: -1}} {
		if (Progress{Mistakes: []Mistake{m}}).Validate() == nil {
			t.Errorf("%v is valid", m)
		}
	}
}

// TestFailedPuzzles checks that a failed puzzle is asked again after the same pauses, and that one that was solved counts
// anew when it is failed again.
func TestFailedPuzzles(t *testing.T) {
	t.Parallel()
	r, day := Progress{}, Day(20000)
	for range 2 {
		r = r.Fail("abc123", day)
		for _, pause := range []Day{3, 10, 30} {
			if m, ok := r.DueMistake(day + pause - 1); ok {
				t.Fatalf("a day early, %v is asked", m)
			}
			day += pause
			if m, ok := r.DueMistake(day); !ok || !m.IsPuzzle() || m.Game != "abc123" {
				t.Fatalf("after %d days %v is asked", pause, m)
			}
			r = r.Fail("abc123", day).Correct("abc123", 0, day)
		}
		day += 30
		if r = r.Correct("abc123", 0, day); len(r.Mistakes) > 0 || r.Validate() != nil {
			t.Errorf("solved, and left are %v", r.Mistakes)
		}
	}
}
