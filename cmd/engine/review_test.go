package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/rules"
	"noughts/game/transcript"
)

// The game is X in the middle, then O on an edge. That answer of O loses, so the review must mark it as a blunder.
func TestReview(t *testing.T) {
	t.Parallel()
	got := converse(t, "position start moves b2 b1 a1 c3 a3 a2 c1", "review", "position start", "review")
	want := []string{
		"review 1 b2 draw b2 draw best",
		"review 2 b1 loss 6 a3 draw blunder",
		"review 3 a1 win 5 a1 win 5 best",
		"review 4 c3 loss 4 c3 loss 4 best",
		"review 5 a3 win 3 a3 win 3 best",
		"review 6 a2 loss 2 a2 loss 2 best",
		"review 7 c1 win 1 c1 win 1 best",
		"accuracy 100.0 8.5",
		"accuracy 100.0 100.0", // a game without moves
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var reviewLine = regexp.MustCompile(`^review \d+ [a-i][1-9] (0\.\d\d|1\.00|win \d+|loss \d+|draw) [a-i][1-9] (0\.\d\d|1\.00|win \d+|loss \d+|draw) (best|good|doubtful|mistake|blunder)$`)

func TestReviewFromAPosition(t *testing.T) {
	t.Parallel()
	got := converse(t, "variant classic 7 4", "position 7/7/2o4/3x3/7/7/7 o moves d3 c4 e4", "review")
	if len(got) != 4 || !regexp.MustCompile(`^accuracy \d+\.\d \d+\.\d$`).MatchString(got[3]) {
		t.Fatalf("got %q", got)
	}
	for _, line := range got[:3] {
		if !reviewLine.MatchString(line) {
			t.Errorf("got %q", line)
		}
	}
}

// A review that is interrupted answers with an error, and the session takes further commands.
func TestReviewEndedEarly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	input := "variant ultimate\nposition start moves e5\nreview\nisready"
	if err := newSession(&out).run(ctx, strings.NewReader(input)); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "error: review: interrupted\nreadyok\n" {
		t.Errorf("got %q", got)
	}
}

func TestAGameFromAFile(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "my games")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	reached, err := rules.Replay(rules.Start(game.Ultimate, game.O), []game.Square{game.At(4, 4), game.At(3, 3)})
	if err != nil {
		t.Fatal(err)
	}
	good := file("good.txt", transcript.Write(transcript.Sheet{
		Variant: game.Ultimate, Begins: game.O, Moves: transcript.Of([]game.Square{game.At(4, 4), game.At(3, 3)}),
	}))
	got := converse(t, "position file "+good, "show", "moves")
	if want := reached.String(); len(got) < 3 || got[len(got)-3] != want {
		t.Errorf("got %q, want %s", got, want)
	}
	for name, data := range map[string][]byte{"bad.txt": []byte("ultimate: e5 e5"), "long.txt": make([]byte, transcript.MaxSize+2)} {
		got := converse(t, "position start moves b2", "position file "+file(name, data), "moves")
		if len(got) != 2 || !strings.HasPrefix(got[0], "error: position: transcript: ") || got[1] != "a1 b1 c1 a2 c2 a3 b3 c3" {
			t.Errorf("%s: got %q", name, got)
		}
	}
	for _, line := range []string{"position file", "position file " + folder, "position file " + filepath.Join(folder, "none")} {
		if got := converse(t, line); len(got) != 1 || !strings.HasPrefix(got[0], "error: position: ") {
			t.Errorf("%s: got %q", line, got)
		}
	}
}
