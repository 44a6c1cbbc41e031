package database_test

import (
	"cmp"
	"errors"
	"strconv"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
)

type gameEnd struct {
	x, o    match.Player
	options match.Options // Ultimate if no variant is set
	winner  game.Mark     // Empty for a draw
	at      time.Time
	guild   string
	taken   bool
	hinted  [2]bool
	second  game.Square // the second move of the game, after a1; the zero value means a2
}

func (e gameEnd) computer() bool { return e.x.IsComputer() || e.o.IsComputer() }

func (e gameEnd) playing(id match.ID) match.Record {
	if e.options.Variant == (game.Variant{}) {
		e.options.Variant = game.Ultimate
	}
	starter := e.x.ID
	if starter == "" {
		starter = e.o.ID
	}
	if starter == "" {
		starter = carol
	}
	return match.Record{
		Match: match.Match{
			ID: id, Version: 1, Starter: starter, Players: [2]match.Player{e.x, e.o}, Options: e.options, Status: match.Playing, Begins: game.X,
			Moves: []game.Square{game.At(0, 0), cmp.Or(e.second, game.At(0, 1))}, TakenBack: e.taken, Hinted: e.hinted, Created: e.at.Add(-time.Minute), Changed: e.at.Add(-time.Minute),
			Deadline: e.at.Add(match.IdleLife),
		},
		Place: match.Place{Guild: e.guild, Channel: "1"},
	}
}

func (e gameEnd) over(r match.Record) store.Change {
	r.Match.Version++
	r.Match.Status, r.Match.Changed, r.Match.Deadline = match.Over, e.at, time.Time{}
	r.Match.Result = match.Result{Reason: match.ByAgreement}
	if e.winner != game.Empty {
		r.Match.Result = match.Result{Winner: e.winner, Reason: match.ByResignation}
	}
	return store.Change{Record: r, Expected: r.Match.Version - 1, IdempotencyKey: "end of " + string(r.Match.ID)}
}

func (e gameEnd) play(t *testing.T, s store.Store, id match.ID) match.Record {
	t.Helper()
	r := e.playing(id)
	mustCreate(t, s, r)
	saved, err := s.Save(t.Context(), e.over(r))
	if err != nil {
		t.Fatalf("the end of %s: %v", id, err)
	}
	return saved
}

func between(x, o string, winner game.Mark, age time.Duration) gameEnd {
	return gameEnd{x: match.Person(x), o: match.Person(o), winner: winner, at: epoch.Add(age), guild: "7"}
}

func mustProfile(t *testing.T, s store.Store, member, reader string) profile.Profile {
	t.Helper()
	p, err := s.Profile(t.Context(), member, reader)
	if err != nil {
		t.Fatalf("Profile of %s: %v", member, err)
	}
	return p
}

func wantProfile(t *testing.T, s store.Store, reader string, want profile.Profile) {
	t.Helper()
	if diff := gocmp.Diff(want, mustProfile(t, s, want.Member, reader)); diff != "" {
		t.Errorf("the profile of %s, as %q reads it (-want +got):\n%s", want.Member, reader, diff)
	}
}

func ratedOnce(t *testing.T, s store.Store) {
	wantProfile(t, s, bob, profile.Profile{Member: alice})
	e := between(alice, bob, game.X, 0)
	first := e.playing("a")
	mustCreate(t, s, first)
	over, err := s.Save(t.Context(), e.over(first))
	must(t, err)
	won, lost := profile.NewRating().After(profile.NewRating(), profile.Win, e.at), profile.NewRating().After(profile.NewRating(), profile.Loss, e.at)
	effects := [2]match.Effect{
		{Before: 1000, After: won.Points(), Provisional: true, RatedGames: 1, Streak: 1, Earned: []string{"first_win"}},
		{Before: 1000, After: lost.Points(), Provisional: true, RatedGames: 1},
	}
	if diff := gocmp.Diff(effects, over.Effects); diff != "" {
		t.Errorf("the effects (-want +got):\n%s", diff)
	}
	want := map[string]profile.Profile{
		alice: {
			Member:    alice,
			Standings: []profile.Standing{{Pool: profile.Ultimate, Rating: won, Tally: profile.Tally{Wins: 1}, Streak: 1, Longest: 1, History: []profile.Point{{At: e.at, Points: won.Points()}}}},
			Records:   []profile.Performance{{Variant: game.Ultimate, Tally: profile.Tally{Wins: 1}}},
			Openings:  []profile.Opening{{Variant: game.Ultimate, Square: game.At(0, 0), Tally: profile.Tally{Wins: 1}}},
			Against:   profile.Tally{Wins: 1},
			Earned:    []profile.Earned{{Achievement: profile.FirstWin, Match: "a", At: e.at}},
		},
		bob: {
			Member:    bob,
			Standings: []profile.Standing{{Pool: profile.Ultimate, Rating: lost, Tally: profile.Tally{Losses: 1}, Streak: -1, History: []profile.Point{{At: e.at, Points: lost.Points()}}}},
			Records:   []profile.Performance{{Variant: game.Ultimate, Tally: profile.Tally{Losses: 1}}},
			Against:   profile.Tally{Losses: 1},
		},
	}
	unchanged := func(after string) {
		t.Helper()
		wantProfile(t, s, bob, want[alice])
		wantProfile(t, s, alice, want[bob])
		if got := mustLoad(t, s, "a").Effects; !gocmp.Equal(got, effects) {
			t.Errorf("after %s the effects are %+v", after, got)
		}
	}
	unchanged("the end")
	_, err = s.Save(t.Context(), e.over(first))
	if done := (*store.Done)(nil); !errors.As(err, &done) {
		t.Errorf("the same change again: %v", err)
	}
	again := e.over(first)
	again.IdempotencyKey = ""
	_, err = s.Save(t.Context(), again)
	wantError(t, "the same change without its key", err, store.ErrVersion)
	unchanged("the same changes")
	shared, err := over.Match.Share(alice)
	if err == nil {
		_, err = s.Save(t.Context(), store.Change{Record: over.With(shared), Expected: over.Match.Version, IdempotencyKey: "shared"})
	}
	if err != nil {
		t.Errorf("sharing the result: %v", err)
	}
	unchanged("the result was shared")
	// A profile shows the games between its member and the reader only if the reader was an opponent. alice herself, a
	// stranger and "" see none.
	for _, reader := range []string{alice, carol, ""} {
		if p := mustProfile(t, s, alice, reader); p.Against != (profile.Tally{}) {
			t.Errorf("%q has played against %s: %+v", reader, alice, p.Against)
		}
	}
}

