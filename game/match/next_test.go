package match_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// ended plays a new match to its end. If `winner` is a side, the other side resigns; if it is Empty, the game is drawn.
func ended(t *testing.T, m match.Match, winner game.Mark, now time.Time) match.Match {
	t.Helper()
	moves := squares(t, "a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2") // a draw
	if winner != game.Empty {
		moves = moves[:2]
	}
	for _, s := range moves {
		m = must(t)(m.Play(m.ToMove().ID, s, now))
	}
	if winner != game.Empty {
		return must(t)(m.Resign(m.Player(winner.Opponent()).ID, now))
	}
	return m
}

func sound(t *testing.T, m match.Match) {
	t.Helper()
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
}

// TestRandomSeries plays random series. No series may have more games than its length, and the
// score must equal an independent count by players.
func TestRandomSeries(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	ends := map[string]int{}
	for n := range uint64(500) {
		rng := rand.New(rand.NewPCG(*seed, n))
		of := match.SeriesLengths[rng.IntN(3)]
		opts := match.Options{Variant: game.Classic(3), BestOf: of, First: match.First(rng.IntN(3))}
		m := must(t)(match.New("m1", alice, match.Person(alice), match.Person(bob), opts, game.X, t0))
		sound(t, m)
		m = must(t)(m.Accept(bob, match.Toss(rng.IntN), t0))
		points, games := map[string]int{}, 0 // in half points
		for now := t0; ; now = now.Add(time.Hour) {
			games++
			if m.SeriesGame() != games {
				t.Fatalf("life %d: game %d calls itself %d", n, games, m.SeriesGame())
			}
			result := game.Mark(rng.IntN(3))
			if rng.IntN(40) == 0 {
				m = must(t)(m.Resign(alice, now)) // aborts the game, because fewer than two moves were made
			} else {
				m = ended(t, m, result, now)
				for side := game.X; side <= game.O; side++ {
					points[m.Player(side).ID] += 1 + map[game.Mark]int{side: 1, side.Opponent(): -1}[result]
				}
			}
			sound(t, m)
			got := m.SeriesScore().HalfPoints()
			if got != [2]int{points[m.Players[0].ID], points[m.Players[1].ID]} {
				t.Fatalf("life %d: %v of %v, want %v", n, got, m.Players, points)
			}
			winner, over := m.SeriesResult()
			wantOver, wantWinner := games == of || !m.Result.Decided(), ""
			for member, p := range points {
				if p > of && m.Result.Decided() {
					wantOver, wantWinner = true, member
				}
			}
			if points[alice] != points[bob] && games == of && m.Result.Decided() && wantWinner == "" {
				t.Fatalf("life %d: unequal, and nobody has won: the test is wrong", n)
			}
			if over != wantOver || m.Player(winner).ID != wantWinner || m.GoesOn() == over {
				t.Fatalf("life %d: after %v (%+v) over: %t, won by %v", n, points, m.Result, over, m.Player(winner))
			}
			if over {
				ends[strconv.FormatBool(winner == game.Empty)+strconv.FormatBool(games == of)]++
				_, err := m.Next(alice, now)
				wantRefusal(t, "a game after the last", err, match.ErrNoNext)
				break
			}
			presser := []string{alice, bob}[rng.IntN(2)]
			next := must(t)(m.Next(presser, now))
			sound(t, next)
			if next.Players != [2]match.Player{m.Players[1], m.Players[0]} || next.ID != m.ID.Next() || next.Begins != game.X {
				t.Fatalf("life %d: the next is %+v", n, next)
			}
			m = next
		}
	}
	if len(ends) != 4 {
		t.Errorf("not every way to end was tried: %v", ends)
	}
}

