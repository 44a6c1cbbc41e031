package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// converse runs a session on the lines of input and returns the lines of its output.
func converse(t *testing.T, input ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := newSession(&out).run(context.Background(), strings.NewReader(strings.Join(input, "\n"))); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		t.Errorf("the last line has no end: %q", text)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// answers returns the lines without the info lines, which report the progress of a search.
func answers(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if !strings.HasPrefix(line, "info ") {
			kept = append(kept, line)
		}
	}
	return kept
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ input, want string }{
		"ready":                   {"isready", "readyok"},
		"quit":                    {"quit\nisready", ""},
		"end of input":            {"", ""},
		"empty lines":             {"\n  \n\t\nisready\n\n", "readyok"},
		"carriage returns":        {"isready\r\nquit\r\n", "readyok"},
		"spaces":                  {"  variant   ultimate \n perft  1", "perft 1 81"},
		"perft ultimate":          {"variant ultimate\nperft 6", "perft 6 4020960"},
		"perft classic":           {"variant classic 3\nperft 9\nperft 10", "perft 9 127872\nperft 10 0"},
		"perft misere":            {"variant misere 3\nperft 9\nvariant misere 4\nperft 4", "perft 9 127872\nperft 4 43680"},
		"perft 0":                 {"perft 0", "perft 0 1"},
		"perft of a position":     {"variant classic 3\nposition xxo/oox/x1o x\nperft 1\nperft 2", "perft 1 1\nperft 2 0"},
		"levels of 3×3":           {"levels", strings.Join(ai.Levels(game.Classic(3)), " ")},
		"perft of 4×4 with three": {"variant classic 4 3\nperft 5\nperft 6", "perft 5 524160\nperft 6 5518656"},
		"levels of four in a row": {"variant classic 7 4\nlevels", strings.Join(ai.Levels(game.InARow(7, 4)), " ")},
		"all of a row":            {"variant classic 4 4\nlevels", strings.Join(ai.Levels(game.Classic(4)), " ")},
		"levels of 5×5":           {"variant classic 5\nlevels", strings.Join(ai.Levels(game.Classic(5)), " ")},
		"levels of Ultimate":      {"variant ultimate\nlevels", strings.Join(ai.Levels(game.Ultimate), " ")},
		"moves":                   {"position start moves b2 a1\nmoves", "b1 c1 a2 c2 a3 b3 c3"},
		"moves in misere":         {"variant misere 3\nposition xx1/oo1/3 x moves c2\nmoves", "c1 a3 b3 c3"},
		"moves on one board":      {"variant ultimate\nposition 9/9/9/9/4x4/9/9/9/9 o 5\nmoves", "d4 e4 f4 d5 f5 d6 e6 f6"},
		"no moves after a line":   {"variant misere 5\nposition start moves a1 a2 b1 b2 c1 c2 d1 d2 e1\nmoves", ""},
		"no moves":                {"position xxx/oo1/3 o\nmoves", ""},
		"best move none":          {"position xxx/oo1/3 o\ngo depth 3\ngo level random\ngo movetime 10", "bestmove none\nbestmove none\nbestmove none"},
		"eval after the end":      {"position xxx/oo1/3 o\neval", "end"},
		"a win":                   {"position xx1/oo1/3 x\ngo depth 1", "bestmove c1"},
		"eval":                    {"position xxo/oox/2o x\neval", "a3 draw\nb3 loss 2\nend"},
		"levels of misère":        {"variant misere 4\nlevels", strings.Join(ai.Levels(rules.Misere(4)), " ")},
		"eval in misère":          {"variant misere 3\nposition xxo/oox/2o x\neval", "b3 win 2\na3 draw\nend"},
		"perft vanishing":         {"variant vanishing\nperft 8\nposition o1o/1xx/x1o o a1,b2,c1,a3,c3,c2\nperft 1", "perft 8 396576\nperft 1 3"},
		"marks without ages":      {"variant vanishing\nposition x1o/1x1/o2 x\nposition x1o/1x1/o2 x a1,c1,b2\nmoves", "error: *\nerror: *\na1 b1 c1 a2 b2 c2 a3 b3 c3"},
		"eval in vanishing":       {"variant vanishing\neval", "b1 win 13\na2 win 13\nc2 win 13\nb3 win 13\na1 draw\nc1 draw\nb2 draw\na3 draw\nc3 draw\nend"},
		"vanishing review":        {"variant vanishing\nposition start moves a1 b2 b1 a2 c2 c1\nreview", "review 1 a1 draw *\nreview *\nreview *\nreview *\nreview *\nreview *\naccuracy *"},
		"levels of vanishing":     {"variant vanishing\nlevels\ngo level perfect", strings.Join(ai.Levels(rules.Vanishing), " ") + "\nbestmove *"},
		"a new variant starts":    {"position start moves b2\nvariant classic 3\nmoves", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
		"an error changes nothing": {
			"position start moves b2\nposition start moves b2 b2\nposition 3/3 x\nvariant chess\nmoves",
			"error: *\nerror: *\nerror: *\na1 b1 c1 a2 c2 a3 b3 c3",
		},
		"options": {"setoption threads 2\nsetoption seed 18446744073709551615\ngo depth 9", "bestmove *"},
	} {
		got := answers(converse(t, test.input))
		if !matches(got, test.want) {
			t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", name, test.input, strings.Join(got, "\n"), test.want)
		}
	}
}

