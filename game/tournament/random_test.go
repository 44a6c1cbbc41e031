package tournament_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

var t0 = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const organiser = "100"

// A life is a random tournament with its earlier versions.
type life struct {
	*testing.T
	rng   *rand.Rand
	now   time.Time
	t     tournament.Tournament
	quits bool // players withdraw, or are absent

	versions []version
}

func member(n int) string { return fmt.Sprint(1000 + n) }

func options(system tournament.System) tournament.Options {
	return tournament.Options{Match: match.Options{Variant: game.Classic(3), Clock: time.Minute}, System: system}
}

// step makes `next` the current tournament. It fails the test if there is an error, or a change without a new version.
func (l *life) step(next tournament.Tournament, err error) {
	l.Helper()
	switch {
	case err != nil:
		l.Fatal(err)
	case next.Version == l.t.Version && !reflect.DeepEqual(next, l.t):
		l.Fatalf("changed without a new version:\n%+v\n%+v", l.t, next)
	case next.Version != l.t.Version && next.Version != l.t.Version+1:
		l.Fatalf("version %d after %d", next.Version, l.t.Version)
	}
	if err := next.Validate(); err != nil {
		l.Fatalf("%v\n%+v", err, next)
	}
	l.t = next
	if l.rng.IntN(8) == 0 {
		l.keep()
	}
}

// A version is a tournament as returned by an action, and a copy as JSON.
type version struct {
	got    tournament.Tournament
	stored []byte
}

// keep appends the current tournament to the versions, and checks that it can be read back from JSON.
func (l *life) keep() {
	l.Helper()
	stored, err := json.Marshal(l.t)
	if err != nil {
		l.Fatal(err)
	}
	var loaded tournament.Tournament
	if err := json.Unmarshal(stored, &loaded); err != nil || !reflect.DeepEqual(loaded, l.t) {
		l.Fatalf("%v: stored\n%+v\nloaded\n%+v", err, l.t, loaded)
	}
	l.versions = append(l.versions, version{l.t, stored})
}

// checkOldVersions checks that no later change has changed an older version in place.
func (l *life) checkOldVersions() {
	l.Helper()
	for _, v := range l.versions {
		if now, err := json.Marshal(v.got); err != nil || string(now) != string(v.stored) {
			l.Fatalf("%v: changed in place, from\n%s\nto\n%s", err, v.stored, now)
		}
	}
}

// newLife starts a tournament of n players.
func newLife(t *testing.T, rng *rand.Rand, n int, system tournament.System) *life {
	t.Helper()
	first, err := tournament.New(match.NewID(rng.IntN), organiser, options(system), t0)
	if err != nil {
		t.Fatal(err)
	}
	l := &life{T: t, rng: rng, now: t0, t: first}
	for i := range n {
		l.step(l.t.Register(member(i), rng.IntN(4)*100, l.now))
	}
	l.step(l.t.Start(organiser, rng.IntN, l.now))
	return l
}

// play plays the tournament to its end.
func (l *life) play() {
	l.Helper()
	for l.t.Status != tournament.Over {
		l.checkRound()
		l.now = l.now.Add(time.Second)
		if l.rng.IntN(4) == 0 {
			l.step(l.t.Pause(organiser, l.now))
			if _, err := l.t.Next(l.rng.IntN, l.now); !errors.Is(err, tournament.ErrPaused) {
				l.Fatalf("next in a pause: %v", err)
			}
			l.step(l.t.Resume(organiser, l.now.Add(time.Hour)))
		}
		for len(l.t.Open()) > 0 {
			l.finish()
		}
		if l.quits && l.rng.IntN(4) == 0 {
			l.step(l.t.Withdraw(member(l.rng.IntN(len(l.t.Players))), l.now))
		}
		if !l.t.Ready() {
			l.Fatalf("not ready: %+v", l.t)
		}
		l.step(l.t.Next(l.rng.IntN, l.now))
	}
	l.checkTable()
	l.checkOldVersions()
}

