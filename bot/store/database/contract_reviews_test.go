package database_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// opening returns a game on 3×3 with some moves.
func opening(moves ...game.Square) store.ReviewedGame {
	return store.ReviewedGame{Variant: game.Classic(3), Begins: game.X, Moves: moves}
}

func wantReview(t *testing.T, s store.Store, want store.Review) {
	t.Helper()
	got, err := s.Review(t.Context(), want.Game.Key())
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("another review (-want +got):\n%s%v", diff, err)
	}
}

func reviews(t *testing.T, s store.Store) {
	ctx := t.Context()
	all := []store.Review{
		{Game: opening(0, 1), Version: "1", Text: "first"},
		{Game: opening(1, 0), Version: "1", Text: "other moves"},
		{Game: store.ReviewedGame{Variant: game.Classic(3), Begins: game.O, Moves: []game.Square{0, 1}}, Version: "1", Text: "O begins"},
		{Game: store.ReviewedGame{Variant: game.InARow(7, 4), Begins: game.X, Moves: []game.Square{0, 1}}, Version: "1", Text: "another variant"},
		{Game: store.ReviewedGame{Variant: game.Ultimate, Begins: game.X, Moves: []game.Square{0, 1}}, Version: "1", Text: "with a second line\nin it"},
	}
	for _, r := range all {
		_, err := s.Review(ctx, r.Game.Key())
		wantError(t, "before it is kept", err, store.ErrNotFound)
		must(t, s.SaveReview(ctx, r))
	}
	for _, r := range all {
		wantReview(t, s, r)
	}
	newer := all[0]
	newer.Version, newer.Text = "2", "of a better engine"
	for range 2 {
		must(t, s.SaveReview(ctx, newer))
		wantReview(t, s, newer)
	}
	wantReview(t, s, all[1])
	for _, key := range []string{"", "0", "x"} {
		_, err := s.Review(ctx, key)
		wantError(t, "no key", err, store.ErrNotFound)
	}
	for _, wrong := range []store.ReviewedGame{opening(), opening(0, 0), opening(80), {Variant: game.Classic(3), Moves: []game.Square{0}}, {Begins: game.X, Moves: []game.Square{0}}} {
		wantError(t, "no game", s.SaveReview(ctx, store.Review{Game: wrong, Version: "1"}), store.ErrCorrupt)
	}
}

// reviewLife stores a game before its review; saving the game again must not remove the review. It also checks the stored
// expiry date (Review.Until). A review that was once saved without one never gets one again.
func reviewLife(t *testing.T, s store.Store) {
	until := time.Now().Add(store.PastedLife).Truncate(time.Millisecond).UTC()
	pasted := store.Review{Game: opening(0, 1), Until: until}
	made := pasted
	made.Version, made.Text = "1", "made"
	kept := made
	kept.Until = time.Time{}
	later := made
	later.Until = until.Add(time.Hour)
	for _, step := range []struct{ save, want store.Review }{{pasted, pasted}, {pasted, pasted}, {made, made}, {pasted, made}, {later, later}, {kept, kept}} {
		must(t, s.SaveReview(t.Context(), step.save))
		wantReview(t, s, step.want)
	}
	other := store.Review{Game: opening(1, 0), Version: "1", Text: "of a match"}
	again := other
	again.Until = until
	for _, save := range []store.Review{other, again} {
		must(t, s.SaveReview(t.Context(), save))
		wantReview(t, s, other)
	}
}

func reviewShares(t *testing.T, s store.Store) {
	one, other := opening(0, 1).Key(), opening(1, 0).Key()
	for i, c := range []struct {
		key, channel string
		after        time.Duration
		first        bool
	}{
		{one, "1", 0, true},
		{one, "1", 0, false},
		{one, "2", time.Minute, true},
		{other, "1", time.Minute, true},
		{one, "1", store.ShareLife - time.Millisecond, false},
		{one, "1", store.ShareLife, true},
		{one, "1", store.ShareLife + time.Minute, false},
	} {
		first, err := s.ShareReview(t.Context(), c.key, c.channel, epoch.Add(c.after))
		if err != nil || first != c.first {
			t.Errorf("%d: %t, %v; want %t", i, first, err, c.first)
		}
	}
}