// matches reports whether the lines `got` are those of the text `want`. A wanted line that ends in * matches every line
// that begins with the text before the *.
func matches(got []string, want string) bool {
	wanted := strings.Split(want, "\n")
	if want == "" && len(got) == 0 {
		return true
	}
	if len(got) != len(wanted) {
		return false
	}
	for i, line := range got {
		prefix, open := strings.CutSuffix(wanted[i], "*")
		if fits := line == wanted[i] || open && strings.HasPrefix(line, prefix); !fits {
			return false
		}
	}
	return true
}

func TestWrongInputIsAnsweredAndTheEngineGoesOn(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"hello", "GO", "quit now", "isready?", "isready now",
		"variant", "variant ultimate 3", "variant classic 0", "variant classic 10", "variant classic 7 2", "variant classic 7 8", "variant classic 2 2", "variant misere 4 3", "variant classic -1", "variant misere 2", "variant misere 6",
		"position", "position moves a1", "position begin", "position start a1", "position start moves z9",
		"position start moves a1 a1", "position start moves d1", "position 3/3/3", "position 3/3/3 x -", "position 3/3/é x",
		"go", "go movetime", "go movetime 0", "go movetime -5", "go movetime x", "go movetime 99999999999999999999",
		"go nodes 0", "go depth 0", "go level", "go level best", "go level random depth 3", "go infinite", "go depth 3 nodes",
		"perft", "perft x", "perft -1", "perft 3 4", "perft 99999",
		"eval 3", "review 3", "moves a1", "show 1", "levels ultimate",
		"setoption", "setoption threads", "setoption threads 0", "setoption threads 100000", "setoption seed -1",
		"setoption seed x", "setoption hash 3", "setoption name threads value 2",
		strings.Repeat("x", maxLine+1), strings.Repeat("moves ", maxLine), "\x00", "\xff\xfe",
	} {
		got := converse(t, line, "isready")
		if len(got) != 2 || !strings.HasPrefix(got[0], "error: ") || got[1] != "readyok" {
			t.Errorf("%.60q: got %.200q", line, got)
		}
		if len(got) > 0 && len(got[0]) > 200 {
			t.Errorf("%.60q: an error of %d bytes", line, len(got[0]))
		}
	}
}

// The level "scores" must reproduce X's moves in three published games. A computer played X in them, and a human played
// O and moved first.
func TestPublishedGamesThroughTheProtocol(t *testing.T) {
	t.Parallel()
	for _, game := range []string{
		"b1 b2 a1 c1 a2 a3",
		"c2 c3 a1 b2 a3 a2 b3 c1 b1",
		"b2 c3 b1 b3 a2 a3",
	} {
		moves := strings.Fields(game)
		for i := 1; i < len(moves); i += 2 {
			got := answers(converse(t, "variant classic 3",
				"position 3/3/3 o moves "+strings.Join(moves[:i], " "), "go level scores"))
			if want := "bestmove " + moves[i]; len(got) != 1 || got[0] != want {
				t.Errorf("after %v: got %v, want %s", moves[:i], got, want)
			}
		}
		end := answers(converse(t, "position 3/3/3 o moves "+game, "go level scores"))
		if len(end) != 1 || end[0] != "bestmove none" {
			t.Errorf("after %s: got %v, want no move", game, end)
		}
	}
}

var infoLine = regexp.MustCompile(`^info depth \d+ nodes \d+ nps \d+ score (0\.\d\d|1\.00|win \d+|loss \d+|draw) time \d+ pv( [a-i][1-9])+$`)

func TestInfoLines(t *testing.T) {
	t.Parallel()
	for _, input := range []string{
		"variant ultimate\ngo nodes 20000",
		"variant classic 3\nposition start moves a1\ngo depth 9",
		"variant classic 6\ngo depth 3 nodes 100000",
		"variant classic 2\ngo depth 5",
	} {
		lines := converse(t, input)
		if len(lines) < 2 {
			t.Errorf("%s: no information in %q", input, lines)
		}
		for _, line := range lines[:len(lines)-1] {
			if !infoLine.MatchString(line) {
				t.Errorf("%s: %q", input, line)
			}
		}
	}
}