// finish acts on one random open pairing: a player withdraws or is absent (only if l.quits is set), or the game gets a
// random result. After a result the same report must change nothing, and a different report must be refused.
func (l *life) finish() {
	l.Helper()
	open := l.t.Open()
	p := open[l.rng.IntN(len(open))]
	x := l.t.Players[p.X].ID
	switch {
	case l.quits && l.rng.IntN(20) == 0:
		l.step(l.t.Withdraw(x, l.now))
	case l.quits && l.rng.IntN(20) == 0:
		l.step(l.t.Report(p.Game(), tournament.XAbsent+tournament.PairingResult(l.rng.IntN(3)), l.now))
	default:
		outcome := tournament.XWon + tournament.PairingResult(l.rng.IntN(3))
		l.step(l.t.Report(p.Game(), outcome, l.now))
		again, err := l.t.Report(p.Game(), outcome, l.now.Add(time.Second))
		if err != nil || again.Version != l.t.Version {
			l.Fatalf("the same report again: version %d after %d, %v", again.Version, l.t.Version, err)
		}
		if _, err = l.t.Report(p.Game(), outcome%3+1, l.now); !errors.Is(err, tournament.ErrReported) {
			l.Fatalf("another report for the same game: %v", err)
		}
	}
}

// checkRound checks the pairings of all rounds, and that the newest round pairs everybody.
func (l *life) checkRound() {
	l.Helper()
	last := len(l.t.Rounds) - 1
	met := map[[2]int]bool{}
	byes := map[int]int{}
	for r, round := range l.t.Rounds {
		paired := map[int]bool{}
		for _, p := range round {
			pair := [2]int{min(p.X, p.O), max(p.X, p.O)}
			switch {
			case paired[p.X] || p.O != tournament.Nobody && paired[p.O]:
				l.Fatalf("a player is twice in round %d: %+v", r+1, round)
			case p.O == tournament.Nobody:
				byes[p.X]++
			case met[pair]:
				l.Fatalf("%v meet again in round %d", pair, r+1)
			}
			met[pair] = true
			paired[p.X], paired[p.O] = true, true
		}
		for i, p := range l.t.Players {
			if r == last && l.t.System != tournament.Elimination && !p.Withdrawn && !paired[i] {
				l.Fatalf("player %d is not in round %d: %+v", i, r+1, round)
			}
		}
	}
	for player, n := range byes {
		if n > 1 && (l.t.System != tournament.Elimination || !l.quits) {
			l.Fatalf("player %d has %d byes", player, n)
		}
	}
}

// sides returns the sides that each player had in the games played: 1 for X, -1 for O.
func sides(t tournament.Tournament) [][]int {
	all := make([][]int, len(t.Players))
	for _, r := range t.Rounds {
		for _, p := range r {
			if p.Outcome >= tournament.XWon && p.Outcome <= tournament.Drawn {
				all[p.X] = append(all[p.X], 1)
				all[p.O] = append(all[p.O], -1)
			}
		}
	}
	return all
}

// unfair counts, for each player, the games in which the player has the same side for the third time running, or has had
// one side in at least three games more than the other side.
func unfair(t tournament.Tournament) int {
	n := 0
	for _, s := range sides(t) {
		balance := 0
		for i, side := range s {
			balance += side
			if i >= 2 && s[i-1] == side && s[i-2] == side || balance > 2 || balance < -2 {
				n++
			}
		}
	}
	return n
}

// connected reports whether all players are connected by the games of the tournament.
func connected(t tournament.Tournament) bool {
	reached := map[int]bool{0: true}
	for range t.Players {
		for _, r := range t.Rounds {
			for _, p := range r {
				if p.O != tournament.Nobody && (reached[p.X] || reached[p.O]) {
					reached[p.X], reached[p.O] = true, true
				}
			}
		}
	}
	return len(reached) == len(t.Players)
}

