package match_test

import (
	"errors"
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/match"
)

// named returns the squares with the given names.
func named(t *testing.T, names ...string) (all []game.Square) {
	t.Helper()
	for _, name := range names {
		s, err := game.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// TestAMatchFromAPosition checks that a match can start from a position of an earlier game: it is casual, the right
// side moves, the given moves cannot be taken back, and a rematch starts from the same position.
func TestAMatchFromAPosition(t *testing.T) {
	t.Parallel()
	given := named(t, "a1", "b2", "c3")
	opts := match.Options{Variant: game.Classic(3)}
	m := must(t)(match.New("g", "ann", match.Person("ann"), match.Computer("random"), opts, game.X, t0))
	m = must(t)(m.From(given))
	if !m.Options.Casual || !m.ToMove().IsComputer() || m.Position().Ply() != 3 || m.Validate() != nil {
		t.Fatalf("%+v, %v", m, m.Validate())
	}
	given[0] = 80
	m = must(t)(m.PlayComputer(named(t, "c1")[0], t0))
	if _, err := m.Play("ann", named(t, "a1")[0], t0); !errors.Is(err, game.ErrOwnSquare) {
		t.Errorf("a square that was given: %v", err)
	}
	m = must(t)(m.Play("ann", named(t, "a3")[0], t0))
	if got := m.WholeGame(); !slices.Equal(got, named(t, "a1", "b2", "c3", "c1", "a3")) {
		t.Errorf("the whole game is %v", got)
	}
	m = must(t)(m.AskTakeback("ann", t0))
	if m.ToMove() != match.Person("ann") || len(m.Moves) != 1 {
		t.Errorf("after a takeback %+v", m)
	}
	if _, err := m.AskTakeback("ann", t0); !errors.Is(err, match.ErrNoMove) {
		t.Errorf("what was given is taken back: %v", err)
	}
	m = must(t)(m.Resign("ann", t0))
	if m.Result.Reason != match.ByResignation || m.IsCounted() {
		t.Errorf("%+v", m.Result)
	}
	again := must(t)(m.Rematch("h", "ann", game.X, t0))
	if !slices.Equal(again.Given, m.Given) || again.ToMove() != match.Person("ann") || again.Validate() != nil {
		t.Errorf("a rematch is %+v", again)
	}

	challenge := must(t)(match.New("i", "ann", match.Person("bob"), match.Person("ann"), opts, game.X, t0))
	challenge = must(t)(challenge.From(named(t, "a1", "b2")))
	if challenge.Validate() != nil {
		t.Error(challenge.Validate())
	}
	m = must(t)(challenge.Accept("bob", game.O, t0))
	if m.ToMove() != match.Person("bob") || m.CanQueue() {
		t.Errorf("%+v", m)
	}
}

// TestNoMatchFromAPosition checks that From refuses invalid moves and options, and that Validate
// refuses the same in a stored match.
func TestNoMatchFromAPosition(t *testing.T) {
	t.Parallel()
	with := func(change func(*match.Options)) match.Match {
		o := match.Options{Variant: game.Classic(3)}
		change(&o)
		return must(t)(match.New("g", "ann", match.Person("ann"), match.Person("bob"), o, game.X, t0))
	}
	plain := with(func(*match.Options) {})
	begun := must(t)(plain.Accept("bob", game.X, t0))
	for name, c := range map[string]struct {
		m     match.Match
		given []game.Square
		want  error
	}{
		"after the end":     {plain, named(t, "a1", "b1", "a2", "b2", "a3"), match.ErrOver},
		"a square twice":    {plain, named(t, "a1", "a1"), game.ErrOpponentSquare},
		"a match that runs": {begun, named(t, "a1"), match.ErrOptions},
		"a series":          {with(func(o *match.Options) { o.BestOf = 3 }), named(t, "a1"), match.ErrOptions},
		"by the coin":       {with(func(o *match.Options) { o.First = match.FirstRandom }), named(t, "a1"), match.ErrOptions},
	} {
		if _, err := c.m.From(c.given); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	from := must(t)(plain.From(named(t, "a1", "b1")))
	for name, wrong := range map[string]func(*match.Match){
		"rated":          func(m *match.Match) { m.Options.Casual = false },
		"what cannot be": func(m *match.Match) { m.Given = named(t, "a1", "a1") },
		"after the end":  func(m *match.Match) { m.Given = named(t, "a1", "b1", "a2", "b2", "a3") },
		"O has begun":    func(m *match.Match) { m.Begins, m.Status = game.O, match.Playing },
	} {
		m := from
		if wrong(&m); m.Validate() == nil {
			t.Errorf("%s is valid", name)
		}
	}
}