func TestEvalRatesEveryMoveBestFirst(t *testing.T) {
	t.Parallel()
	// After a1 b2 c3, a corner is a mistake for O, because X can then make two threats at once.
	got := converse(t, "variant classic 3", "position start moves a1 b2 c3", "eval")
	want := []string{"b1 draw", "a2 draw", "c2 draw", "b3 draw", "c1 loss 4", "a3 loss 4", "end"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTheSameSeedGivesTheSameMoves(t *testing.T) {
	t.Parallel()
	script := []string{"variant ultimate", "setoption seed 7", "go level random", "go level random", "go level local", "go nodes 5000"}
	one, again := answers(converse(t, script...)), answers(converse(t, script...))
	if strings.Join(one, " ") != strings.Join(again, " ") {
		t.Errorf("%v, then %v", one, again)
	}
	if one[0] == one[1] {
		t.Errorf("the random level repeats itself: %v", one)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"position x2/1o1/3 x\nshow": `   a b c
1  X . .
2  . O .
3  . . .
x2/1o1/3 x
X to move
`,
		"variant classic 1\nposition start moves a1\nshow": `   a
1  X
x o
X has won
`,
		"variant misere 3\nposition xx1/oo1/3 x moves c1\nshow": `   a b c
1  X X X
2  O O .
3  . . .
xxx/oo1/3 o
O has won
`,
		"variant ultimate\nposition 9/9/9/9/4x4/9/9/9/9 o 5\nshow": `   a b c | d e f | g h i
1  . . . | . . . | . . .
2  . . . | . . . | . . .
3  . . . | . . . | . . .
   ------+-------+------
4  . . . | . . . | . . .
5  . . . | . X . | . . .
6  . . . | . . . | . . .
   ------+-------+------
7  . . . | . . . | . . .
8  . . . | . . . | . . .
9  . . . | . . . | . . .
9/9/9/9/4x4/9/9/9/9 o 5
O to move on board 5
`,
	} {
		if got := strings.Join(converse(t, input), "\n") + "\n"; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", input, got, want)
		}
	}
}

// A search ends at once if its context is cancelled, and still returns a move. Here movetime cannot be what ends the
// search, because the synctest clock stands still during the search.
func TestSearchEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var out bytes.Buffer
		input := "variant ultimate\ngo movetime 86400000\nperft 81\neval"
		if err := newSession(&out).run(ctx, strings.NewReader(input)); err != nil {
			t.Fatal(err)
		}
		got := strings.Split(out.String(), "\n")
		if !strings.HasPrefix(got[0], "bestmove ") || !strings.HasPrefix(got[1], "error: ") {
			t.Errorf("got %q", got)
		}
	})
}

func TestMovetimeIsKept(t *testing.T) {
	began := time.Now()
	converse(t, "variant ultimate", "go movetime 100")
	// On an idle machine the search takes at most 20 ms more than movetime. A busy machine may need much longer, for
	// example to load the network. So the upper bound is large, and only catches a search that ignores movetime.
	if took := time.Since(began); took < 90*time.Millisecond || took > 20*time.Second {
		t.Errorf("took %v for 100 ms", took)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenEndsEndTheSession(t *testing.T) {
	t.Parallel()
	if err := newSession(brokenWriter{}).run(context.Background(), strings.NewReader("isready\nisready")); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want %v", err, io.ErrClosedPipe)
	}
	broken := iotest.ErrReader(io.ErrUnexpectedEOF)
	if err := newSession(io.Discard).run(context.Background(), broken); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v, want %v", err, io.ErrUnexpectedEOF)
	}
}

// FuzzEngine feeds arbitrary lines to the engine: the session must not fail, and its info lines must be well formed.
// The context is already cancelled, so every search ends at once and the output is deterministic.
func FuzzEngine(f *testing.F) {
	f.Add("variant ultimate\nposition 9/9/9/9/4x4/9/9/9/9 o 5 moves d4\ngo depth 2\neval\nshow\nmoves")
	f.Add("variant classic 4\ngo level strong\nperft 3\nposition x3/4/4/4 o\nlevels")
	f.Add("setoption threads 2\nsetoption seed 3\ngo nodes 10\nquit")
	f.Add("position xxx/oo1/3 o\ngo movetime 1\ngo level random")
	f.Add("\xff\x00é\r\nperft 1e3\ngo nodes -0")
	f.Fuzz(func(t *testing.T, input string) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var out bytes.Buffer
		if err := newSession(&out).run(ctx, strings.NewReader(input)); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(out.String(), "\n") {
			if strings.HasPrefix(line, "info ") && !infoLine.MatchString(line) {
				t.Errorf("%q", line)
			}
		}
	})
}
