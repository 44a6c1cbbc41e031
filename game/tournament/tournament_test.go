package tournament_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

// started returns a tournament of n players that has started. The first player is the strongest.
func started(t *testing.T, n int, system tournament.System) (tournament.Tournament, func(int) int) {
	t.Helper()
	pick := rand.New(rand.NewPCG(1, 2)).IntN
	tour, err := tournament.New("t1", organiser, options(system), t0)
	for i := range n {
		if err == nil {
			tour, err = tour.Register(member(i), 2000-i, t0)
		}
	}
	if err == nil {
		tour, err = tour.Start(organiser, pick, t0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tour, pick
}

// must returns a function that returns the tournament of a call such as t.Pause, and fails the test if the call returns
// an error. Use it as must(t)(call).
func must(t *testing.T) func(tournament.Tournament, error) tournament.Tournament {
	return func(tour tournament.Tournament, err error) tournament.Tournament {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return tour
	}
}

func TestSystemByNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players int
		chosen  tournament.System
		want    tournament.System
		rounds  int
	}{
		{2, tournament.ByNumber, tournament.RoundRobin, 1},
		{5, tournament.ByNumber, tournament.RoundRobin, 5},
		{6, tournament.ByNumber, tournament.RoundRobin, 5},
		{7, tournament.ByNumber, tournament.Swiss, 4},
		{9, tournament.ByNumber, tournament.Swiss, 5},
		{64, tournament.ByNumber, tournament.Swiss, 7},
		{2, tournament.Elimination, tournament.Elimination, 1},
		{9, tournament.Elimination, tournament.Elimination, 4},
	} {
		tour, _ := started(t, c.players, c.chosen)
		if tour.System != c.want || tour.RoundsInAll() != c.rounds {
			t.Errorf("%d players: system %d with %d rounds, want %d with %d",
				c.players, tour.System, tour.RoundsInAll(), c.want, c.rounds)
		}
	}
}