func ratedRacers(t *testing.T, s store.Store) {
	const games, racers = 10, 20
	ends, playing := make([]gameEnd, games), make([]match.Record, games)
	members := []string{alice, bob, carol, "400", "500"}
	for i := range games {
		ends[i] = between(members[i%5], members[(i+1+i/5)%5], game.X+game.Mark(i%2), time.Duration(i)*time.Minute)
		playing[i] = ends[i].playing(match.ID("m" + strconv.Itoa(i)))
		mustCreate(t, s, playing[i])
	}
	winners(games*racers, func(worker int) bool {
		i := worker % games
		change := ends[i].over(playing[i])
		change.IdempotencyKey = strconv.Itoa(worker)
		_, err := s.Save(t.Context(), change)
		if err != nil && !errors.Is(err, store.ErrVersion) {
			t.Errorf("%s: %v", playing[i].Match.ID, err)
		}
		return err == nil
	})
	total := 0
	for _, member := range members {
		p := mustProfile(t, s, member, "")
		if len(p.Standings) != 1 {
			t.Fatalf("%s has %d ratings", member, len(p.Standings))
		}
		total += p.Standings[0].Tally.Games()
		if n := len(p.Standings[0].History); n != p.Standings[0].Tally.Games() {
			t.Errorf("%s has %d rated games and %d points in the chart", member, p.Standings[0].Tally.Games(), n)
		}
	}
	if total != 2*games {
		t.Errorf("%d results of %d games are counted", total, games)
	}
}

func whatIsRated(t *testing.T, s store.Store) {
	aliceAgainst := func(level string, change func(*gameEnd)) gameEnd {
		e := gameEnd{x: match.Person(alice), o: match.Computer(level), winner: game.X, guild: "7"}
		change(&e)
		return e
	}
	tests := []struct {
		name    string
		end     gameEnd
		unrated string
	}{
		{"two members", between(alice, bob, game.X, 0), ""},
		{"a draw", between(alice, bob, game.Empty, 0), ""},
		{"a casual game", gameEnd{x: match.Person(alice), o: match.Person(bob), options: match.Options{Variant: game.Ultimate, Casual: true}}, "casual"},
		{"too small a board", gameEnd{x: match.Person(alice), o: match.Person(bob), options: match.Options{Variant: game.Classic(2)}}, "no pool"},
		{"a level", aliceAgainst("casual", func(*gameEnd) {}), ""},
		{"a level that plays X", aliceAgainst("casual", func(e *gameEnd) { e.x, e.o = e.o, e.x }), ""},
		{"a level that nobody has measured", aliceAgainst("unmeasured", func(*gameEnd) {}), "unmeasured"},
		{"a win against a level that gave a move back", aliceAgainst("casual", func(e *gameEnd) { e.taken = true }), "hinted"},
		{"a win against a level with a hint", aliceAgainst("casual", func(e *gameEnd) { e.hinted[0] = true }), "hinted"},
		{"a loss against a level with a hint", aliceAgainst("casual", func(e *gameEnd) { e.hinted[0], e.winner = true, game.O }), ""},
	}
	for i, tt := range tests {
		for side, p := range tt.end.playing("a").Match.Players { // give each test its own members, so that no earlier game counts
			if p.IsPerson() {
				id := strconv.Itoa(1000 + 2*i + side)
				tt.end.x.ID, tt.end.o.ID = replaced(tt.end.x.ID, p.ID, id), replaced(tt.end.o.ID, p.ID, id)
			}
		}
		tt.end.at = epoch
		over := tt.end.play(t, s, match.ID("m"+strconv.Itoa(i)))
		tt.end.wantRated(t, s, over, tt.unrated)
	}
	withoutResult(t, s)
}

