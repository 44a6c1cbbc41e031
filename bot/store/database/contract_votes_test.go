package database_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// teamMatch creates a match against the computer, in which the members of channel 1 play as a team. Its starter is carol.
func teamMatch(t *testing.T, s store.Store, id match.ID) match.Record {
	t.Helper()
	m, err := match.New(id, carol, match.Team("1"), match.Computer("weak"),
		match.Options{Variant: game.Classic(3), Clock: time.Minute}, game.X, epoch)
	must(t, err)
	r := match.Record{Match: m, Place: match.Place{Guild: "7", Channel: "1"}}
	mustCreate(t, s, r)
	return r
}

func mustVote(t *testing.T, s store.Store, r match.Record, member, choice string) match.Record {
	t.Helper()
	after, err := s.Vote(t.Context(), r, match.Vote{Member: member, Choice: choice}, "")
	if err != nil {
		t.Fatalf("Vote: %v", err)
	}
	wantStored(t, s, after)
	return after
}

func wantVotes(t *testing.T, r match.Record, want string) {
	t.Helper()
	var got []string
	for _, v := range r.Votes.Now {
		got = append(got, v.Member+" "+v.Choice)
	}
	if strings.Join(got, ", ") != want {
		t.Errorf("the votes are %v, want %s", got, want)
	}
}

func votes(t *testing.T, s store.Store) {
	r := teamMatch(t, s, "a")
	wantStored(t, s, r)
	r = mustVote(t, s, r, alice, "a1")
	r = mustVote(t, s, r, bob, "b2")
	asBobSaw := r
	mustVote(t, s, r, carol, "a1")
	r = mustVote(t, s, asBobSaw, alice, "b2") // the record with which alice votes does not have carol's vote yet
	wantVotes(t, r, bob+" b2, "+carol+" a1, "+alice+" b2")
	if r.Match.Version != 1 || r.Votes.Cast != 4 {
		t.Errorf("after four votes it is %d votes and version %d", r.Votes.Cast, r.Match.Version)
	}
	wantError(t, "a ping without knowing all votes", s.SetPing(t.Context(), asBobSaw, match.Ping{Turn: epoch}), store.ErrVersion)
	wantError(t, "a place without knowing all votes", s.SetPlace(t.Context(), asBobSaw, match.Place{Channel: "2"}), store.ErrVersion)

	moved, err := r.PlayVoted(epoch.Add(time.Minute))
	must(t, err)
	wantError(t, "closing a vote without knowing all", saveExpecting(t, s, asBobSaw.With(moved), 1, ""), store.ErrVersion)
	mustSave(t, s, r.With(moved), 1)
	_, err = s.Vote(t.Context(), r, match.Vote{Member: alice, Choice: "c3"}, "")
	wantError(t, "a vote on what was decided", err, store.ErrVersion)
	after := mustLoad(t, s, "a")
	wantVotes(t, after, "")
	if text := wantExport(t, s, alice); strings.Contains(text, "b2") {
		t.Errorf("votes on moves that were made are kept:\n%s", text)
	}
	replied, err := after.Match.PlayComputer(game.At(0, 0), epoch.Add(time.Minute))
	must(t, err)
	mustSave(t, s, after.With(replied), 2)
	after = mustVote(t, s, after.With(replied), alice, "c3")
	wantVotes(t, after, alice+" c3")
	if text := wantExport(t, s, alice); !strings.Contains(text, `"choice": "c3"`) || !strings.Contains(text, `"move": 3`) {
		t.Errorf("her vote is not in\n%s", text)
	}
	_, err = s.Vote(t.Context(), match.Record{Match: match.Match{ID: "b", Version: 1}}, match.Vote{Member: alice, Choice: "c3"}, "51")
	wantError(t, "a vote in no match", err, store.ErrNotFound)
	_, err = s.CarriedOut(t.Context(), "51")
	wantError(t, "a vote that was not cast leaves no key", err, store.ErrNotFound)
}

func votesOnEnd(t *testing.T, s store.Store) {
	watched := against("a", match.Computer("weak"), match.Computer("strong"))
	watched.Starter = alice
	r := match.Record{Match: watched, Place: match.Place{Guild: "8", Channel: "4"}}
	mustCreate(t, s, r)
	r = mustVote(t, s, r, bob, match.GuessX)
	r = mustVote(t, s, r, carol, match.GuessO)
	moved, err := r.Match.PlayComputer(r.Match.Position().Moves()[0], epoch.Add(time.Minute))
	must(t, err)
	mustSave(t, s, r.With(moved), r.Match.Version)
	r = mustVote(t, s, r.With(moved), bob, match.GuessDraw)
	wantVotes(t, r, carol+" o, "+bob+" draw")
	stopped, err := r.Match.Resign(alice, epoch.Add(time.Minute))
	must(t, err)
	mustSave(t, s, r.With(stopped), r.Match.Version)
	wantVotes(t, mustLoad(t, s, "a"), carol+" o, "+bob+" draw")
}