func TestRegistration(t *testing.T) {
	t.Parallel()
	fresh, err := tournament.New("t1", organiser, options(tournament.ByNumber), t0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fresh.Start(organiser, rand.IntN, t0); !errors.Is(err, tournament.ErrTooFew) {
		t.Errorf("start of nobody: %v", err)
	}
	if _, err := fresh.Register(match.Anonymous, 0, t0); !errors.Is(err, tournament.ErrNotPlayer) {
		t.Errorf("an anonymous player: %v", err)
	}
	full := fresh
	for i := range tournament.MaxPlayers {
		full = must(t)(full.Register(member(i), 0, t0))
	}
	if _, err := full.Register("7", 0, t0); !errors.Is(err, tournament.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	if again := must(t)(full.Register(member(3), 0, t0)); again.Version != full.Version {
		t.Error("who registers twice makes a new version")
	}
	if less := must(t)(full.Withdraw(member(3), t0)); len(less.Players) != tournament.MaxPlayers-1 {
		t.Errorf("%d players when one has withdrawn", len(less.Players))
	}
	if _, err := full.Start(member(3), rand.IntN, t0); !errors.Is(err, tournament.ErrNotOrganiser) {
		t.Errorf("a player starts: %v", err)
	}
	running := must(t)(full.Start(organiser, rand.IntN, t0))
	if _, err := running.Register("7", 0, t0); !errors.Is(err, tournament.ErrStarted) {
		t.Errorf("too late: %v", err)
	}
	if late := full.Tick(t0.Add(tournament.IdleLife)); !late.Stopped {
		t.Error("a tournament that nobody starts waits for ever")
	}
	bad := options(tournament.Swiss)
	if _, err := tournament.New("t1", organiser, bad, t0); !errors.Is(err, match.ErrOptions) {
		t.Errorf("a system that is not to be chosen: %v", err)
	}
}

// TestNumbers checks that players are numbered by rating, and in random order if their ratings are equal.
func TestNumbers(t *testing.T) {
	t.Parallel()
	var orders [2]string
	for seed := range orders {
		tour, err := tournament.New("t1", organiser, options(tournament.ByNumber), t0)
		for i := range 20 {
			if err == nil {
				tour, err = tour.Register(member(i), i/10, t0)
			}
		}
		if err == nil {
			tour, err = tour.Start(organiser, rand.New(rand.NewPCG(uint64(seed), 0)).IntN, t0)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range tour.Players {
			if p.Rating != 1-i/10 {
				t.Errorf("number %d has the rating %d", i+1, p.Rating)
			}
			orders[seed] += p.ID + " "
		}
	}
	if orders[0] == orders[1] {
		t.Errorf("equal players have no lot: %s", orders[0])
	}
}

// TestMatchIsTheSameAgain checks that Match, called twice for a pairing, returns a match with the same id and players.
// So if a process stops after pairing and before posting, the next process posts the same games, not different ones.
func TestMatchIsTheSameAgain(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 4, tournament.ByNumber)
	if _, err := tour.Next(pick, t0); !errors.Is(err, tournament.ErrRoundOpen) {
		t.Errorf("the round is paired twice: %v", err)
	}
	open := tour.Open()
	if len(open) != 2 {
		t.Fatalf("open: %+v", open)
	}
	for _, p := range open {
		a, errA := tour.Match(p, t0)
		b, errB := tour.Match(p, t0.Add(time.Minute))
		if errA != nil || errB != nil || a.ID != b.ID || a.Players != b.Players {
			t.Errorf("%+v (%v) and then %+v (%v)", a, errA, b, errB)
		}
		x, o := match.Person(tour.Players[p.X].ID), match.Person(tour.Players[p.O].ID)
		if a.Status != match.Playing || a.Players != [2]match.Player{x, o} || a.ID != p.Game() {
			t.Errorf("the match of %+v is %+v", p, a)
		}
	}
}

// TestNoShows checks that a player who does not make a first move is absent, that the clock for
// that move is longer, and that a pause stops only the next round.
func TestNoShows(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 6, tournament.ByNumber)
	open := tour.Open()
	for i, moves := range []int{0, 1, 2} {
		m, err := tour.Match(open[i], t0)
		if err != nil {
			t.Fatal(err)
		}
		now := t0
		for k := range moves {
			now = now.Add(time.Minute)
			if m, err = m.Play(m.ToMove().ID, game.Square(k), now); err != nil {
				t.Fatal(err)
			}
		}
		clock := tournament.FirstClock
		if moves == 2 {
			clock = tour.Options.Match.Clock
		}
		if due := m.Deadline; !due.Equal(now.Add(clock)) || tour.OutcomeOf(m) != tournament.Open {
			t.Errorf("after %d moves the next is due at %v, want %v after %v", moves, due, clock, now)
		}
		tour = must(t)(tour.Pause(organiser, now))
		tour = must(t)(tour.Report(m.ID, tour.OutcomeOf(m.Tick(now.Add(clock))), now))
		if _, err := tour.Next(pick, now); !errors.Is(err, tournament.ErrPaused) {
			t.Errorf("next in a pause: %v", err)
		}
		tour = must(t)(tour.Resume(organiser, now))
	}
	want := []tournament.PairingResult{tournament.XAbsent, tournament.OAbsent, tournament.OWon}
	for i, p := range tour.Rounds[0] {
		if p.Outcome != want[i] {
			t.Errorf("pairing %d has the outcome %d, want %d", i, p.Outcome, want[i])
		}
	}
	if _, err := tour.Report(open[1].Match, tournament.XWon, t0); !errors.Is(err, tournament.ErrReported) {
		t.Errorf("a game is reported that was forfeited: %v", err)
	}
	if tour = must(t)(tour.Next(pick, t0)); len(tour.Rounds) != 2 {
		t.Errorf("next round: %+v", tour)
	}
}

// TestEliminationDraws checks that a drawn game of an elimination is played again with sides
// swapped, and that O wins if the second game is drawn too.
func TestEliminationDraws(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 2, tournament.Elimination)
	p := tour.Open()[0]
	if _, err := tour.Report(p.Replay, tournament.XWon, t0); !errors.Is(err, tournament.ErrNoPairing) {
		t.Errorf("the second game is reported before the first was drawn: %v", err)
	}
	tour = must(t)(tour.Report(p.Match, tournament.Drawn, t0))
	if again := must(t)(tour.Report(p.Match, tournament.Drawn, t0)); again.Version != tour.Version {
		t.Error("a draw that is reported twice counts twice")
	}
	second := tour.Open()[0]
	if second.X != p.O || second.O != p.X || second.Game() == p.Game() {
		t.Fatalf("the second game of %+v is %+v", p, second)
	}
	if _, err := tour.Report(p.Match, tournament.XWon, t0); !errors.Is(err, tournament.ErrReported) {
		t.Errorf("the first game has another result: %v", err)
	}
	tour = must(t)(tour.Report(second.Game(), tournament.Drawn, t0))
	tour = must(t)(tour.Next(pick, t0))
	if row := tour.Table()[0]; row.Player != second.O || row.Points != 2 || tour.Status != tournament.Over || tour.Stopped {
		t.Errorf("%d stands first with %d points, want %d", row.Player, row.Points, second.O)
	}
}