// given checks a match that begins from the position of another match (Match.Given). When it ends, it must have no
// head-to-head score and no effects on ratings.
func given(t *testing.T, s store.Store) {
	now := epoch
	m, err := match.New("a", alice, match.Person(alice), match.Person(bob), match.Options{Variant: game.Classic(3)}, game.X, now)
	if err == nil {
		m, err = m.From([]game.Square{game.At(0, 0), game.At(1, 0)})
	}
	must(t, err)
	r := match.Record{Match: m, Place: match.Place{Guild: "7", Channel: "1"}}
	mustCreate(t, s, r)
	wantStored(t, s, r)
	for _, step := range []func(match.Match) (match.Match, error){
		func(m match.Match) (match.Match, error) { return m.Accept(bob, game.X, now) },
		func(m match.Match) (match.Match, error) { return m.Play(alice, game.At(0, 1), now) },
		func(m match.Match) (match.Match, error) { return m.Play(bob, game.At(1, 1), now) },
		func(m match.Match) (match.Match, error) { return m.Play(alice, game.At(0, 2), now) },
	} {
		next, err := step(r.Match)
		must(t, err)
		mustSave(t, s, with(r, next), r.Match.Version)
		r = mustLoad(t, s, "a")
		if len(r.Match.Given) != 2 || r.Match.Validate() != nil {
			t.Errorf("%+v, %v", r.Match, r.Match.Validate())
		}
	}
	if r.Match.Result != (match.Result{Winner: game.X, Reason: match.ByLine}) || r.HeadToHead != (match.HeadToHead{}) || r.Effects[0].Unrated != "" || r.Effects[0].After != 0 {
		t.Errorf("it ended as %+v with the score %+v and the effects %+v", r.Match.Result, r.HeadToHead, r.Effects)
	}
	afterGiven(t, s)
}

// afterGiven plays a normal game after a game that began from another match's position. That earlier game must count
// neither in the head-to-head score of the day nor in a profile.
func afterGiven(t *testing.T, s store.Store) {
	t.Helper()
	whole := record("b", "1", time.Minute)
	whole.Match.Options = match.Options{Variant: game.Classic(3)}
	mustCreate(t, s, whole)
	accepted, err := whole.Match.Accept(bob, game.X, epoch)
	for _, move := range []game.Square{0, 1} {
		if err == nil {
			accepted, err = accepted.Play(accepted.ToMove().ID, move, epoch)
		}
	}
	if err == nil {
		accepted, err = accepted.Resign(bob, epoch)
	}
	must(t, err)
	mustSave(t, s, with(whole, accepted), whole.Match.Version)
	if got := mustLoad(t, s, "b").HeadToHead; got != (match.HeadToHead{Wins: [2]int{1, 0}}) {
		t.Errorf("the score of the day is %+v", got)
	}
	p, err := s.Profile(t.Context(), alice, alice)
	if err != nil || len(p.Records) != 1 || p.Records[0].Games() != 1 {
		t.Errorf("counted are %+v, %v", p.Records, err)
	}
	games, err := s.Finished(t.Context(), match.Query{Member: alice, Limit: 10})
	wantIDs(t, "finished", ids(games), err, "b", "a")
}

func TestOldReviewsAreRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		now := time.Now()
		of := func(s game.Square) store.ReviewedGame {
			return store.ReviewedGame{Variant: game.Classic(3), Begins: game.X, Moves: []game.Square{s}}
		}
		for _, r := range []store.Review{
			{Game: of(0), Version: "1", Text: "for ever"}, {Game: of(1), Until: now.Add(store.PastedLife)}, {Game: of(2), Version: "1", Text: "not long", Until: now},
		} {
			must(t, db.SaveReview(t.Context(), r))
		}
		if _, err := db.ShareReview(t.Context(), of(0).Key(), "1", now); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			after           time.Duration
			reviews, shares int
		}{{-time.Minute, 3, 1}, {time.Minute, 2, 1}, {store.ShareLife + time.Minute, 2, 0}, {store.PastedLife + time.Minute, 1, 0}} {
			db.PruneAll(t.Context(), now.Add(c.after))
			reviews, err := db.Texts(t.Context(), `SELECT review FROM reviews`)
			must(t, err)
			shares, err := db.Texts(t.Context(), `SELECT game FROM review_shares`)
			if err != nil || len(reviews) != c.reviews || len(shares) != c.shares {
				t.Errorf("after %v there are %q and %d notes, %v", c.after, reviews, len(shares), err)
			}
		}
	})
}

func TestGamesWithoutAResultAreRemoved(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		for _, reason := range []string{"aborted", "declined", "withdrawn", "expired", "abandoned"} {
			mustCreate(t, db, declined(record(match.ID(reason), "1", 0)))
			must(t, db.Exec(t.Context(), `UPDATE matches SET reason = id WHERE id = '`+reason+`'`))
		}
		mustCreate(t, db, record("open", "1", 0))
		mustCreate(t, db, resignedAt(record("won", "1", 0), epoch))
		must(t, db.Exec(t.Context(), `INSERT INTO votes (match_id, turn, member, choice, number) VALUES ('aborted', 0, '1', 'x', 1), ('won', 0, '1', 'x', 1)`))
		for _, c := range []struct {
			after          time.Duration
			matches, votes int
		}{{store.UndecidedLife - time.Minute, 7, 2}, {store.UndecidedLife + time.Minute, 2, 1}} {
			db.PruneAll(t.Context(), epoch.Add(c.after))
			ids, err := db.Texts(t.Context(), `SELECT id FROM matches`)
			voted, voteErr := db.Texts(t.Context(), `SELECT match_id FROM votes`)
			if err != nil || voteErr != nil || len(ids) != c.matches || len(voted) != c.votes {
				t.Errorf("after %v there are %q, and votes on %q, %v, %v", c.after, ids, voted, err, voteErr)
			}
		}
	})
}
