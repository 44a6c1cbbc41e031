package database_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// epoch is the time at which the first matches in these tests are created. It is in whole milliseconds, because stores
// keep times only to the millisecond.
var epoch = time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)

// testStore runs all tests of the contract of store.Store. Each call of `open` must return a new, empty store, which
// testStore closes.
func testStore(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	tests := map[string]func(*testing.T, store.Store){
		"whatever a match can be is loaded as it was": created,
		"a match that is not there":                   missing,
		"a save replaces the match":                   saved,
		"twenty racers and one winner":                racers,
		"the live message is no change":               message,
		"nothing is done for a caller who is gone":    cancelled,

		"a key is carried out once":               keyedOnce,
		"a change that fails leaves no key":       keyOfFailure,
		"twenty racers for one key":               keyRacers,
		"who changes the live message first":      messageRacers,
		"what a cap counts":                       capCounts,
		"what is stranded counts towards no cap":  strandedCountNot,
		"an accepted challenge counts for both":   capOfAccepting,
		"three hundred racers for a cap":          capRacers,
		"matches that a member watches":           capWatched,
		"what filled a channel is done, not full": capAfterDone,
		"a channel's unfinished matches":          unfinished,
		"a member's unfinished matches":           unfinishedOf,
		"what is due":                             due,
		"what waits for the computer":             waiting,
		"finished matches":                        finished,
		"finished matches page by page":           finishedPages,
		"who has played what":                     hasPlayed,
		"what players were told":                  ping,
		"what players were told is due":           pingDue,
		"twenty racers for a ping":                pingRacers,
		"a match moves to a thread":               moves,
		"the score of a day in a channel":         score,
		"a score is counted once":                 scoreStays,
		"one open challenge to a member":          challengeWaits,
		"three declined challenges in a day":      challengeDeclined,
		"three hundred racers for a challenge":    challengeRacers,
		"what a member has chosen":                member,
		"what was chosen for a server":            server,
		"settings that cannot be are not kept":    refusedSettings,
		"how long servers keep games":             keeping,
		"moves of old games are dropped":          dropMoves,
		"servers that removed the bot":            removedGuilds,
		"a server is forgotten":                   forgetGuild,
		"all that is kept of a member":            exported,
		"a member is forgotten":                   forgotten,
		"two opponents are forgotten":             bothForgotten,
		"a tournament is kept as it is":           tournaments,
		"a change of a tournament is made once":   keyedTournaments,
		"twenty racers for a tournament":          tournamentRacers,
		"tournaments to look after":               tournamentsDue,
		"who is forgotten in tournaments":         tournamentsForgotten,
		"votes of a team":                         votes,
		"votes on the end of a match":             votesOnEnd,
		"a vote is cast once":                     voteKeys,
		"sixty racers for a vote":                 voteRacers,
		"a forgotten member's votes go":           votesForgotten,
		"where the other team sees the match":     mirror,

		"what members do at puzzles":           puzzlers,
		"twenty racers for a puzzle":           puzzleRacers,
		"puzzles of days in servers":           dailies,
		"ten days in a row":                    daysInRow,
		"forty days together":                  func(t *testing.T, s store.Store) { fortyDays(t, s, s) },
		"who solves puzzles is forgotten":      puzzlersForgotten,
		"where the puzzle of a day is posted":  dailyPosts,
		"a game is rated once":                 ratedOnce,
		"two hundred racers for ten ratings":   ratedRacers,
		"what is rated":                        whatIsRated,
		"relayed moves gain nothing":           relayed,
		"rated games of two members in a day":  pairsPerDay,
		"what members achieve":                 achieved,
		"ladders":                              ladders,
		"leaderboards":                         leaders,
		"how members have played is exported":  exportedRatings,
		"ratings of a member who is forgotten": forgottenRatings,
		"seasons":                              seasons,
		"roles that members wear":              roles,
		"who has beaten the champion level":    championBeaters,
		"who waits to play the winner":         hill,
		"who waits is forgotten":               queueForgotten,
		"who is waited for is forgotten":       nextForgotten,
		"a match goes on from another one":     given,
		"a review is kept by its game":         reviews,
		"a review is shown once in a channel":  reviewShares,
		"how long a review is kept":            reviewLife,

		"three hundred racers for invitations": invitationRacers,
	}
	for limit, test := range limitTests {
		tests["deleting one's data resets no limit: "+limit] = test
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			test(t, s)
		})
	}
}

