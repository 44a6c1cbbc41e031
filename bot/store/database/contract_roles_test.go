package database_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// roles checks how a store keeps each store.Wearer: a member to whom the bot gives a role. A Wearer stays when the
// member's data is deleted, and goes when the server is forgotten.
func roles(t *testing.T, s store.Store) {
	wantGuilds := func(after string, limit int, want ...string) {
		t.Helper()
		got, err := s.RoleGuilds(t.Context(), after, limit)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("servers with roles after %q: %q, %v, want %q", after, got, err, want)
		}
	}
	choose := func(guild, role string) {
		t.Helper()
		mustChangeServer(t, s, guild, func(s *match.Server) { s.DailyRole = role })
	}
	set := func(guild string, w store.Wearer) {
		t.Helper()
		must(t, s.SetWearer(t.Context(), guild, w))
	}
	wantWearers := func(guild string, want ...store.Wearer) {
		t.Helper()
		got, err := s.Wearers(t.Context(), guild)
		if diff := cmp.Diff(want, append([]store.Wearer(nil), got...)); err != nil || diff != "" {
			t.Errorf("wearers in %s: %v, (-want +got):\n%s", guild, err, diff)
		}
	}
	choose("71", "5")
	choose("72", "6")
	choose("73", "")
	wantGuilds("", 10, "71", "72")
	wantGuilds("", 1, "71")
	wantGuilds("71", 10, "72")

	hers := store.Wearer{Role: "5", Member: alice, State: store.Giving, Since: epoch}
	his := store.Wearer{Role: "5", Member: bob, State: store.Refused, Since: epoch}
	other := store.Wearer{Role: "4", Member: bob, State: store.Worn, Since: epoch}
	for _, w := range []store.Wearer{his, hers, other} {
		set("71", w)
	}
	hers.State, hers.Since = store.Worn, epoch.Add(time.Hour)
	set("71", hers)
	set("74", hers)
	wantWearers("71", other, hers, his)
	wantWearers("72")
	his.State = store.Bare
	set("71", his)
	wantWearers("71", other, hers)
	choose("71", "")
	wantGuilds("", 10, "71", "72", "74")

	mustForget(t, s, alice)
	wantWearers("71", other, hers) // Forget keeps a Wearer until the role is taken back
	if text := wantExport(t, s, alice); !containsID(text, "71") || !containsID(text, "74") {
		t.Errorf("no roles are in\n%s", text)
	}
	if _, err := s.ForgetGuild(t.Context(), "71", 10); err != nil {
		t.Fatal(err)
	}
	wantWearers("71")
	wantGuilds("", 10, "72", "74")
}

func championBeaters(t *testing.T, s store.Store) {
	beats := func(id match.ID, member, level, guild string) {
		t.Helper()
		e := gameEnd{x: match.Person(member), o: match.Computer(level), winner: game.X, at: epoch, guild: guild}
		e.second = game.At(0, 1+int(id[0]-'a')%2) // games alternate between two second moves, because a repeated game would not be rated
		e.play(t, s, id)
	}
	want := func(guild string, limit int, members ...string) {
		t.Helper()
		got, err := s.ChampionBeaters(t.Context(), guild, limit)
		if err != nil || !slices.Equal(got, members) {
			t.Errorf("in %s the champion level was beaten by %q, %v, want %q", guild, got, err, members)
		}
	}
	beats("a", alice, "champion", "7")
	beats("b", bob, "champion", "7")
	beats("c", carol, "expert", "7")
	want("7", 10, alice, bob)
	want("7", 1, alice)
	want("8", 10)
	beats("d", alice, "casual", "8")
	want("8", 10, alice)
	mustForget(t, s, alice)
	want("7", 10, bob)
	want("8", 10)
}
