package database_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

func removedGuilds(t *testing.T, s store.Store) {
	day := 24 * time.Hour
	note := func(at time.Duration, present ...string) {
		t.Helper()
		must(t, s.NoteGuilds(t.Context(), present, epoch.Add(at)))
	}
	wants := func(before time.Duration, want ...string) {
		t.Helper()
		got, err := s.RemovedGuilds(t.Context(), epoch.Add(before))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("removed before %v: %q, %v, want %q", before, got, err, want)
		}
	}
	note(0, "7", "8", "9")
	wants(time.Hour)
	note(day, "8")
	note(2*day, "8", "9")
	wants(day)
	wants(day+time.Millisecond, "7")
	note(3*day, "9")
	wants(4*day, "7", "8")
	wants(2*day, "7")
	note(4 * day)
	wants(5*day, "7", "8", "9")
}

func forgetGuild(t *testing.T, s store.Store) {
	must(t, s.NoteGuilds(t.Context(), []string{"7", "8"}, epoch))
	for _, guild := range []string{"7", "8"} {
		mustChangeServer(t, s, guild, func(c *match.Server) { c.Quiet, c.LogChannel = true, "9" })
	}
	here, there := between(alice, bob, 1, 0), between(alice, bob, 2, time.Hour)
	there.guild = "8"
	var over [2]match.Record
	for i, e := range []gameEnd{here, there} {
		playing := e.playing(match.ID([]string{"a", "b"}[i]))
		mustCreate(t, s, playing)
		var err error
		if over[i], err = s.Save(t.Context(), e.over(playing)); err != nil {
			t.Fatal(err)
		}
	}
	open := record("c", "1", 0)
	mustCreate(t, s, open)
	team := teamMatch(t, s, "d")
	team = declined(team)
	team.Match.Version++
	if _, err := s.Save(t.Context(), store.Change{Record: team, Expected: team.Match.Version - 1}); err != nil {
		t.Fatal(err)
	}
	mustSaveTournament(t, s, cup(t, "e", "5"), "")
	before, err := s.Profile(t.Context(), alice, alice)
	must(t, err)

	var changed []match.ID
	for range 5 {
		some, err := s.ForgetGuild(t.Context(), "7", 1)
		must(t, err)
		changed = append(changed, some...)
	}
	if slices.Sort(changed); !slices.Equal(changed, []match.ID{"a", "d"}) {
		t.Errorf("changed %q", changed)
	}
	if diff := cmp.Diff(store.WithoutGuild(over[0]), mustLoad(t, s, "a")); diff != "" {
		t.Errorf("a member's game (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(over[1], mustLoad(t, s, "b")); diff != "" {
		t.Errorf("another server's game (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(open, mustLoad(t, s, "c")); diff != "" {
		t.Errorf("an open game (-want +got):\n%s", diff)
	}
	if _, err := s.Load(t.Context(), "d"); err == nil {
		t.Error("a team's game is kept")
	}
	if _, err := s.Tournament(t.Context(), "e"); err == nil {
		t.Error("a tournament is kept")
	}
	after, err := s.Profile(t.Context(), alice, alice)
	if diff := cmp.Diff(before, after); err != nil || diff != "" {
		t.Errorf("a member's profile: %v (-before +after):\n%s", err, diff)
	}
	leadersAndServers(t, s)
	openGameKeepsServer(t, s, open)
}

// openGameKeepsServer checks when RemovedGuilds no longer lists a server from which the bot was removed: after its last
// open game has ended and ForgetGuild was called again.
func openGameKeepsServer(t *testing.T, s store.Store, open match.Record) {
	t.Helper()
	wantsRemoved := func(want ...string) {
		t.Helper()
		must(t, s.NoteGuilds(t.Context(), []string{"8"}, epoch))
		got, err := s.RemovedGuilds(t.Context(), epoch.Add(time.Millisecond))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("removed are %q, %v, want %q", got, err, want)
		}
	}
	wantsRemoved("7")
	ended := declined(open)
	ended.Match.Version++
	if _, err := s.Save(t.Context(), store.Change{Record: ended, Expected: open.Match.Version}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.ForgetGuild(t.Context(), "7", 10); err != nil {
			t.Fatal(err)
		}
	}
	wantsRemoved()
}

func leadersAndServers(t *testing.T, s store.Store) {
	t.Helper()
	for guild, want := range map[string]int{"": 2, "7": 0, "8": 2} {
		p, err := s.Leaders(t.Context(), profile.Leaderboard{Pool: "ultimate", Guild: guild}, 0, 10, alice)
		if err != nil || p.Total != want {
			t.Errorf("%d places in %q, %v, want %d", p.Total, guild, err, want)
		}
		c, err := s.Server(t.Context(), guild)
		if wanted := guild == "8"; err != nil || c.Quiet != wanted || (c.LogChannel != "") != wanted {
			t.Errorf("chosen for %q: %+v, %v", guild, c, err)
		}
	}
}

func keeping(t *testing.T, s store.Store) {
	wants := func(want ...match.Server) {
		t.Helper()
		got, err := s.Keeping(t.Context())
		slices.SortFunc(got, func(a, b match.Server) int { return int(a.ID[0]) - int(b.ID[0]) })
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Keeping: error %v, (-want +got):\n%s", err, diff)
		}
	}
	choose := func(guild string, days int) {
		t.Helper()
		mustChangeServer(t, s, guild, func(c *match.Server) { c.RetentionDays = days })
	}
	wants()
	choose("7", 30)
	choose("8", 365)
	choose("9", 0)
	wants(match.Server{ID: "7", RetentionDays: 30}, match.Server{ID: "8", RetentionDays: 365})
	choose("7", 90)
	choose("8", 0)
	mustChangeServer(t, s, "7", func(c *match.Server) { c.Quiet = true })
	wants(match.Server{ID: "7", RetentionDays: 90, Quiet: true})
}

