package main

import (
	"context"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
)

// TestReviewsHoldAgainstDeeperSearches checks that deeper searches find no faults in reviews: no best move is marked as
// a blunder, turning points are the largest losses of value, and proven results are right.
func TestReviewsHoldAgainstDeeperSearches(t *testing.T) {
	t.Parallel()
	lines := []string{
		"review -variant misere%3 -games 3 -nodes 1000 -deeper 13",
		"review -variant classic%5%4 -games 2 -nodes 1000 -deeper 13",
	}
	if !testing.Short() {
		lines = append(lines,
			"review -variant ultimate -games 1 -nodes 5000 -deeper 13 -seed 7",
			"review -variant classic -games 10 -deeper 1",
		)
	}
	for _, line := range lines {
		var args []string
		for word := range strings.FieldsSeq(line) {
			args = append(args, strings.ReplaceAll(word, "%", " "))
		}
		status, out, errOut := command(args...)
		if status != 0 || !strings.Contains(out, "faults: 0\n") || strings.Contains(out, "proven: 0 ") {
			t.Errorf("arena %s: status %d\n%s%s", line, status, out, errOut)
		}
	}
}

// If a review has wrong marks or wrong proofs, the comparison with deeper searches must report them as faults.
func TestWrongReviewsAreFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"b2 w5 a1\nend d a1\n":           "seems to be a blunder, and is best; is said to be proven",
		"b2 60 a1\nend d a1\n":           "",
		"b2 80 a1\nend 50 a1\n":          "seems to be a blunder, and is best",
		"b2 l7 b2\nb1 w6 c3\nend d c3\n": "is said to be proven",
	} {
		r, err := review.Parse("noughts review 1\nversion 1\nvariant classic 3\nstart 3/3/3 x\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		f := judge{review: r, searcher: ai.NewSearcher(game.Classic(3), 1, 1), nodes: 1}
		f.look(t.Context())
		for _, part := range strings.Split(want, "; ") {
			if got := strings.Join(f.faults, "; "); (want == "") != (got == "") || !strings.Contains(got, part) {
				t.Errorf("%q: faults %q, want %q", text, got, want)
			}
		}
	}
}

func TestInterruptedReviewFails(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut strings.Builder
	if status := run(ctx, []string{"review", "-variant", "classic", "-games", "3"}, &out, &errOut); status != 1 || out.Len() > 0 || errOut.Len() == 0 {
		t.Errorf("status %d, wrote %q and %q", status, out.String(), errOut.String())
	}
}
