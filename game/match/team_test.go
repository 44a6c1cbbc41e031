package match_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

var teamOptions = match.Options{Variant: game.Classic(3), Clock: time.Minute}

// teamGame returns a match that alice owns, where a team plays X against the computer.
func teamGame(t *testing.T) match.Record {
	t.Helper()
	m, err := match.New("m", alice, match.Team("7"), computer, teamOptions, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	return match.Record{Match: m}
}

// voted returns votes for choices such as "a1 b2 a1", each from a different member.
func voted(choices string) (v match.Votes) {
	for i, choice := range strings.Fields(choices) {
		v = v.With(match.Vote{Member: string(rune('a' + i)), Choice: choice})
	}
	return v
}

func TestWhoMayPlayInATeam(t *testing.T) {
	t.Parallel()
	unclocked := teamOptions
	unclocked.Clock = 0
	for _, c := range []struct {
		x, o match.Player
		opts match.Options
		want error
	}{
		{match.Team("7"), computer, teamOptions, nil},
		{computer, match.Team("7"), teamOptions, nil},
		{match.Team("7"), match.Team("8"), teamOptions, nil},
		{match.Team("7"), match.Team("7"), teamOptions, match.ErrSelf},
		{match.Team("7"), computer, unclocked, match.ErrOptions},
		{match.Team("7"), match.Person(alice), teamOptions, match.ErrOptions},
		{match.Team("7"), nobody, teamOptions, match.ErrOptions},
	} {
		m, err := match.New("m", alice, c.x, c.o, c.opts, game.X, t0)
		if !errors.Is(err, c.want) {
			t.Errorf("%+v against %+v with %v: %v, want %v", c.x, c.o, c.opts.Clock, err, c.want)
		}
		if err == nil && (m.Validate() != nil || !m.Options.Casual || m.IsCounted() || m.Side(alice) != game.Empty) {
			t.Errorf("%+v: %v", m, m.Validate())
		}
	}
	for what, change := range map[string]func(*match.Match){
		"no clock":        func(m *match.Match) { m.Options.Clock = 0 },
		"a member":        func(m *match.Match) { m.Players[1] = match.Person(alice) },
		"two kinds":       func(m *match.Match) { m.Players[0].ID = alice },
		"against itself":  func(m *match.Match) { m.Players[1] = m.Players[0] },
		"without anybody": func(m *match.Match) { m.Starter = "" },
	} {
		m := teamGame(t).Match
		if change(&m); !errors.Is(m.Validate(), match.ErrInvalid) {
			t.Errorf("a team with %s is valid", what)
		}
	}
}

func TestMostVotesWin(t *testing.T) {
	t.Parallel()
	for choices, want := range map[string]string{
		"a1":                "a1 1",
		"b2 a1 a1":          "a1 2, b2 1",
		"a1 b2 b2 a1":       "b2 2, a1 2", // b2 reached two votes first
		"c3 a1 b2":          "c3 1, a1 1, b2 1",
		"c3 a1 b2 b2 a1 c3": "b2 2, a1 2, c3 2",
	} {
		var got []string
		for _, c := range voted(choices).Tally() {
			got = append(got, c.Choice+" "+string(rune('0'+c.Votes)))
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", choices, text, want)
		}
	}
	v := voted("a1 b2").With(match.Vote{Member: "a", Choice: "b2"})
	if v.Cast != 3 || len(v.Now) != 2 || v.Of("a") != "b2" || v.Of("c") != "" {
		t.Errorf("after a second vote of a member's: %+v", v)
	}
}

func TestTheClockClosesAVote(t *testing.T) {
	t.Parallel()
	at := func(seconds int) time.Time { return t0.Add(time.Duration(seconds) * time.Second) }
	r := teamGame(t)
	if m := r.TickAfter(t0, at(59)); m.Version != 1 {
		t.Error("the vote closes early")
	}
	if m := r.Match.Tick(at(60)); m.Version != 1 {
		t.Error("the match closes a vote that it does not know")
	}
	r.Votes = voted("b2 a1 a1")
	moved := r.TickAfter(t0, at(60))
	if last, _ := moved.Last(); last.String() != "a1" || moved.Version != 2 || !moved.ToMove().IsComputer() || moved.Validate() != nil {
		t.Errorf("the vote is closed as %+v", moved)
	}
	if r.With(moved).Votes.Now != nil || r.With(moved).Votes.Cast != 3 {
		t.Error("votes on a move that was made are left")
	}
	if again := r.TickAfter(at(60), at(61)); len(again.Moves) > 0 || !again.Deadline.Equal(at(121)) || again.Warned {
		t.Errorf("a vote that closed while nobody could vote: %+v", again)
	}

	r.Votes = match.Votes{}
	extended := r.With(r.TickAfter(t0, at(60)))
	waits := at(60).Add(match.IdleLife)
	if m := extended.Match; m.Version != 2 || !m.AwaitsVotes() || !m.Deadline.Equal(waits) || m.Poll() != 1 || m.Validate() != nil {
		t.Errorf("without votes: %+v", m)
	}
	if m := extended.TickAfter(t0, waits); m.Result.Reason != match.Aborted || m.Validate() != nil {
		t.Errorf("without votes for a month, and before both had moved: %+v", m.Result)
	}
	begun := extended.Match.BeginVote(at(3600))
	if begun.AwaitsVotes() || !begun.Deadline.Equal(at(3660)) || !begun.Shows(2) || begun.Validate() != nil {
		t.Errorf("the first vote starts the clock: %+v", begun)
	}
	extended = extended.With(begun)
	extended.Votes = voted("c3")
	played := extended.With(extended.TickAfter(t0, at(3660)))
	replied, err := played.Match.PlayComputer(game.At(0, 0), at(3660))
	if err != nil {
		t.Fatal(err)
	}
	played = played.With(replied)
	for _, now := range []time.Time{at(3720), at(3720).Add(match.IdleLife)} {
		played = played.With(played.TickAfter(t0, now))
	}
	if want := (match.Result{Winner: game.O, Reason: match.ByTimeout}); played.Match.Result != want || played.Match.Validate() != nil {
		t.Errorf("who does not vote any more: %+v, %v", played.Match.Result, played.Match.Validate())
	}
}

// Once two teams have moved, a team that does not vote has the whole time once more, and then loses.
func TestATeamDoesNotKeepAnotherWaiting(t *testing.T) {
	t.Parallel()
	r := teamGame(t)
	r.Match.Players[1] = match.Team("8")
	at := t0
	for moves := range 3 {
		at = at.Add(time.Minute)
		waits := r.With(r.TickAfter(t0, at)).Match
		if waits.AwaitsVotes() != (moves < 2) || waits.Deadline.Equal(at.Add(time.Minute)) != (moves == 2) {
			t.Errorf("after %d moves it waits until %v: %+v", moves, waits.Deadline, waits)
		}
		if lost := r.With(waits).TickAfter(t0, at.Add(time.Minute)); (lost.Result.Reason == match.ByTimeout) != (moves == 2) {
			t.Errorf("after %d moves: %+v", moves, lost.Result)
		}
		r.Votes = voted([]string{"a1", "b2", "c3"}[moves])
		r = r.With(r.TickAfter(t0, at))
	}
}

func TestWhatATeamCannotDo(t *testing.T) {
	t.Parallel()
	r := teamGame(t)
	_, drawn := r.Match.OfferDraw(alice, t0)
	_, back := r.Match.AskTakeback(alice, t0)
	_, played := r.Match.Play(alice, game.At(0, 0), t0)
	_, unvoted := r.PlayVoted(t0)
	_, resigned := r.Match.Resign(bob, t0)
	for what, err := range map[string]error{"a draw": drawn, "a takeback": back, "a move alone": played, "resignation": resigned} {
		if !errors.Is(err, match.ErrNotYours) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if !errors.Is(unvoted, match.ErrNoVotes) {
		t.Errorf("without votes: %v", unvoted)
	}
	r.Votes = voted("b2")
	moved, err := r.PlayVoted(t0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.With(moved).PlayVoted(t0); !errors.Is(err, match.ErrNotYourTurn) {
		t.Errorf("out of turn: %v", err)
	}
	if stopped, err := moved.Resign(alice, t0); err != nil || stopped.Result.Reason != match.Aborted || stopped.Validate() != nil {
		t.Errorf("stopped: %+v, %v", stopped.Result, err)
	}
}

func TestOneTeamChallengesAnother(t *testing.T) {
	t.Parallel()
	m, err := match.New("m", alice, match.Team("7"), match.Team("8"), teamOptions, game.X, t0)
	if err != nil || m.Status != match.Challenge || m.Validate() != nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if _, err := m.Accept(bob, game.X, t0); !errors.Is(err, match.ErrNotForYou) {
		t.Errorf("accepted as a member's: %v", err)
	}
	begun, err := m.AnswerTeam(true, game.X, t0)
	if err != nil || !begun.VoteRuns() || begun.SideOf("8") != game.O || begun.SideOf("9") != game.Empty || begun.Validate() != nil {
		t.Errorf("%+v, %v", begun, err)
	}
	if _, err := begun.AnswerTeam(true, game.X, t0); !errors.Is(err, match.ErrStarted) {
		t.Errorf("accepted twice: %v", err)
	}
	if declined, err := m.AnswerTeam(false, game.X, t0); err != nil || declined.Result.Reason != match.Declined || declined.Validate() != nil {
		t.Errorf("%+v, %v", declined, err)
	}
	if _, err := m.AnswerTeam(true, game.X, t0.Add(match.ChallengeLife)); !errors.Is(err, match.ErrExpired) {
		t.Errorf("accepted too late: %v", err)
	}
}

func TestWhoWasRight(t *testing.T) {
	t.Parallel()
	m, err := match.New("m", alice, computer, computer, teamOptions, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	r := match.Record{Match: m, Votes: voted("x o draw x")}
	if !m.MayGuess() || m.Poll() != match.PollOnEnd || len(r.Guessed()) != 0 {
		t.Errorf("at the beginning: %t, %d, %v", m.MayGuess(), m.Poll(), r.Guessed())
	}
	for i, s := range []game.Square{game.At(0, 0), game.At(1, 0), game.At(0, 1), game.At(1, 1), game.At(0, 2)} {
		if r.Match.MayGuess() != (i < 3) {
			t.Errorf("after %d moves members may say who wins: %t", i, r.Match.MayGuess())
		}
		if m, err = r.Match.PlayComputer(s, t0); err != nil {
			t.Fatal(err)
		}
		r = r.With(m)
	}
	if got := strings.Join(r.Guessed(), " "); got != "a d" {
		t.Errorf("right were %q", got)
	}
}

func TestWhereATeamSeesTheMatch(t *testing.T) {
	t.Parallel()
	of := func(x, o match.Player, mirror string) match.Record {
		m, err := match.New("m", alice, x, o, teamOptions, game.X, t0)
		if err != nil {
			t.Fatal(err)
		}
		return match.Record{Match: m, Place: match.Place{Channel: "70"}, Mirror: match.Mirror{Channel: mirror}} // 70 is a thread of channel 7
	}
	for _, c := range []struct {
		r       match.Record
		channel string
		side    game.Mark
		rival   string
	}{
		{of(match.Team("7"), computer, ""), "70", game.X, ""},
		{of(match.Team("7"), computer, ""), "7", game.Empty, ""},
		{of(match.Team("7"), computer, ""), "", game.Empty, ""},
		{of(computer, match.Team("7"), ""), "70", game.O, ""},
		{of(match.Team("7"), match.Team("8"), "8"), "70", game.X, "8"},
		{of(match.Team("7"), match.Team("8"), "8"), "8", game.O, "7"},
		{of(match.Team("8"), match.Team("7"), "8"), "70", game.O, "8"},
		{of(match.Team("8"), match.Team("7"), "8"), "8", game.X, "7"},
		{of(match.Team("8"), match.Team("7"), "8"), "9", game.Empty, ""},
	} {
		if side, rival := c.r.TeamIn(c.channel), c.r.RivalOf(c.channel); side != c.side || rival != c.rival {
			t.Errorf("%+v in %q: %v against %q, want %v against %q", c.r.Match.Players, c.channel, side, rival, c.side, c.rival)
		}
	}
}