func dropMoves(t *testing.T, s store.Store) {
	old, later, elsewhere := resignedAt(record("a", "1", 0), epoch), resignedAt(record("b", "1", 0), epoch.Add(time.Hour)), resignedAt(record("c", "1", 0), epoch)
	elsewhere.Place.Guild = "8"
	direct := resignedAt(record("d", "1", 0), epoch)
	direct.Place.Guild = ""
	next, open, never := resignedAt(record("e", "2", 0), epoch.Add(time.Minute)), record("f", "1", 0), declined(record("g", "1", 0))
	open.Match = played(open.Match)
	short := resignedAt(record("h", "1", 0), epoch)
	short.Match.Moves, short.Match.Result, short.HeadToHead = short.Match.Moves[:1], match.Result{Reason: match.Aborted}, match.HeadToHead{}
	all := []match.Record{old, later, elsewhere, direct, next, open, never, short}
	for _, r := range all {
		must(t, saveExpecting(t, s, r, 0, ""))
	}
	profile, err := s.Profile(t.Context(), alice, bob)
	must(t, err)
	before := epoch.Add(time.Hour)
	for _, want := range []match.ID{"a", "e"} {
		dropped, err := s.DropMoves(t.Context(), "7", before, 1)
		wantIDs(t, "dropped", dropped, err, want)
	}
	dropped, err := s.DropMoves(t.Context(), "7", before, 10)
	wantIDs(t, "dropped when there are none", dropped, err)
	for _, r := range all {
		if slices.Contains([]match.ID{"a", "e"}, r.Match.ID) {
			r.Match.Version, r.Match.Since, r.Match.Moves, r.Match.Dropped = r.Match.Version+1, r.Match.Version, []game.Square{40}, 2
		}
		got := mustLoad(t, s, r.Match.ID).Match
		if diff := cmp.Diff(r.Match, got); diff != "" || got.Validate() != nil {
			t.Errorf("%s: %v (-want +got):\n%s", got.ID, got.Validate(), diff)
		}
	}
	_, err = s.Save(t.Context(), store.Change{Record: old, Expected: old.Match.Version})
	wantError(t, "Save of who remembers the moves", err, store.ErrVersion)
	got, err := s.Finished(t.Context(), match.Query{Member: alice, Limit: 10})
	wantRecords(t, "finished", got, err, "b", "e", "h", "d", "c", "a")
	after, err := s.Profile(t.Context(), alice, bob)
	if diff := cmp.Diff(profile, after); err != nil || diff != "" {
		t.Errorf("the profile afterwards: %v, (-before +after):\n%s", err, diff)
	}
	dropped, err = s.DropMoves(t.Context(), "7", before.Add(time.Millisecond), 10)
	wantIDs(t, "dropped later", dropped, err, "b")
}