// TestEliminationWithoutAFinal checks that a player wins if the other finalist withdraws before the
// final, or if both players of the other semifinal were absent.
func TestEliminationWithoutAFinal(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 4, tournament.Elimination)
	for _, p := range tour.Open() {
		outcome := tournament.XWon
		if p.O < p.X {
			outcome = tournament.OWon
		}
		tour = must(t)(tour.Report(p.Match, outcome, t0))
	}
	for what, end := range map[string]tournament.Tournament{
		"withdrawn": must(t)(must(t)(tour.Withdraw(member(0), t0)).Next(pick, t0)),
		"withdrawn from the final": must(t)(must(t)(must(t)(tour.Next(pick, t0)).
			Withdraw(member(0), t0)).Next(pick, t0)),
	} {
		if row := end.Table()[0]; end.Status != tournament.Over || end.Players[row.Player].ID != member(1) {
			t.Errorf("%s: %+v", what, end)
		}
	}

	tour, _ = started(t, 4, tournament.Elimination)
	open := tour.Open()
	tour = must(t)(tour.Report(open[0].Match, tournament.BothAbsent, t0))
	tour = must(t)(tour.Report(open[1].Match, tournament.XWon, t0))
	tour = must(t)(tour.Next(pick, t0))
	if row := tour.Table()[0]; tour.Status != tournament.Over || row.Player != open[1].X {
		t.Errorf("the winner is %d: %+v", row.Player, tour)
	}
}

// TestEliminationByes checks that the bye of a later round goes to a player who had no bye.
func TestEliminationByes(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 6, tournament.Elimination) // the first two players have byes
	for _, p := range tour.Open() {
		outcome := tournament.BothAbsent
		if min(p.X, p.O) == 3 {
			outcome = tournament.XWon
			if p.O == 3 {
				outcome = tournament.OWon
			}
		}
		tour = must(t)(tour.Report(p.Match, outcome, t0))
	}
	tour = must(t)(tour.Next(pick, t0))
	if bye := tour.Rounds[1][0]; bye.O != tournament.Nobody || bye.X != 3 {
		t.Errorf("the second round is %+v", tour.Rounds[1])
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	tour, pick := started(t, 8, tournament.ByNumber)
	id := tour.Open()[0].Match
	tour = must(t)(tour.Report(id, tournament.OWon, t0))
	if _, err := tour.End(member(0), t0); !errors.Is(err, tournament.ErrNotOrganiser) {
		t.Errorf("a player ends it: %v", err)
	}
	tour = must(t)(tour.End(organiser, t0))
	if !tour.Stopped || len(tour.Open()) != 0 || tour.Table()[0].Points != 2 {
		t.Errorf("ended: %+v", tour)
	}
	if again := must(t)(tour.Report(id, tournament.OWon, t0)); again.Version != tour.Version {
		t.Error("a report that comes again changes what is over")
	}
	other := tour.Rounds[0][1].Match
	for what, err := range map[string]error{
		"report":   second(tour.Report(other, tournament.XWon, t0)),
		"next":     second(tour.Next(pick, t0)),
		"pause":    second(tour.Pause(organiser, t0)),
		"resume":   second(tour.Resume(organiser, t0)),
		"withdraw": second(tour.Withdraw(member(0), t0)),
	} {
		if !errors.Is(err, tournament.ErrOver) {
			t.Errorf("%s after the end: %v", what, err)
		}
	}
	forgotten := tour.Forget(member(0)).Forget(member(1))
	if err := forgotten.Validate(); err != nil {
		t.Error(err)
	}
	if _, ok := forgotten.Number(member(0)); ok || tour.Players[0].ID != member(0) {
		t.Errorf("forgotten: %+v, before: %+v", forgotten.Players, tour.Players)
	}
}