const (
	alice = "100"
	bob   = "200"
	carol = "300"
)

// record returns a challenge of alice's to bob in a channel, created at the epoch plus `age`.
func record(id match.ID, channel string, age time.Duration) match.Record {
	now := epoch.Add(age)
	return match.Record{
		Match: match.Match{
			ID: id, Version: 1, Starter: alice,
			Players:  [2]match.Player{match.Person(alice), match.Person(bob)},
			Options:  match.Options{Variant: game.Ultimate, Clock: time.Minute},
			Status:   match.Challenge,
			Deadline: now.Add(match.ChallengeLife),
			Created:  now, Changed: now,
		},
		Place: match.Place{Guild: "7", Channel: channel, Locale: "en-US", Style: "box"},
	}
}

// played returns a running match with some moves, a draw offer and a request to take back a move.
func played(m match.Match) match.Match {
	m.Version++
	m.Status = match.Playing
	m.Begins = game.O
	m.Moves = []game.Square{40, 30, 10}
	m.DrawOffer = game.X
	m.DrawOffered = [2]int{4, 1}
	m.TakebackAsk = game.O
	m.Changed = m.Changed.Add(time.Second)
	m.Deadline = m.Changed.Add(m.Options.Clock)
	return m
}

func declined(r match.Record) match.Record {
	r.Match.Status = match.Over
	r.Match.Result = match.Result{Reason: match.Declined}
	r.Match.Deadline = time.Time{}
	return r
}

func resignedAt(r match.Record, at time.Time) match.Record {
	r.Match = played(r.Match)
	r.Match.Status = match.Over
	r.Match.Result = match.Result{Winner: game.X, Reason: match.ByResignation}
	r.Match.DrawOffer, r.Match.TakebackAsk = game.Empty, game.Empty
	r.Match.Changed, r.Match.Deadline = at, time.Time{}
	r.HeadToHead.Wins[0] = 1 // as the store counts it
	return r
}

// seat returns a record with the players x and o. Player x becomes the match's starter.
func seat(r match.Record, x, o match.Player) match.Record {
	r.Match.Players = [2]match.Player{x, o}
	r.Match.Starter = x.ID
	return r
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustCreate(t *testing.T, s store.Store, records ...match.Record) {
	t.Helper()
	for _, r := range records {
		mustSave(t, s, r, 0)
	}
}

func mustSave(t *testing.T, s store.Store, r match.Record, expected int) {
	t.Helper()
	saved, err := s.Save(t.Context(), store.Change{Record: r, Expected: expected})
	if err != nil {
		t.Fatalf("Save %s expecting %d: %v", r.Match.ID, expected, err)
	}
	if diff := cmp.Diff(saved, mustLoad(t, s, r.Match.ID)); diff != "" {
		t.Errorf("stored is another match than the one that Save returned (-saved +stored):\n%s", diff)
	}
}

func saveExpecting(t *testing.T, s store.Store, r match.Record, expected int, key string) error {
	t.Helper()
	_, err := s.Save(t.Context(), store.Change{Record: r, Expected: expected, IdempotencyKey: key})
	return err
}

func with(r match.Record, m match.Match) match.Record {
	r.Match = m
	return r
}

func mustLoad(t *testing.T, s store.Store, id match.ID) match.Record {
	t.Helper()
	r, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatalf("Load %s: %v", id, err)
	}
	return r
}

// wantStored checks that the store has the record `want`. If `want` has no effects, the stored effects are not
// compared.
func wantStored(t *testing.T, s store.Store, want match.Record) {
	t.Helper()
	got := mustLoad(t, s, want.Match.ID)
	if cmp.Equal(want.Effects, [2]match.Effect{}) {
		got.Effects = want.Effects
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored is another match (-want +got):\n%s", diff)
	}
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

func ids(records []match.Record) []match.ID {
	var all []match.ID
	for _, r := range records {
		all = append(all, r.Match.ID)
	}
	return all
}