func wantRefusal(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func TestASeriesWaitsForADay(t *testing.T) {
	t.Parallel()
	m := ended(t, started(t, match.Person(bob), match.Options{Variant: game.Classic(3), BestOf: 3}), game.X, t0)
	_, err := m.Next(carol, t0)
	wantRefusal(t, "a stranger", err, match.ErrNotYours)
	if early := m.Tick(t0.Add(match.SeriesPause - 1)); early.Version != m.Version {
		t.Error("it did not wait")
	}
	later := t0.Add(match.SeriesPause)
	if waits := m.TickAfter(later, later); !waits.GoesOn() || !waits.Deadline.Equal(later.Add(match.SeriesPause)) {
		t.Errorf("while the bot was away it came to %+v", waits)
	}
	over := m.Tick(later)
	sound(t, over)
	_, err = over.Next(alice, later)
	wantRefusal(t, "after a day", err, match.ErrNoNext)
	if winner, decided := over.SeriesResult(); decided || winner != game.Empty || over.EndsNow() || !m.EndsNow() || !over.Changed.Equal(m.Changed) {
		t.Errorf("it is %+v", over)
	}
	gone := m.Continue()
	sound(t, gone)
	_, err = gone.Next(alice, later)
	wantRefusal(t, "a second next", err, match.ErrContinued)
	for _, opts := range []match.Options{{Variant: game.Classic(3), BestOf: 4}, {Variant: game.Classic(3), BestOf: -1}} {
		_, err := match.New("m2", alice, match.Person(alice), nobody, opts, game.X, t0)
		wantRefusal(t, "a series of such a length", err, match.ErrOptions)
	}
	_, err = match.New("m2", alice, match.Person(alice), computer, match.Options{Variant: game.Classic(3), BestOf: 3}, game.X, t0)
	wantRefusal(t, "a series against the computer", err, match.ErrOptions)
}

func TestTheQueue(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), classic3)
	version := m.Version
	for _, member := range []string{carol, "dave", "eve"} {
		m = must(t)(m.Join(member))
		sound(t, m)
	}
	if !m.Shows(version) || m.Shows(version-1) || m.Shows(m.Version+1) {
		t.Error("the queue has made the board an old one")
	}
	_, err := m.Join(carol)
	wantRefusal(t, "twice", err, match.ErrQueued)
	_, err = m.Join(bob)
	wantRefusal(t, "a player", err, match.ErrPlays)
	_, err = m.Leave("zoe", t0)
	wantRefusal(t, "nobody", err, match.ErrNotQueued)
	m = must(t)(m.Leave("dave", t0))
	full := m
	for i := range match.MaxQueue - 2 {
		full = must(t)(full.Join("w" + strconv.Itoa(i)))
	}
	_, err = full.Join("zoe")
	wantRefusal(t, "one too many", err, match.ErrQueueFull)
	m = ended(t, m, game.O, at(10))
	sound(t, m)
	if h := m.Hill; h.Stays != game.O || h.Won != 1 || !m.Deadline.Equal(at(10).Add(match.HillPause)) {
		t.Errorf("after the end: %+v", m)
	}
	_, err = m.Join("zoe")
	wantRefusal(t, "after the end", err, match.ErrOver)
	_, err = m.Leave("eve", t0)
	wantRefusal(t, "who is not next", err, match.ErrOver)
	_, err = m.Next("eve", at(20))
	wantRefusal(t, "who is not next", err, match.ErrNotNext)
	next := must(t)(m.Next(carol, at(20)))
	sound(t, next)
	if next.Players != [2]match.Player{match.Person(carol), match.Person(bob)} || next.Options.Clock != match.HillClock ||
		next.King() != game.O || next.Hill.Streak != 1 || !slices.Equal(next.Hill.Queue, []string{"eve"}) {
		t.Errorf("the next is %+v", next)
	}
	skipped := m.Tick(at(130))
	sound(t, skipped)
	if skipped.Hill.Queue[0] != "eve" || !skipped.Deadline.Equal(at(130).Add(match.HillPause)) {
		t.Errorf("carol did not come: %+v", skipped)
	}
	nobodyLeft := must(t)(skipped.Leave("eve", at(131)))
	sound(t, nobodyLeft)
	if nobodyLeft.GoesOn() || !nobodyLeft.IsHill() {
		t.Errorf("nobody is left: %+v", nobodyLeft)
	}
	for name, c := range map[string]struct{ queued match.Match }{
		"series":   {started(t, match.Person(bob), match.Options{Variant: game.Classic(3), BestOf: 3})},
		"computer": {started(t, computer, classic3)},
	} {
		_, err = c.queued.Join(carol)
		wantRefusal(t, name, err, match.ErrNoQueue)
	}
}

