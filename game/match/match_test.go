package match_test

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

const (
	alice = "alice" // plays X and is the challenger, unless a test says otherwise
	bob   = "bob"   // plays O
	carol = "carol" // is no player, unless a test says otherwise
)

var (
	t0       = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	nobody   = match.Player{}
	computer = match.Computer("rules")
	classic3 = match.Options{Variant: game.Classic(3)}
	clocked  = match.Options{Variant: game.Classic(3), Clock: time.Minute}
)

// at returns the time some seconds after t0.
func at(seconds int) time.Time { return t0.Add(time.Duration(seconds) * time.Second) }

func squares(t *testing.T, names ...string) []game.Square {
	t.Helper()
	var all []game.Square
	for _, name := range names {
		s, err := game.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// newMatch returns a match of alice, the starter, who plays X against o.
func newMatch(t *testing.T, o match.Player, opts match.Options) match.Match {
	t.Helper()
	m, err := match.New("m1", alice, match.Person(alice), o, opts, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// started returns a match after the given moves, each made by the player whose turn it was.
func started(t *testing.T, o match.Player, opts match.Options, moves ...string) match.Match {
	t.Helper()
	m := newMatch(t, o, opts)
	if m.Status == match.Challenge {
		m = must(t)(m.Accept(bob, game.X, t0))
	}
	for _, s := range squares(t, moves...) {
		m = must(t)(move(m, s, t0))
	}
	return m
}

// move makes a move for the player whose turn it is.
func move(m match.Match, s game.Square, now time.Time) (match.Match, error) {
	if m.ToMove().IsComputer() {
		return m.PlayComputer(s, now)
	}
	return m.Play(m.ToMove().ID, s, now)
}

// must returns a function that returns the match of a call such as m.Play, and fails the test if the call returns an
// error. Use it as must(t)(call).
func must(t *testing.T) func(match.Match, error) match.Match {
	t.Helper()
	return func(m match.Match, err error) match.Match {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
}

// wantErr checks that a change was refused with the error `want`, and that the version stayed the same.
func wantErr(t *testing.T, before, after match.Match, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got error %v, want %v", err, want)
	}
	if err != nil && after.Version != before.Version {
		t.Errorf("a refusal made version %d of version %d", after.Version, before.Version)
	}
}

// wantNext checks that `after` is valid, is the next version of `before`, and was changed at `now`.
func wantNext(t *testing.T, before, after match.Match, now time.Time) {
	t.Helper()
	if after.Version != before.Version+1 || !after.Changed.Equal(now) {
		t.Errorf("version %d changed at %v after version %d, want the next at %v",
			after.Version, after.Changed, before.Version, now)
	}
	if err := after.Validate(); err != nil {
		t.Error(err)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	a, b := match.Person(alice), match.Person(bob)
	idle := time.Date(2026, 12, 21, 0, 0, 0, 0, time.UTC) // the end of the day 29 days after t0
	tests := []struct {
		name     string
		x, o     match.Player
		opts     match.Options
		toss     game.Mark
		status   match.Status
		begins   game.Mark
		deadline time.Time
	}{
		{"a challenge to a member", a, b, classic3, game.X, match.Challenge, game.Empty, t0.Add(match.ChallengeLife)},
		{"an open challenge", a, nobody, clocked, game.X, match.Challenge, game.Empty, t0.Add(match.ChallengeLife)},
		{"the starter may take O", b, a, classic3, game.X, match.Challenge, game.Empty, t0.Add(match.ChallengeLife)},
		{"the computer begins at once", a, computer, classic3, game.X, match.Playing, game.X, idle},
		{"the computer as X", computer, a, clocked, game.X, match.Playing, game.X, idle},
		{"the member's clock runs at once", a, computer, clocked, game.X, match.Playing, game.X, t0.Add(time.Minute)},
		{"two computers have no clock", computer, computer, clocked, game.X, match.Playing, game.X, idle},
		{"the other begins", a, computer, match.Options{Variant: game.Ultimate, First: match.FirstO}, game.X,
			match.Playing, game.X, idle},
		{"the coin chooses X", a, computer, match.Options{Variant: game.Ultimate, First: match.FirstRandom}, game.X,
			match.Playing, game.X, idle},
		{"the coin chooses O", a, computer, match.Options{Variant: game.Ultimate, First: match.FirstRandom}, game.O,
			match.Playing, game.X, idle},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m, err := match.New("m1", alice, tt.x, tt.o, tt.opts, tt.toss, t0)
			if err != nil {
				t.Fatal(err)
			}
			if m.Version != 1 || m.Status != tt.status || m.Begins != tt.begins || !m.Deadline.Equal(tt.deadline) {
				t.Errorf("got version %d, status %d, %q begins, deadline %v", m.Version, m.Status, m.Begins, m.Deadline)
			}
			if err := m.Validate(); err != nil {
				t.Error(err)
			}
			begins := tt.x
			if tt.opts.First == match.FirstO || tt.opts.First == match.FirstRandom && tt.toss == game.O {
				begins = tt.o
			}
			if got := m.Player(game.X); got != begins {
				t.Errorf("%v has X, want %v", got, begins)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	a, b := match.Person(alice), match.Person(bob)
	tests := []struct {
		name    string
		starter string
		x, o    match.Player
		opts    match.Options
		want    error
	}{
		{"oneself", alice, a, a, classic3, match.ErrSelf},
		{"a match of two others", carol, a, b, classic3, match.ErrNotYours},
		{"a match of another with the computer", carol, a, computer, classic3, match.ErrNotYours},
		{"two empty seats", alice, nobody, nobody, classic3, match.ErrNotYours},
		{"no starter", "", computer, computer, classic3, match.ErrNotYours},
		{"no variant", alice, a, b, match.Options{}, match.ErrOptions},
		{"an unknown variant", alice, a, b, match.Options{Variant: game.Classic(10)}, match.ErrOptions},
		{"a negative clock", alice, a, b, match.Options{Variant: game.Ultimate, Clock: -1}, match.ErrOptions},
		{"an unknown beginner", alice, a, b, match.Options{Variant: game.Ultimate, First: 3}, match.ErrOptions},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := match.New("m1", tt.starter, tt.x, tt.o, tt.opts, game.X, t0)
			if !errors.Is(err, tt.want) {
				t.Errorf("got error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestWhoPlays(t *testing.T) {
	t.Parallel()
	m := newMatch(t, computer, classic3)
	for member, want := range map[string]game.Mark{alice: game.X, bob: game.Empty, "": game.Empty} {
		if got := m.Side(member); got != want {
			t.Errorf("Side(%q) = %q, want %q", member, got, want)
		}
	}
	for side, want := range map[game.Mark]match.Player{game.X: match.Person(alice), game.O: computer, game.Empty: nobody} {
		if got := m.Player(side); got != want {
			t.Errorf("Player(%q) = %v, want %v", side, got, want)
		}
	}
	if challenge := newMatch(t, match.Person(bob), classic3); challenge.ToMove() != nobody {
		t.Errorf("%v is to move before the match began", challenge.ToMove())
	}
}

func TestPositionOfAChallenge(t *testing.T) {
	t.Parallel()
	m := newMatch(t, match.Person(bob), match.Options{Variant: game.Classic(3), First: match.FirstO})
	if got := m.Position().String(); got != "3/3/3 x" {
		t.Errorf("while the challenge waits: %s", got)
	}
	if m = must(t)(m.Accept(bob, game.X, t0)); m.Position().String() != "3/3/3 x" || m.ToMove().ID != bob {
		t.Errorf("after it was accepted: %s, %v to move", m.Position(), m.ToMove())
	}
}

// TestOldMatches checks matches that older versions of the bot stored, where O could move first. Such a match continues
// with O. An old challenge with the option FirstO begins with the challenged player, who gets X.
func TestOldMatches(t *testing.T) {
	t.Parallel()
	old := started(t, match.Person(bob), classic3)
	old.Begins, old.Options.First = game.O, match.FirstO
	old = must(t)(old.Play(bob, squares(t, "b2")[0], t0))
	if err := old.Validate(); err != nil || old.Position().String() != "3/1o1/3 x" {
		t.Errorf("%s, %v", old.Position(), err)
	}
	old = must(t)(must(t)(old.Play(alice, squares(t, "a1")[0], t0)).Resign(alice, t0))
	if again := must(t)(old.Rematch("m2", alice, game.X, t0)); again.Player(game.X).ID != alice {
		t.Errorf("in the rematch %v has X: bob has begun before", again.Player(game.X))
	}
	waiting := newMatch(t, match.Person(bob), classic3)
	waiting.Options.First = match.FirstO
	if waiting = must(t)(waiting.Accept(bob, game.X, t0)); waiting.ToMove() != match.Person(bob) || waiting.Player(game.X).ID != bob {
		t.Errorf("%+v", waiting)
	}
}
