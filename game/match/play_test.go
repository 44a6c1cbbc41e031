package match_test

import (
	"slices"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestPlayToTheEnd(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		opponent match.Player
		opts     match.Options
		moves    []string
		want     match.Result
	}{
		{"X has a line", match.Person(bob), classic3, []string{"a1", "a2", "b1", "b2", "c1"},
			match.Result{Winner: game.X, Reason: match.ByLine}},
		{"O has a line", match.Person(bob), classic3, []string{"a1", "a2", "b1", "b2", "c3", "c2"},
			match.Result{Winner: game.O, Reason: match.ByLine}},
		{"the computer has a line", computer, clocked, []string{"a1", "a2", "b1", "b2", "c3", "c2"},
			match.Result{Winner: game.O, Reason: match.ByLine}},
		{"a full board", match.Person(bob), classic3, []string{"b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"},
			match.Result{Reason: match.ByFullBoard}},
		{"one square", match.Person(bob), match.Options{Variant: game.Classic(1), First: match.FirstO}, []string{"a1"},
			match.Result{Winner: game.X, Reason: match.ByLine}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := started(t, tt.opponent, tt.opts)
			for i, s := range squares(t, tt.moves...) {
				next := must(t)(move(m, s, at(i)))
				wantNext(t, m, next, at(i))
				m = next
			}
			if m.Status != match.Over || m.Result != tt.want || !m.Result.Decided() {
				t.Errorf("status %d, result %+v, want %+v", m.Status, m.Result, tt.want)
			}
			if due := m.Deadline; !due.IsZero() {
				t.Errorf("it is over and due at %v", due)
			}
		})
	}
}

func TestPlayRefuses(t *testing.T) {
	t.Parallel()
	var (
		begun    = started(t, match.Person(bob), classic3, "b2")
		ultimate = started(t, match.Person(bob), match.Options{Variant: game.Ultimate}, "e4")
		withBot  = started(t, computer, classic3, "b2")
		over     = started(t, match.Person(bob), classic3, "a1", "a2", "b1", "b2", "c1")
	)
	tests := []struct {
		name   string
		m      match.Match
		member string
		square string
		now    time.Time
		want   error
	}{
		{"before it began", newMatch(t, match.Person(bob), classic3), alice, "a1", at(1), match.ErrNotStarted},
		{"after the end", over, bob, "c3", at(1), match.ErrOver},
		{"a stranger", begun, carol, "a1", at(1), match.ErrNotYours},
		{"nobody", begun, "", "a1", at(1), match.ErrNotYours},
		{"for the computer", withBot, "", "a1", at(1), match.ErrNotYours},
		{"out of turn", begun, alice, "a1", at(1), match.ErrNotYourTurn},
		{"out of the computer's turn", withBot, alice, "a1", at(1), match.ErrNotYourTurn},
		{"on the opponent's square", begun, bob, "b2", at(1), game.ErrOpponentSquare},
		{"outside the board", begun, bob, "d1", at(1), game.ErrNotASquare},
		{"on another local board", ultimate, bob, "a9", at(1), game.ErrWrongBoard},
		{"after the clock ran out", started(t, match.Person(bob), clocked, "b2"), bob, "a1", at(60), match.ErrTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.m.Play(tt.member, squares(t, tt.square)[0], tt.now)
			wantErr(t, tt.m, got, err, tt.want)
		})
	}
}

func TestPlayComputer(t *testing.T) {
	t.Parallel()
	m := started(t, computer, clocked, "b2")
	if m.ClockRuns() {
		t.Error("the computer plays by the clock")
	}
	got := must(t)(m.PlayComputer(0, at(90)))
	wantNext(t, m, got, at(90))
	if due := got.Deadline; !due.Equal(at(150)) {
		t.Errorf("the member's clock ends at %v", due)
	}
	after, err := got.PlayComputer(1, at(91))
	wantErr(t, got, after, err, match.ErrNotYourTurn)
	challenge := newMatch(t, match.Person(bob), classic3)
	after, err = challenge.PlayComputer(1, at(1))
	wantErr(t, challenge, after, err, match.ErrNotStarted)
}

// TestMovesAreNeverChangedInPlace checks that each version of a match keeps its own moves, even if two different moves
// are made from the same version.
func TestMovesAreNeverChangedInPlace(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), classic3, "a1", "b1", "c1")
	one := must(t)(m.Play(bob, squares(t, "a2")[0], at(1)))
	other := must(t)(m.Play(bob, squares(t, "b2")[0], at(1)))
	back := must(t)(one.AskTakeback(bob, at(2)))
	back = must(t)(back.AnswerTakeback(alice, true, at(3)))
	again := must(t)(back.Play(bob, squares(t, "c2")[0], at(4)))
	for want, m := range map[string]match.Match{"a2": one, "b2": other, "c2": again} {
		if last, _ := m.Last(); last.String() != want {
			t.Errorf("the last move is %s, want %s", last, want)
		}
	}
}

