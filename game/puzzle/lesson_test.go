package puzzle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"noughts/game"
	"noughts/game/ai/engine"
	"noughts/game/ai/uttt"
	"noughts/game/rules"
)

// answers returns the right and the wrong answers of a lesson. Wrong answers are all other local boards or legal moves.
func answers(l Lesson) (right, wrong []string) {
	note := func(is bool, answer string) {
		if is {
			right = append(right, answer)
		} else {
			wrong = append(wrong, answer)
		}
	}
	if l.Boards {
		for board := range 9 {
			note(l.RightBoard(board), fmt.Sprint(board+1))
		}
		return right, wrong
	}
	for _, s := range l.Position.Moves() {
		note(l.RightSquare(s), s.String())
	}
	return right, wrong
}

// TestRightAnswers compares the right answers of each lesson with a list made by hand.
func TestRightAnswers(t *testing.T) {
	t.Parallel()
	want := map[Topic]string{
		TopicForced: "3", TopicSend: "g3", TopicWin: "c1", TopicBlock: "c6", TopicClosed: "d4", TopicFree: "2 3 4 6 7 8", TopicTwo: "d4",
		TopicAway: "a7 b7 a8 b8 c8 a9 b9", TopicGame: "i9", TopicGuard: "c4 c5 c6",
	}
	if len(Lessons) != len(want) {
		t.Fatalf("%d lessons, want %d", len(Lessons), len(want))
	}
	for _, l := range Lessons {
		right, wrong := answers(l)
		want, known := want[l.Topic]
		if strings.Join(right, " ") != want || !known || len(wrong) == 0 {
			t.Errorf("%s: right are %v, want %s; wrong are %v", l.Topic, right, want, wrong)
		}
	}
}

// TestPositions checks that in every lesson X has the move after a plausible last move of O, and
// that all moves of a lesson about squares are on one local board.
func TestPositions(t *testing.T) {
	t.Parallel()
	seen := make(map[Topic]bool)
	for _, l := range Lessons {
		if seen[l.Topic] {
			t.Errorf("%s comes twice", l.Topic)
		}
		seen[l.Topic] = true
		p := l.Position
		marks := map[game.Mark]int{}
		for s := range game.Square(81) {
			marks[p.At(s)]++
		}
		if p.ToMove() != game.X || marks[game.X] != marks[game.O] || p.Outcome().Over || l.Boards == (p.OnlyBoard() != game.FreeChoice) && l.Topic != TopicForced {
			t.Errorf("%s: %s", l.Topic, p)
		}
		_, sent := rules.Split(l.Last)
		if !p.Open(sent) {
			sent = game.FreeChoice
		}
		if p.At(l.Last) != game.O || p.Forced() != sent {
			t.Errorf("%s: %s cannot have been the last move of %s", l.Topic, l.Last, p)
		}
	}
}

// TestTheEngineAgrees compares the lessons about squares with the engine. No right answer may lose. In lesson Game
// exactly the right answers must win at once. In lesson Guard exactly the wrong answers must let O win at once. The
// engine's best move must be a right answer, except in lessons Send and Closed.
func TestTheEngineAgrees(t *testing.T) {
	t.Parallel()
	for _, l := range Lessons {
		if l.Boards {
			continue
		}
		e := uttt.New(14, 1)
		rated := e.Evaluate(context.Background(), engine.Task{
			Position: l.Position, Limits: engine.Limits{Nodes: 50_000}, Rand: rand.New(rand.NewPCG(1, 2)),
		})
		if len(rated) != len(l.Position.Moves()) {
			t.Fatalf("%s: %d moves", l.Topic, len(rated))
		}
		for i, r := range rated {
			right := l.RightSquare(r.Move)
			lost, won := r.Score.Proof == engine.Loss && r.Score.Plies <= 2, r.Score.Proof == engine.Win && r.Score.Plies == 1
			switch {
			case right && r.Score.Proof == engine.Loss,
				l.Topic == TopicGame && won != right,
				l.Topic == TopicGuard && lost == right,
				i == 0 && !right && l.Topic != TopicSend && l.Topic != TopicClosed:
				t.Errorf("%s: %s is right: %v, and %s, number %d of %d", l.Topic, r.Move, right, r.Score, i+1, len(rated))
			}
		}
	}
}

// TestWhatIsGivenAway tries every move of X and every reply of O in lessons Away and Guard. A move must be a right
// answer exactly if no reply wins a local board (Away) or the game (Guard) for O.
func TestWhatIsGivenAway(t *testing.T) {
	t.Parallel()
	for _, l := range Lessons {
		if l.Topic != TopicAway && l.Topic != TopicGuard {
			continue
		}
		for _, s := range l.Position.Moves() {
			next, given := l.Position.After(s), false
			for _, answer := range next.Moves() {
				board, _ := rules.Split(answer)
				end := next.After(answer)
				given = given || l.Topic == TopicAway && end.Local(board) == game.Won(game.O) || end.Outcome() == game.Won(game.O)
			}
			if given == l.RightSquare(s) {
				t.Errorf("%s: %s gives away: %v", l.Topic, s, given)
			}
		}
	}
}

func TestNothingElseIsRight(t *testing.T) {
	t.Parallel()
	for _, l := range Lessons {
		for s := range game.Square(81) {
			if l.RightSquare(s) && (l.Boards || l.Position.Check(s) != nil) {
				t.Errorf("%s: %s", l.Topic, s)
			}
		}
		for board := range 9 {
			if l.RightBoard(board) && !l.Boards {
				t.Errorf("%s: board %d", l.Topic, board+1)
			}
		}
	}
}
