package match

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
)

// begun returns a match of members 1 and 2 that was accepted at the given time. Player 1 has X and begins.
func begun(t *testing.T, starter string, clock time.Duration, at time.Time) Match {
	t.Helper()
	m, err := New("a", starter, Person("1"), Person("2"), Options{Variant: game.Classic(3), Clock: clock}, game.X, at)
	if err == nil {
		m, err = m.Accept(map[string]string{"1": "2", "2": "1"}[starter], game.X, at)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNotices checks for each turn which notice is due at which time, and the member who gets it.
func TestNotices(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	starters, others := begun(t, "1", 0, now), begun(t, "2", 0, now)
	moved, err := starters.Play("1", 0, now.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	begunByOther, err := others.Play("1", 0, now.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	asked, err := moved.AskTakeback("1", now.Add(30*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	slow, fast := begun(t, "1", time.Hour, now), begun(t, "1", time.Minute, now)
	told := func(m Match, n Notice) Ping { return Ping{Turn: m.TurnBegan, Told: n} }
	for name, c := range map[string]struct {
		match  Match
		ping   Ping
		after  time.Duration
		want   Notice
		member string
	}{
		"just accepted":                      {starters, Ping{}, acceptPatience - 1, NoNotice, ""},
		"accepted, and the starter begins":   {starters, Ping{}, acceptPatience, Accepted, "1"},
		"the starter knows":                  {starters, told(starters, Accepted), time.Hour, NoNotice, ""},
		"accepted, and the other begins":     {others, Ping{}, acceptPatience, Accepted, "2"},
		"the starter has begun at once":      {moved, Ping{}, 60 * time.Second, NoNotice, ""},
		"the other has begun at once":        {begunByOther, Ping{}, 6 * time.Second, YourTurn, "2"},
		"not as soon when the starter knows": {begunByOther, told(others, Accepted), 60 * time.Second, NoNotice, ""},
		"but after a minute":                 {begunByOther, told(others, Accepted), 61 * time.Second, YourTurn, "2"},
		"the other's turn":                   {others, told(others, Accepted), time.Minute, YourTurn, "1"},
		"before a minute":                    {moved, told(starters, Accepted), time.Minute, NoNotice, ""},
		"after a minute":                     {moved, told(starters, Accepted), 61 * time.Second, YourTurn, "2"},
		"a question is no turn":              {asked, told(starters, Accepted), 61 * time.Second, YourTurn, "2"},
		"told":                               {asked, told(moved, YourTurn), 24 * time.Hour, NoNotice, ""},
		"a sixth of an hour is left":         {slow, told(slow, Accepted), 50 * time.Minute, TimeShort, "1"},
		"a little more":                      {slow, told(slow, Accepted), 50*time.Minute - 1, NoNotice, ""},
		"a clock too short to be told":       {fast, told(fast, Accepted), 59 * time.Second, NoNotice, ""},
		"nobody was there to tell anything":  {slow, Ping{}, 55 * time.Minute, TimeShort, "1"},
	} {
		r := Record{Match: c.match, Ping: c.ping}
		if got, member := r.Notice(now.Add(c.after)); got != c.want || member != c.member {
			t.Errorf("%s: %d to %q, want %d to %q", name, got, member, c.want, c.member)
		}
	}
}

// TestTurnsDiffer checks that every turn has a different Match.TurnBegan, even if several turns begin at the same time.
func TestTurnsDiffer(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	m := begun(t, "1", 0, now)
	for i, square := range []game.Square{0, 1, 2} {
		next, err := m.Play(m.ToMove().ID, square, now)
		if err != nil {
			t.Fatal(err)
		}
		if !next.TurnBegan.After(m.TurnBegan) {
			t.Errorf("turn %d begins at %v, the one before at %v", i+1, next.TurnBegan, m.TurnBegan)
		}
		m = next
	}
	offered, err := m.OfferDraw("1", now.Add(time.Hour))
	if err != nil || !offered.TurnBegan.Equal(m.TurnBegan) {
		t.Errorf("an offer begins a turn: %v, %v", offered.TurnBegan, err)
	}
}

// TestDueOfPings checks that a Record is due at the deadline of its match, or earlier if its ping needs work.
func TestDueOfPings(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	m := begun(t, "1", time.Hour, now)
	over, err := m.Resign("1", now.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	told := Ping{Turn: m.TurnBegan, Told: TimeShort}
	pending, posted := told, told
	pending.Pending, posted.Message = now, "9"
	for name, c := range map[string]struct {
		r    Record
		want time.Duration // below 0 if it is never due
	}{
		"nothing was told":          {Record{Match: m}, acceptPatience},
		"all was told":              {Record{Match: m, Ping: posted}, time.Hour},
		"it is being posted":        {Record{Match: m, Ping: pending}, pingPatience},
		"over, with a ping":         {Record{Match: over, Ping: posted}, time.Second},
		"over, while it was posted": {Record{Match: over, Ping: pending}, pingPatience},
		"over, and cleared":         {Record{Match: over, Ping: told}, -1},
	} {
		at, ok := c.r.Due()
		if ok != (c.want >= 0) || ok && at.Sub(now) != c.want {
			t.Errorf("%s: due %v later, %v, want %v", name, at.Sub(now), ok, c.want)
		}
	}
}

// TestShareOnce checks that a result can be shared once, only after the end and only by a player, and that sharing does
// not change Match.Changed, the time of the end.
func TestShareOnce(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	m := begun(t, "1", 0, now)
	if _, err := m.Share("1"); !errors.Is(err, ErrNotOver) {
		t.Errorf("before the end: %v", err)
	}
	over, err := m.Resign("1", now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := over.Share("3"); !errors.Is(err, ErrNotYours) {
		t.Errorf("a stranger: %v", err)
	}
	shared, err := over.Share("2")
	if err != nil || !shared.Shared || shared.Version != over.Version+1 || !shared.Changed.Equal(over.Changed) || shared.Validate() != nil {
		t.Errorf("%+v, %v", shared, err)
	}
	if _, err := shared.Share("1"); !errors.Is(err, ErrShared) {
		t.Errorf("again: %v", err)
	}
}