func TestResign(t *testing.T) {
	t.Parallel()
	watched, err := match.New("m1", alice, computer, computer, classic3, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	var (
		aborted = match.Result{Reason: match.Aborted}
		byX     = match.Result{Winner: game.O, Reason: match.ByResignation}
		byO     = match.Result{Winner: game.X, Reason: match.ByResignation}
		long    = must(t)(must(t)(watched.PlayComputer(0, t0)).PlayComputer(1, t0))
	)
	tests := []struct {
		name   string
		m      match.Match
		member string
		want   match.Result
		err    error
	}{
		{"before the first move", started(t, match.Person(bob), classic3), alice, aborted, nil},
		{"after one move", started(t, match.Person(bob), classic3, "a1"), bob, aborted, nil},
		{"at one's turn", started(t, match.Person(bob), classic3, "a1", "b1"), alice, byX, nil},
		{"at the opponent's turn", started(t, match.Person(bob), classic3, "a1", "b1"), bob, byO, nil},
		{"against the computer", started(t, computer, classic3, "a1", "b1"), alice, byX, nil},
		{"the starter stops two computers", long, alice, aborted, nil},
		{"a stranger stops two computers", long, bob, match.Result{}, match.ErrNotYours},
		{"a stranger", started(t, match.Person(bob), classic3, "a1", "b1"), carol, match.Result{}, match.ErrNotYours},
		{"a challenge", newMatch(t, match.Person(bob), classic3), alice, match.Result{}, match.ErrNotStarted},
		{"twice", must(t)(long.Resign(alice, t0)), alice, aborted, match.ErrOver},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.m.Resign(tt.member, at(1))
			wantErr(t, tt.m, got, err, tt.err)
			if got.Result != tt.want {
				t.Errorf("result %+v, want %+v", got.Result, tt.want)
			}
			if tt.err == nil {
				wantNext(t, tt.m, got, at(1))
			}
		})
	}
}

// TestReplies checks which replies can be planned, who sees them, and that a planned reply is
// played only after the expected move.
func TestReplies(t *testing.T) {
	t.Parallel()
	square := func(name string) game.Square { return squares(t, name)[0] }
	m := started(t, match.Person(bob), classic3, "b2")
	for _, c := range []struct {
		member, theirs, own string
		want                error
	}{
		{bob, "a1", "c1", match.ErrYourTurn},
		{carol, "a1", "c1", match.ErrNotYours},
		{alice, "a1", "a1", match.ErrReply},
		{alice, "b2", "a1", match.ErrReply},
	} {
		next, err := m.PlanMove(c.member, match.ConditionalMove{If: square(c.theirs), Then: square(c.own)}, t0)
		wantErr(t, m, next, err, c.want)
	}
	before := m.Version
	m = must(t)(m.PlanMove(alice, match.ConditionalMove{If: square("a1"), Then: square("c1")}, t0))
	if m.Validate() != nil || !m.Shows(before) {
		t.Errorf("%+v: %v; the boards of version %d are old", m, m.Validate(), before)
	}
	if _, knows := m.PlannedBy(bob); knows || m.KnownTo(bob).Planned != (match.ConditionalMove{}) || m.KnownTo(alice).Planned == (match.ConditionalMove{}) {
		t.Error("the opponent knows the reply, or its player does not")
	}
	met, other := must(t)(m.Play(bob, square("a1"), t0)), must(t)(m.Play(bob, square("c1"), t0))
	if len(met.Moves) != 3 || met.AsPlanned != 3 || met.Version != m.Version+1 || met.Validate() != nil || met.ToMove().ID != bob {
		t.Errorf("the planned move: %+v, %v", met, met.Validate())
	}
	if len(other.Moves) != 2 || other.AsPlanned != 0 || other.Planned != (match.ConditionalMove{}) || other.Validate() != nil {
		t.Errorf("another move: %+v, %v", other, other.Validate())
	}
	back := must(t)(must(t)(met.AskTakeback(alice, t0)).AnswerTakeback(bob, true, t0))
	if back.AsPlanned != 0 || back.Validate() != nil {
		t.Errorf("taken back: %+v, %v", back, back.Validate())
	}
}

// TestDecided checks which reasons mean a win or a draw.
func TestDecided(t *testing.T) {
	t.Parallel()
	decided := []match.Reason{match.ByLine, match.ByFullBoard, match.ByResignation, match.ByTimeout, match.ByAgreement, match.ByLeaving}
	for reason := match.Unfinished; reason <= match.Stranded; reason++ {
		if got := (match.Result{Reason: reason}).Decided(); got != slices.Contains(decided, reason) {
			t.Errorf("a match that ended for reason %d: decided %t", reason, got)
		}
	}
}