func voteKeys(t *testing.T, s store.Store) {
	r := teamMatch(t, s, "b")
	first := match.Vote{Member: alice, Choice: "a1"}
	after, err := s.Vote(t.Context(), r, first, "51")
	wantError(t, "Vote", err, nil)
	wantCarriedOut(t, s, "51", "b")
	r = mustVote(t, s, after, alice, "b2")
	_, err = s.Vote(t.Context(), r, first, "51")
	wantDone(t, "the same vote", err, "b")
	wantStored(t, s, r)
}

func voteRacers(t *testing.T, s store.Store) {
	r := teamMatch(t, s, "a")
	var racers sync.WaitGroup
	var mu sync.Mutex
	cast := 0
	for i := range 60 {
		racers.Go(func() {
			_, err := s.Vote(t.Context(), r, match.Vote{Member: strconv.Itoa(1000 + i), Choice: "b2"}, strconv.Itoa(i))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				cast++
			case !errors.Is(err, store.ErrVersion):
				t.Errorf("Vote: %v", err)
			}
		})
	}
	closed := 0
	racers.Go(func() {
		for closed == 0 && t.Context().Err() == nil {
			now, err := s.Load(t.Context(), "a")
			if err != nil || len(now.Votes.Now) < 20 {
				continue
			}
			moved, err := now.PlayVoted(epoch.Add(time.Minute))
			if err == nil {
				err = saveExpecting(t, s, now.With(moved), 1, "")
			}
			switch {
			case err == nil:
				closed = len(now.Votes.Now)
			case !errors.Is(err, store.ErrVersion):
				t.Errorf("closing: %v", err)
				return
			}
		}
	})
	racers.Wait()
	if closed != cast {
		t.Errorf("%d votes were cast, and the vote was closed with %d", cast, closed)
	}
}

func votesForgotten(t *testing.T, s store.Store) {
	r := teamMatch(t, s, "a")
	r = mustVote(t, s, r, alice, "a1")
	r = mustVote(t, s, r, bob, "b2")
	own := teamMatch(t, s, "b")
	mustVote(t, s, own, bob, "b2")
	mustForget(t, s, alice)
	after := mustLoad(t, s, "a")
	wantVotes(t, after, bob+" b2")
	moved, err := r.PlayVoted(epoch.Add(time.Minute))
	must(t, err)
	wantError(t, "closing with the votes of the forgotten", saveExpecting(t, s, r.With(moved), 1, ""), store.ErrVersion)
	dropped, err := s.Forget(t.Context(), carol) // the starter of both matches
	slices.Sort(dropped)
	wantIDs(t, "dropped", dropped, err, "a", "b")
	if text := wantExport(t, s, bob); strings.Contains(text, "b2") {
		t.Errorf("a vote in no match is in\n%s", text)
	}
}

// mirror checks a match between two teams, which needs a second board. The match must be due until SetMirror stores the
// message with that board, and only the first SetMirror may have an effect.
func mirror(t *testing.T, s store.Store) {
	m, err := match.New("a", carol, match.Team("1"), match.Team("2"), match.Options{Variant: game.Classic(3), Clock: time.Minute}, game.X, epoch)
	must(t, err)
	r := match.Record{Match: m, Place: match.Place{Guild: "7", Channel: "1"}, Mirror: match.Mirror{Channel: "2"}}
	mustCreate(t, s, r)
	wantStored(t, s, r)
	soon := epoch.Add(time.Minute)
	due, err := s.Due(t.Context(), soon, match.Cursor{}, 10)
	wantIDs(t, "due", entryIDs(due), err, "a")
	for _, message := range []string{"91", "92"} {
		if noted, err := s.SetMirror(t.Context(), "a", message); noted != "91" || err != nil {
			t.Errorf("SetMirror: %s, %v", noted, err)
		}
	}
	before := r
	r.Mirror.Message = "91"
	wantStored(t, s, r)
	due, err = s.Due(t.Context(), soon, match.Cursor{}, 10)
	wantIDs(t, "due after it was noted", entryIDs(due), err)
	begun, err := r.Match.AnswerTeam(true, game.X, epoch.Add(time.Second))
	must(t, err)
	wantError(t, "Save from what was", saveExpecting(t, s, before.With(begun), 1, ""), store.ErrVersion)
	mustSave(t, s, r.With(begun), 1)
	_, err = s.SetMirror(t.Context(), "b", "91")
	wantError(t, "SetMirror of no match", err, store.ErrNotFound)
}