// TestRandomTournaments plays random tournaments; in half of them players withdraw or are absent. No two players may
// meet twice, each round must pair all players, a repeated call must change nothing, and the table must equal an
// independent computation. Nobody may have two byes, except in an elimination with absent players. If all players come,
// the sides of a round robin or a Swiss must be fair.
func TestRandomTournaments(t *testing.T) {
	t.Parallel()
	seed := flag.Lookup("seed").Value.(flag.Getter).Get().(uint64) //nolint:forcetypeassert // it is one
	t.Logf("seed %d", seed)
	tournaments := uint64(1000)
	if testing.Short() {
		tournaments = 300
	}
	for n := range tournaments {
		rng := rand.New(rand.NewPCG(seed, n))
		players := 2 + rng.IntN(19)
		if n%100 == 0 {
			players = tournament.MaxPlayers - rng.IntN(20)
		}
		system := tournament.ByNumber
		if n%4 == 0 {
			system = tournament.Elimination
		}
		l := newLife(t, rng, players, system)
		l.quits = rng.IntN(2) == 0
		l.play()
		if l.quits {
			continue
		}
		if len(l.t.Rounds) != l.t.RoundsInAll() {
			t.Errorf("tournament %d of %d: %d rounds", n, players, len(l.t.Rounds))
		}
		if l.t.System != tournament.Elimination && (!connected(l.t) || unfair(l.t) > 0) {
			t.Errorf("tournament %d of %d: connected %t, %d times unfair", n, players, connected(l.t), unfair(l.t))
		}
	}
}

// A line is a row of the table, computed independently from the pairings only.
type line struct{ points, buchholz, sonneborn, wins int }

func (l *life) checkTable() {
	l.Helper()
	rows := l.t.Table()
	points := map[int]int{}
	each := func(do func(player, opponent, halves int, game bool)) {
		for _, r := range l.t.Rounds {
			for _, p := range r {
				draw := [2]int{1, 1}
				if l.t.System == tournament.Elimination {
					draw = [2]int{0, 2}
				}
				switch p.Outcome {
				case tournament.XWon:
					do(p.X, p.O, 2, true)
					do(p.O, p.X, 0, true)
				case tournament.OWon:
					do(p.X, p.O, 0, true)
					do(p.O, p.X, 2, true)
				case tournament.Drawn:
					do(p.X, p.O, draw[0], true)
					do(p.O, p.X, draw[1], true)
				case tournament.XAbsent:
					do(p.O, p.O, 2, false)
				case tournament.OAbsent:
					do(p.X, p.X, 2, false)
				case tournament.Bye:
					if l.t.System != tournament.RoundRobin {
						do(p.X, p.X, 2, false)
					}
				}
			}
		}
	}
	each(func(player, _, halves int, _ bool) { points[player] += halves })
	lines := make([]line, len(l.t.Players))
	each(func(player, opponent, halves int, game bool) {
		n := &lines[player]
		n.points += halves
		n.buchholz += points[opponent]
		n.sonneborn += points[opponent] * halves
		if game && halves == 2 {
			n.wins++
		}
	})
	if l.t.System == tournament.Elimination { // a drawn second game is not a win on the board
		for _, r := range l.t.Rounds {
			for _, p := range r {
				if p.Outcome == tournament.Drawn {
					lines[p.O].wins--
				}
			}
		}
	}
	for i, row := range rows {
		got := line{row.Points, row.Buchholz, row.SonnebornBerger, row.Wins}
		if got != lines[row.Player] {
			l.Fatalf("player %d has the row %+v, want %+v in %+v", row.Player, row, lines[row.Player], l.t.Rounds)
		}
		better := 0
		for _, other := range lines {
			if slices.Compare(other.list(), got.list()) > 0 {
				better++
			}
		}
		if row.Place != better+1 || i < better {
			l.Fatalf("row %d has place %d, but %d are better", i, row.Place, better)
		}
	}
	if first := rows[0].Player; !l.quits && l.t.System == tournament.Elimination && rows[0].Points != 2*len(l.t.Rounds) {
		l.Fatalf("player %d has won with %d points in %d rounds", first, rows[0].Points, len(l.t.Rounds))
	}
}

func (n line) list() []int { return []int{n.points, n.buchholz, n.sonneborn, n.wins} }
