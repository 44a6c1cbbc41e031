package transcript_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/game/transcript"
)

const resigned = `noughts game 1
variant ultimate
x Alice
o champion (computer)
date 2026-11-23
begins x
result o resignation

1 e5 0.52 best
2 e4 draw good
3 d1 0.07 blunder
4 a1 win 31 best
`

func squares(names ...string) (all []game.Square) {
	for _, name := range names {
		s, _ := game.ParseSquare(name)
		all = append(all, s)
	}
	return all
}

// resignedGame returns the game in the constant `resigned`.
func resignedGame() transcript.Sheet {
	s := squares("e5", "e4", "d1", "a1")
	return transcript.Sheet{
		Variant: game.Ultimate, Begins: game.X,
		Players: [2]transcript.Player{{Name: "Alice"}, {Name: "champion", Computer: true}},
		Date:    time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC),
		Moves: []transcript.Move{
			{Square: s[0], Rated: true, Value: ai.Score{Expected: 0.52}, Mark: review.Best},
			{Square: s[1], Rated: true, Value: engine.Proven(ai.Draw, 0), Mark: review.Good},
			{Square: s[2], Rated: true, Value: ai.Score{Expected: 0.07}, Mark: review.Blunder},
			{Square: s[3], Rated: true, Value: engine.Proven(ai.Win, 31), Mark: review.Best},
		},
		Result: match.Result{Winner: game.O, Reason: match.ByResignation},
	}
}

