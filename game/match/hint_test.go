package match_test

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// TestHints checks that a player's first hint is recorded, that later hints change nothing, and that a board drawn
// before the hint still shows the current state of the game.
func TestHints(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	m, err := match.New("m1", "1", match.Person("1"), match.Computer("casual"), match.Options{Variant: game.Classic(3)}, game.X, now)
	if err != nil {
		t.Fatal(err)
	}
	if m.WasHinted() {
		t.Error("nobody was given a hint yet")
	}
	first, err := m.TakeHint("1", now)
	if err != nil || first.Hinted != [2]bool{true, false} || !first.WasHinted() || first.Version != m.Version+1 || !first.Shows(m.Version) {
		t.Errorf("after a hint: %+v, %v", first, err)
	}
	if second, err := first.TakeHint("1", now); err != nil || second.Version != first.Version {
		t.Errorf("after a second one: version %d, %v", second.Version, err)
	}
	if err = first.Validate(); err != nil {
		t.Error(err)
	}
	if _, err = m.TakeHint("2", now); !errors.Is(err, match.ErrNotYours) {
		t.Errorf("a hint to a stranger: %v", err)
	}
	over, err := m.Resign("1", now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = over.TakeHint("1", now); !errors.Is(err, match.ErrOver) {
		t.Errorf("a hint after the end: %v", err)
	}
}

// TestCoach checks that a member who plays the computer can switch the coach on and off, and that a
// coached game is casual.
func TestCoach(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	coached := match.Options{Variant: game.Ultimate, Coach: true}
	m, err := match.New("m1", "1", match.Computer("casual"), match.Person("1"), coached, game.X, now)
	if err != nil || !m.Options.Coach || !m.Options.Casual || m.WasHinted() {
		t.Fatalf("%+v, %v", m, err)
	}
	without, err := m.SetCoach("1", false, now)
	if err != nil || without.Options.Coach || without.Version != m.Version+1 || !without.Shows(m.Version) {
		t.Errorf("without: %+v, %v", without, err)
	}
	if same, err := without.SetCoach("1", false, now); err != nil || same.Version != without.Version {
		t.Errorf("without once more: version %d, %v", same.Version, err)
	}
	again, err := without.SetCoach("1", true, now)
	if err != nil || !again.Options.Coach || again.Hinted != [2]bool{false, true} || again.Version != without.Version+1 {
		t.Errorf("with one again: %+v, %v", again, err)
	}
	if err = again.Validate(); err != nil {
		t.Error(err)
	}
	for name, players := range map[string][2]match.Player{
		"two members": {match.Person("1"), match.Person("2")}, "two computers": {match.Computer("casual"), match.Computer("club")},
	} {
		if _, err := match.New("m1", "1", players[0], players[1], coached, game.X, now); !errors.Is(err, match.ErrOptions) {
			t.Errorf("a coach of %s: %v", name, err)
		}
	}
	friends, err := match.New("m1", "1", match.Person("1"), match.Person("2"), match.Options{Variant: game.Ultimate}, game.X, now)
	if err == nil {
		friends, err = friends.Accept("2", game.X, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err = friends.SetCoach("1", true, now); !errors.Is(err, match.ErrNoCoach) {
		t.Errorf("a coach between members: %v", err)
	}
	friends.Options.Coach = true
	if err = friends.Validate(); !errors.Is(err, match.ErrInvalid) {
		t.Errorf("a match of two members with a coach is valid: %v", err)
	}
}