func second[T any](_ T, err error) error { return err }

// TestAllWithdraw checks that the tournament ends when only one player is left.
func TestAllWithdraw(t *testing.T) {
	t.Parallel()
	for _, n := range []int{6, 8} {
		for _, system := range []tournament.System{tournament.ByNumber, tournament.Elimination} {
			tour, pick := started(t, n, system)
			for i := 1; i < n; i++ {
				tour = must(t)(tour.Withdraw(member(i), t0))
			}
			if open := tour.Open(); len(open) != 0 {
				t.Fatalf("%d players: open is %+v", n, open)
			}
			tour = must(t)(tour.Next(pick, t0))
			first := tour.Table()[0]
			if tour.Status != tournament.Over || tour.Stopped || tour.Players[first.Player].ID != member(0) {
				t.Errorf("%d players, system %d: %+v", n, system, tour)
			}
		}
	}
}

func TestOutcomeOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		system tournament.System
		moves  int
		result match.Result
		want   tournament.PairingResult
	}{
		{tournament.Swiss, 5, match.Result{Winner: game.X, Reason: match.ByLine}, tournament.XWon},
		{tournament.Swiss, 4, match.Result{Winner: game.O, Reason: match.ByResignation}, tournament.OWon},
		{tournament.Swiss, 9, match.Result{Reason: match.ByFullBoard}, tournament.Drawn},
		{tournament.Swiss, 0, match.Result{Reason: match.Aborted}, tournament.XAbsent},
		{tournament.Elimination, 0, match.Result{Reason: match.Aborted}, tournament.BothAbsent},
		{tournament.Elimination, 1, match.Result{Reason: match.Aborted}, tournament.OAbsent},
		{tournament.Swiss, 3, match.Result{Reason: match.Abandoned}, tournament.BothAbsent},
	} {
		m := match.Match{Status: match.Over, Result: c.result, Moves: make([]game.Square, c.moves)}
		tour := tournament.Tournament{System: c.system}
		if got := tour.OutcomeOf(m); got != c.want {
			t.Errorf("%+v after %d moves: %d, want %d", c.result, c.moves, got, c.want)
		}
		m.Status = match.Playing
		if got := tour.OutcomeOf(m); got != tournament.Open {
			t.Errorf("a game that is not over: %d", got)
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	good, _ := started(t, 8, tournament.ByNumber)
	for what, spoil := range map[string]func(*tournament.Tournament){
		"id":               func(x *tournament.Tournament) { x.ID = "é" },
		"version":          func(x *tournament.Tournament) { x.Version = 0 },
		"who begins":       func(x *tournament.Tournament) { x.Options.Match.First = match.FirstO },
		"status":           func(x *tournament.Tournament) { x.Status = tournament.Over + 1 },
		"a first clock":    func(x *tournament.Tournament) { x.Options.Match.FirstClock = -1 },
		"deadline":         func(x *tournament.Tournament) { x.Deadline = t0 },
		"registration":     func(x *tournament.Tournament) { x.Status = tournament.Registration },
		"system":           func(x *tournament.Tournament) { x.System = tournament.Elimination },
		"twice a player":   func(x *tournament.Tournament) { x.Players[1] = x.Players[0] },
		"no round":         func(x *tournament.Tournament) { x.Rounds = nil },
		"no player":        func(x *tournament.Tournament) { x.Rounds[0][0].X = 8 },
		"against oneself":  func(x *tournament.Tournament) { x.Rounds[0][0].X = x.Rounds[0][0].O },
		"twice in a round": func(x *tournament.Tournament) { x.Rounds[0][0].X = x.Rounds[0][1].X },
		"a bye of two":     func(x *tournament.Tournament) { x.Rounds[0][0].Outcome = tournament.Bye },
		"no game":          func(x *tournament.Tournament) { x.Rounds[0][0].Match = "" },
		"twice a game":     func(x *tournament.Tournament) { x.Rounds[0][0].Match = x.Rounds[0][1].Match },
		"a second game":    func(x *tournament.Tournament) { x.Rounds[0][0].Replay = "r" },
		"an open round":    func(x *tournament.Tournament) { x.Rounds = append(x.Rounds, tournament.Round{}) },
	} {
		bad := must(t)(good.Pause(organiser, t0)) // a copy that shares no memory with `good`
		bad = must(t)(bad.Resume(organiser, t0))
		spoil(&bad)
		if err := bad.Validate(); !errors.Is(err, tournament.ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
}

func TestFirstStart(t *testing.T) {
	t.Parallel()
	day := func(month time.Month, day, hour int) time.Time {
		return time.Date(2026, month, day, hour, 0, 0, 0, time.UTC)
	}
	for _, c := range []struct {
		repeat    tournament.Repeat
		hour      int
		now, want time.Time
	}{
		{tournament.Weekly, 18, day(5, 1, 10), day(5, 2, 18)},
		{tournament.Weekly, 18, day(5, 1, 18), day(5, 2, 18)},
		{tournament.Weekly, 18, day(5, 1, 19), day(5, 3, 18)},
		{tournament.Weekly, 0, day(12, 31, 1), day(12, 31, 0).AddDate(0, 0, 2)},
		{tournament.Monthly, 9, day(1, 27, 9), day(1, 28, 9)},
		{tournament.Monthly, 9, day(1, 28, 9), day(2, 1, 9)}, // not the 29th, which some months lack
	} {
		if got := c.repeat.FirstStart(c.hour, c.now); !got.Equal(c.want) {
			t.Errorf("%d at %d o'clock, from %v on: %v, want %v", c.repeat, c.hour, c.now, got, c.want)
		}
	}
}

// TestScheduled checks that a scheduled tournament starts at its time, or is called off with too few players. It also
// checks when the next tournament of a repeated tournament starts.
func TestScheduled(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	opts := tournament.Options{Match: match.Options{Variant: game.Classic(3)}, Repeat: tournament.Monthly, Starts: now.AddDate(0, 0, 2)}
	first, err := tournament.New("222222222222", "1", opts, now)
	if err != nil {
		t.Fatal(err)
	}
	first = first.Tick(opts.Starts.Add(time.Hour))
	if first.Status != tournament.Registration || first.StartDue(zero, opts.Starts.Add(-1)).Version != first.Version {
		t.Fatalf("%+v has begun or ended before its time", first)
	}
	few := first.StartDue(zero, opts.Starts)
	if few.Status != tournament.Over || !few.TooFew() || few.Validate() != nil {
		t.Errorf("without players: %+v, %v", few, few.Validate())
	}
	for _, id := range []string{"1", "2", "3"} {
		if first, err = first.Register(id, 1000, now); err != nil {
			t.Fatal(err)
		}
	}
	started := first.StartDue(zero, opts.Starts)
	if started.Status != tournament.Playing || started.TooFew() || started.Validate() != nil {
		t.Errorf("with players: %+v, %v", started, started.Validate())
	}
	again, err := few.Again(opts.Starts.AddDate(0, 2, 0)) // two later starts were missed
	want := opts.Starts.AddDate(0, 3, 0)
	if err != nil || !again.Options.Starts.Equal(want) || again.ID == few.ID || again.Validate() != nil || len(again.Players) != 0 {
		t.Errorf("the next one is %+v, %v; want it to start at %v", again, err, want)
	}
	if _, ok := few.DoNotRepeat(now).NextStart(); ok {
		t.Error("it is held again against the organizer's will")
	}
	opts.Starts = time.Time{}
	if _, err := tournament.New("222222222222", "1", opts, now); err == nil {
		t.Error("a repeated tournament has no start")
	}
}

func zero(int) int { return 0 }