// TestRandomHill plays random games of a Hill ("winner stays on"): members join and leave the queue, and some do not
// come when it is their turn. The member who stays on and the winning streak must equal an independent count. After a
// game the winner must wait for the next member if and only if the queue is not empty.
func TestRandomHill(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	longest := 0
	for n := range uint64(300) {
		rng := rand.New(rand.NewPCG(*seed, n))
		m := started(t, match.Person(bob), classic3)
		king, row := "", 0
		for games := 0; ; games++ {
			for range rng.IntN(4) {
				if joined, err := m.Join("w" + strconv.Itoa(rng.IntN(20))); err == nil && games < 20 {
					m = joined
				} else if left, err := m.Leave("w"+strconv.Itoa(rng.IntN(20)), t0); err == nil {
					m = left
				}
				sound(t, m)
			}
			x, o, waiting := m.Players[0].ID, m.Players[1].ID, slices.Clone(m.Hill.Queue)
			if games > 0 && o != king {
				t.Fatalf("life %d: %s is king, want %s", n, o, king)
			}
			switch result := rng.IntN(4); result {
			case 3: // somebody leaves before two moves were made
				leaves := []string{x, o}[rng.IntN(2)]
				m = must(t)(m.Resign(leaves, t0))
				if leaves == o {
					king, row = x, 0
				} else if king != o {
					king, row = o, 0
				}
			default:
				m = ended(t, m, game.Mark(result), t0)
				switch winner := m.Player(game.Mark(result)).ID; {
				case result == 0 && king != o:
					king, row = o, 0
				case result == 0:
				case winner == king:
					row++
				default:
					king, row = winner, 1
				}
			}
			sound(t, m)
			longest = max(longest, row)
			if len(waiting) == 0 && games == 0 {
				break // nobody joined the queue
			}
			if m.Player(m.Hill.Stays).ID != king || m.Hill.Won != row || m.GoesOn() != (len(waiting) > 0) {
				t.Fatalf("life %d: %+v, want %s with %d", n, m, king, row)
			}
			for m.GoesOn() && rng.IntN(4) == 0 {
				m = m.Tick(m.Deadline)
				sound(t, m)
			}
			if !m.GoesOn() {
				break
			}
			m = must(t)(m.Next(m.Hill.Queue[0], t0))
			sound(t, m)
		}
	}
	if longest < 3 {
		t.Errorf("the longest row is %d", longest)
	}
}

func TestForgetQueued(t *testing.T) {
	t.Parallel()
	m := must(t)(must(t)(started(t, match.Person(bob), classic3).Join(carol)).Join("dave"))
	left, did := m.ForgetQueued(carol, t0)
	sound(t, left)
	if !did || left.Queued(carol) || !left.Queued("dave") || left.Version != m.Version+1 {
		t.Errorf("%+v", left)
	}
	if _, did := left.ForgetQueued(carol, t0); did {
		t.Error("forgotten twice")
	}
	over := ended(t, m, game.X, t0)
	next, _ := over.ForgetQueued(carol, at(60))
	sound(t, next)
	if next.Hill.Queue[0] != "dave" || !next.Deadline.Equal(at(60).Add(match.HillPause)) {
		t.Errorf("%+v", next)
	}
}

func TestWhoFollowsIsToldOfTheTurn(t *testing.T) {
	t.Parallel()
	m := must(t)(started(t, match.Person(bob), classic3).Join(carol))
	r := match.Record{Match: ended(t, m, game.X, t0)}
	if notice, member := r.Notice(t0); notice != match.NextUp || member != carol {
		t.Errorf("%d to %q", notice, member)
	}
	r.Ping = match.Ping{Turn: r.Match.Turn(), Told: match.NextUp}
	if notice, _ := r.Notice(at(100)); notice != match.NoNotice || r.PingIsOld() {
		t.Error("she is told twice")
	}
	r.Ping.Message = "9"
	r.Match = r.Match.Continue()
	if due, ok := r.Due(); !r.PingIsOld() || !ok || due.After(at(0)) {
		t.Error("the ping stays")
	}
	next := match.Record{Match: must(t)(ended(t, m, game.X, t0).Next(carol, at(10)))}
	if notice, _ := next.Notice(at(30)); notice != match.NoNotice {
		t.Errorf("%d: there was no challenge", notice)
	}
	if notice, member := next.Notice(at(71)); notice != match.YourTurn || member != carol {
		t.Errorf("%d to %q", notice, member)
	}
}