func TestAGameAsAFile(t *testing.T) {
	t.Parallel()
	if got := string(transcript.Write(resignedGame())); got != resigned {
		t.Errorf("got\n%s\nwant\n%s", got, resigned)
	}
	if got, err := transcript.Read([]byte(resigned)); err != nil || !reflect.DeepEqual(got, resignedGame()) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// randomGame returns a random game of a variant, with a result that a match can have, and sometimes
// with values and marks.
func randomGame(t *testing.T, v game.Variant, rng *rand.Rand) transcript.Sheet {
	begins := game.X + game.Mark(rng.IntN(2))
	p := rules.Start(v, begins)
	g := transcript.Sheet{Variant: v, Begins: begins, Players: [2]transcript.Player{{Name: "Zoë :) x"}, {}}}
	for stop := rng.IntN(100); !p.Outcome().Over && len(g.Moves) < stop; {
		moves := p.Moves()
		g.Moves = append(g.Moves, transcript.Move{Square: moves[rng.IntN(len(moves))]})
		p, _ = p.Play(g.Moves[len(g.Moves)-1].Square)
	}
	switch o := p.Outcome(); {
	case o.Drawn():
		g.Result = match.Result{Reason: match.ByFullBoard}
	case o.Over:
		g.Result = match.Result{Winner: o.Winner, Reason: match.ByLine}
	default:
		g.Result = []match.Result{{}, {Reason: match.ByAgreement}, {Winner: game.X, Reason: match.ByTimeout}}[rng.IntN(3)]
	}
	if rng.IntN(10) == 0 {
		r, err := review.Analyze(t.Context(), v, g.Played(), review.Options{Nodes: 100})
		if err != nil {
			t.Fatal(err)
		}
		g = g.Rated(r)
		if len(g.Moves) > 0 && !g.Moves[0].Rated {
			t.Error("a review of the game has rated nothing")
		}
	}
	return g
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	const seed = 13
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 3 {
		for _, v := range rules.Variants() {
			g := randomGame(t, v, rng)
			if got, err := transcript.Read(transcript.Write(g)); err != nil || !reflect.DeepEqual(got, g) {
				t.Errorf("seed %d: %s\nis read as %+v, %v", seed, transcript.Write(g), got, err)
			}
		}
	}
}

// TestRepetitionIsWritten checks the result of a game with vanishing marks that ended because a position was there for the third
// time, and that the moves alone tell the variant.
func TestRepetitionIsWritten(t *testing.T) {
	t.Parallel()
	round := squares("a1", "b1", "b2", "a2", "c2", "c3", "c1", "b3", "a3")
	var moves []game.Square
	for p := rules.Start(rules.Vanishing, game.X); !p.Outcome().Over; {
		moves = append(moves, round[len(moves)%len(round)])
		p, _ = p.Play(moves[len(moves)-1])
	}
	want := transcript.Sheet{Variant: rules.Vanishing, Begins: game.X, Moves: transcript.Of(moves), Result: match.Result{Reason: match.ByFullBoard}}
	written := string(transcript.Write(want))
	if !strings.Contains(written, "\nresult draw repetition\n") {
		t.Errorf("it is written as\n%s", written)
	}
	for _, text := range []string{written, game.Moves(moves).String()} {
		if got, err := transcript.Read([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nis read as %+v, %v", text, got, err)
		}
	}
}

// TestGenerousReading checks that Read accepts games in the forms that people type and paste.
func TestGenerousReading(t *testing.T) {
	t.Parallel()
	want := transcript.Sheet{Variant: game.Ultimate, Begins: game.X, Moves: transcript.Of(squares("e5", "e4", "d1"))}
	for _, text := range []string{
		"ultimate: e5 e4 d1",
		"ultimate e5 e4 d1",
		"Ultimate:\r\nE5\tE4   D1\r\n\r\n",
		"variant ultimate\ne5 e4 d1",
		"Variant: Ultimate\n\n\n   1. e5 e4\n2. d1",
		"ultimate 1 e5 2 e4 3 d1",
		"ultimate 1.e5 1...e4 2.d1",
		"```text\nvariant ultimate\n1 e5\n2 e4\n3 d1\n```",
		"`ultimate: e5 e4 d1`",
		"```ultimate: e5 e4 d1```",
		"\ufeffnoughts game 1\nvariant ultimate\ne5 e4 d1",
		"ultimate: e5, e4, d1",
		"ultimate: e5,e4;d1",
		"ultimate: e5! e4? D1#.",
		"ultimate: 1) e5 e4 2) d1 *",
		"ultimate (1) e5 (2) **e4** (3) d1 1-0",
		"ultimate: 1. e5 e4 2. d1 1/2-1/2",
		"Ultimate tic-tac-toe: e5 e4 d1",
		"Ultimate Tic Tac Toe\ne5 e4 d1",
		"[Event \"Final, x o\"]\n[Site \"?\"]\n[Variant \"Ultimate\"]\n\n1. e5 {good} e4 2. d1 *",
		"[Event \"Final\"] [Variant \"Ultimate tic-tac-toe\"] 1. e5 e4 2. d1",
		"[Event \"Final\"] ultimate: e5 e4 d1",
	} {
		if got, err := transcript.Read([]byte(text)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	const seed = 17
	rng, p := rand.New(rand.NewPCG(seed, 0)), rules.Start(game.Ultimate, game.X)
	var long []string
	for !p.Outcome().Over {
		moves := p.Moves()
		move := moves[rng.IntN(len(moves))]
		p, _ = p.Play(move)
		long = append(long, move.String())
	}
	won, err := transcript.Read([]byte("classic: b2 a1 b1 a2 b3"))
	if err != nil || won.Variant != game.Classic(3) || won.Result != (match.Result{Winner: game.X, Reason: match.ByLine}) {
		t.Errorf("got %+v, %v", won, err)
	}
	for text, want := range map[string]game.Variant{
		"3x3: b2 a1":                                 game.Classic(3),
		"3×3: b2 a1":                                 game.Classic(3),
		"3X3 b2 a1":                                  game.Classic(3),
		"Tic-tac-toe: b2 a1":                         game.Classic(3),
		"Tic-tac-toe 5×5: b2 a1":                     game.Classic(5),
		"tic tac toe 7x7, 4 in a row: b2 a1":         game.InARow(7, 4),
		"7×7 4 b2 a1":                                game.InARow(7, 4),
		"Misère tic-tac-toe 3×3: b2 a1":              {Kind: "misere", N: 3},
		"b2 a1 b1 a2 b3":                             game.Classic(3), // finished, and no other common variant ends here
		"1. b2 a1 2. b1 a2 3. b3 1-0":                game.Classic(3),
		"x Ann\no Bob\n1 b2\n2 a1\n3 b1\n4 a2\n5 b3": game.Classic(3),
		"a1 a2 b1 b2 c1 c2 d1 d2 i9":                 {}, // several sizes
		strings.Join(long, " "):                      game.Ultimate,
	} {
		got, err := transcript.Read([]byte(text))
		if got.Variant != want || (err == nil) != (want != game.Variant{}) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	four, err := transcript.Read([]byte("classic 7 4 a1 1 O"))
	var refused *transcript.Error
	if !errors.As(err, &refused) || refused.Word != "1" || len(four.Moves) != 1 {
		t.Errorf("got %+v, %v", four, err)
	}
}

// TestAFileOnOneLine checks that a file without its line breaks, as Discord passes it in a command's option, is the
// same game, whatever the players' names.
func TestAFileOnOneLine(t *testing.T) {
	t.Parallel()
	names := []string{"", "Ann", "x tic o toe", "o", "x", "begins o", "date 2020-01-01", "result draw line", "variant", "1 e5", "begins x 1 a1", "o o o o"}
	for _, x := range names {
		for _, o := range names {
			g := resignedGame()
			g.Players = [2]transcript.Player{{Name: x}, {Name: o, Computer: true}}
			line := strings.Join(strings.Fields(string(transcript.Write(g))), " ")
			got, err := transcript.Read([]byte(line))
			if g.Players = got.Players; err != nil || !reflect.DeepEqual(got, g) {
				t.Errorf("%q\nis read as %+v, %v", line, got, err)
			}
		}
	}
}

func TestErrorsSayWhereAndWhy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]transcript.Error{
		"":                                {Line: 0, Err: transcript.ErrVariant},
		"ultimate":                        {Line: 0, Err: transcript.ErrNoMoves},
		"e5 e4 z1":                        {Line: 1, Word: "e5", Err: transcript.ErrVariant},
		"classic: b2 a1 b1 a2 b3 0-1":     {Line: 1, Word: "0-1", Err: transcript.ErrResult},
		"classic: b2 a1 b1 a2 b3 *":       {Line: 1, Word: "*", Err: transcript.ErrResult},
		"[Event \"Final\"]":               {Err: transcript.ErrVariant},
		"hello there":                     {Line: 1, Word: "hello", Err: transcript.ErrVariant},
		"\nvariant chess":                 {Line: 2, Word: "chess", Err: transcript.ErrVariant},
		"noughts game 2":                  {Line: 1, Word: "game 2", Err: transcript.ErrForm},
		"ultimate: e5\ne4 a1":             {Line: 2, Move: 3, Word: "a1", Err: game.ErrWrongBoard},
		"ultimate: e5 e5":                 {Line: 1, Move: 2, Word: "e5", Err: game.ErrOpponentSquare},
		"classic: a1 d4":                  {Line: 1, Move: 2, Word: "d4", Err: game.ErrNotASquare},
		"classic 1: a1 a1":                {Line: 1, Move: 2, Word: "a1", Err: game.ErrGameOver},
		"ultimate: j5":                    {Line: 1, Word: "j5", Err: transcript.ErrWord},
		"ultimate: é":                     {Line: 1, Word: "é", Err: transcript.ErrWord},
		"ultimate: 1 e5 3 e4":             {Line: 1, Word: "3", Err: transcript.ErrNumber},
		"ultimate: e5 0.5 best":           {Line: 1, Word: "0.5", Err: transcript.ErrWord},
		"ultimate: e5 1.01 best":          {Line: 1, Word: "1.01", Err: transcript.ErrWord},
		"ultimate: e5 0.52":               {Line: 1, Word: "0.52", Err: transcript.ErrWord},
		"ultimate: e5 0.52 great":         {Line: 1, Word: "great", Err: transcript.ErrWord},
		"ultimate: e5 win best":           {Line: 1, Word: "win", Err: transcript.ErrWord},
		"ultimate: e5 best":               {Line: 1, Word: "best", Err: transcript.ErrWord},
		"ultimate: e5\nvariant ultimate":  {Line: 2, Word: "ultimate", Err: transcript.ErrTwice},
		"x Ann\nx Bob":                    {Line: 2, Word: "x", Err: transcript.ErrTwice},
		"ultimate: e5\nbegins o":          {Line: 2, Word: "begins", Err: transcript.ErrWord},
		"begins z":                        {Line: 1, Word: "z", Err: transcript.ErrWord},
		"date 2026-02-30":                 {Line: 1, Word: "2026-02-30", Err: transcript.ErrWord},
		"result x":                        {Line: 1, Word: "x", Err: transcript.ErrWord},
		"ultimate: e5\nresult x line":     {Line: 2, Word: "x line", Err: transcript.ErrResult},
		"ultimate: e5\nresult draw time":  {Line: 2, Word: "draw time", Err: transcript.ErrResult},
		"ultimate e5\nresult o agreement": {Line: 2, Word: "o agreement", Err: transcript.ErrResult},
		"classic 1: a1\nresult x time":    {Line: 2, Word: "x time", Err: transcript.ErrResult},
		"classic 1: a1\nresult o line":    {Line: 2, Word: "o line", Err: transcript.ErrResult},
		strings.Repeat("\n", 65537):       {Err: transcript.ErrTooLong},
	} {
		_, err := transcript.Read([]byte(text))
		var refused *transcript.Error
		if !errors.As(err, &refused) || *refused != want {
			t.Errorf("%.40q: got %v, want %v", text, err, &want)
		}
	}
}

func TestNamesAreOfOneLine(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ann\nresult x line":           "Ann result x line",
		" a \t b ":                     "a b",
		"\u202eevil\u200b":             "evil",
		"Bob (computer)":               "Bob",
		"Bob (computer)(computer)":     "Bob",
		"```":                          "",
		strings.Repeat("é", 200):       strings.Repeat("é", 80),
		strings.Repeat("a", 79) + " b": strings.Repeat("a", 79),
	} {
		g := resignedGame()
		g.Players[0].Name = name
		got, err := transcript.Read(transcript.Write(g))
		if err != nil || got.Players[0] != (transcript.Player{Name: want}) {
			t.Errorf("%q: got %+v, %v", name, got.Players[0], err)
		}
	}
}

// TestRatedByItsOwnReviewOnly checks that Rated ignores the review of another game.
func TestRatedByItsOwnReviewOnly(t *testing.T) {
	t.Parallel()
	g := resignedGame()
	other := ai.History{Start: rules.Start(game.Ultimate, game.X), Moves: squares("e5", "e4", "d1", "a2")}
	r, err := review.Analyze(t.Context(), game.Ultimate, other, review.Options{Nodes: 100})
	if err != nil || !reflect.DeepEqual(g.Rated(r), g) {
		t.Errorf("got %+v, %v", g.Rated(r), err)
	}
}

// FuzzRead checks that a game that Read accepts is read back equal after Write.
func FuzzRead(f *testing.F) {
	f.Add([]byte(resigned))
	f.Add([]byte("ultimate: e5 e4 d1"))
	f.Add([]byte("```\nmisere 3 1. a1 b2\n```"))
	f.Add([]byte("noughts game 1\nvariant classic 7 4\no (computer)\nbegins o"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := transcript.Read(data)
		if err != nil {
			if message := err.Error(); len(message) > 300 {
				t.Errorf("an error of %d bytes", len(message))
			}
			return
		}
		text := transcript.Write(g)
		again, err := transcript.Read(text)
		if err != nil || !reflect.DeepEqual(g, again) || !bytes.Equal(transcript.Write(again), text) {
			t.Errorf("%q is %+v, written as\n%s\nand read as %+v, %v", data, g, text, again, err)
		}
	})
}