// wantRated checks the effects of a game and the profiles of its members. The game must have been their first one.
// `unrated` is why it is not rated, "" if it is rated.
func (e gameEnd) wantRated(t *testing.T, s store.Store, over match.Record, unrated string) {
	t.Helper()
	for side, p := range over.Match.Players {
		effect := over.Effects[side]
		if p.IsComputer() {
			if !gocmp.Equal(effect, match.Effect{}) {
				t.Errorf("%+v: the computer has %+v", e, effect)
			}
			continue
		}
		score := profile.ScoreOf(game.X+game.Mark(side), e.winner)
		want := profile.NewRating().After(profile.NewRating(), score, epoch)
		if over.Match.Players[1-side].IsComputer() {
			level, _ := ai.RatingOf(game.Ultimate, "casual")
			want = profile.NewRating().AfterLevel(level.Value, score, epoch)
		}
		got := mustProfile(t, s, p.ID, "")
		shown := unrated
		if e.computer() {
			shown = "" // the effects of a game against the computer have no verdict
		}
		if rated := len(got.Standings) == 1; rated != (unrated == "") || effect.Unrated != shown || e.computer() && effect.After != 0 || rated && got.Standings[0].Rating != want {
			t.Errorf("%+v: %+v, %+v, want %+v", e, effect, got.Standings, want)
		}
		if len(got.Records) != 1 || got.Records[0].Games() != 1 || got.Records[0].Level != over.Match.Players[1-side].Level {
			t.Errorf("%+v: the record is %+v", e, got.Records)
		}
	}
}

func withoutResult(t *testing.T, s store.Store) {
	t.Helper()
	aborted := between("2000", "2001", game.Empty, 0)
	r := aborted.playing("aborted")
	r.Match.Moves = r.Match.Moves[:1]
	mustCreate(t, s, r)
	change := aborted.over(r)
	change.Record.Match.Result = match.Result{Reason: match.Aborted}
	watched := gameEnd{x: match.Computer("weak"), o: match.Computer("strong"), winner: game.X, at: epoch}.play(t, s, "watched")
	if _, err := s.Save(t.Context(), change); err != nil {
		t.Error(err)
	}
	if !gocmp.Equal(watched.Effects, [2]match.Effect{}) || !gocmp.Equal(mustLoad(t, s, "aborted").Effects, [2]match.Effect{}) {
		t.Errorf("a game without a result has effects: %+v", watched.Effects)
	}
	for _, member := range []string{"2000", "2001", carol} {
		wantProfile(t, s, "", profile.Profile{Member: member})
	}
}

func replaced(id, from, to string) string {
	if id == from {
		return to
	}
	return id
}

// pairsPerDay checks that two members have at most six rated games against each other on one day (profile.MostGames).
func pairsPerDay(t *testing.T, s store.Store) {
	day := 24*time.Hour - epoch.Sub(epoch.Truncate(24*time.Hour)) // from the epoch to the next midnight
	n := 0
	play := func(x, o string, variant game.Variant, at time.Duration, rated bool) {
		t.Helper()
		n++
		e := between(x, o, game.X, at)
		e.options.Variant = variant
		over := e.play(t, s, match.ID("m"+strconv.Itoa(n)))
		unrated := ""
		if !rated {
			unrated = "enough"
		}
		for i := range over.Effects {
			if e := over.Effects[i]; e.Unrated != unrated || (e.After != 0) != rated {
				t.Errorf("game %d: %+v", n, e)
			}
		}
	}
	for i := range profile.MostGames {
		x, o := alice, bob
		if i%2 > 0 {
			x, o = o, x
		}
		play(x, o, []game.Variant{game.Ultimate, game.Classic(3), game.Classic(5)}[i%3], time.Duration(i)*time.Minute, true)
	}
	play(alice, bob, game.Ultimate, 10*time.Minute, false)
	play(bob, alice, game.Classic(3), day-time.Millisecond, false)
	play(alice, carol, game.Ultimate, 11*time.Minute, true)
	for i := range profile.MostGames { // the first of these games ends exactly at midnight and belongs to the new day
		play(bob, alice, game.Ultimate, day+time.Duration(i)*time.Minute, true)
	}
	play(alice, bob, game.Ultimate, day+time.Hour, false)
	p := mustProfile(t, s, alice, bob)
	if games := p.Against.Games(); games != 2*profile.MostGames+3 {
		t.Errorf("alice has %d games against bob", games)
	}
}
