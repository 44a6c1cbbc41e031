package e2e

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/bot/store/storetest"
	"noughts/game/match"
	"noughts/game/tournament"
)

var cupSeed = flag.Uint64("tournament.seed", 20261123, "of the tournament with kills")

// A mortal is a store whose main methods fail with errDead once its process is killed.
type mortal struct {
	store.Store
	dead *atomic.Bool
}

func (mortal) Close() error { return nil }

func (m mortal) Save(ctx context.Context, c store.Change) (match.Record, error) {
	if m.dead.Load() {
		return match.Record{}, errDead
	}
	return m.Store.Save(ctx, c)
}

func (m mortal) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if m.dead.Load() {
		return match.Record{}, errDead
	}
	return m.Store.Load(ctx, id)
}

func (m mortal) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	if m.dead.Load() {
		return "", errDead
	}
	return m.Store.SetMessage(ctx, id, from, to)
}

func (m mortal) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	if m.dead.Load() {
		return errDead
	}
	return m.Store.SetPing(ctx, r, to)
}

func (m mortal) SaveTournament(ctx context.Context, r tournament.Record, key string) (tournament.Record, error) {
	if m.dead.Load() {
		return tournament.Record{}, errDead
	}
	return m.Store.SaveTournament(ctx, r, key)
}

func (m mortal) Tournament(ctx context.Context, id match.ID) (tournament.Record, error) {
	if m.dead.Load() {
		return tournament.Record{}, errDead
	}
	return m.Store.Tournament(ctx, id)
}

// A bigCup is a tournament of 64 members on a bot that is killed and restarted. It records the results of
// the games as the members see them.
type bigCup struct {
	*hall
	rng      *rand.Rand
	kept     store.Store
	sessions *keptSessions
	process  *process
	dead     *atomic.Bool
	begun    int // number of processes started so far
	cup      string
	results  []result
	played   map[string]bool // the played boards, by the ids of their messages
	left     string          // the id of the member who withdraws
}

// A result is the outcome of a game or of a forfeit.
type result struct {
	x, o   string
	xHalf  int // X's score, in half points
	played bool
}

// launches starts the next process and waits until it is ready.
func (b *bigCup) launches() {
	b.begun++
	b.dead = &atomic.Bool{}
	s, sessions := mortal{b.kept, b.dead}, b.sessions
	b.process = b.launch(fmt.Sprint("process ", b.begun), func(cfg *bot.Config, deps *bot.Deps) {
		inherited(s, sessions)(cfg, deps)
		deps.Limits.JobsOfMatch = 256 // presses of all members may be delivered again at once
	})
	b.process.awaitReady()
}

// dies kills the process at once and starts the next one after a random pause.
func (b *bigCup) dies() {
	b.dead.Store(true)
	b.process.kill()
	time.Sleep(time.Duration(b.rng.IntN(20)) * time.Second)
	b.launches()
}

// restarts stops the process cleanly and starts the next one after a random pause.
func (b *bigCup) restarts() {
	b.process.halt()
	time.Sleep(time.Duration(b.rng.IntN(20)) * time.Second)
	b.launches()
}

// presses presses a button until the bot answers, up to 20 times. It returns without a press if the button
// is gone. It fails the test if the bot never answers.
func (b *bigCup) presses(client *discordtest.Client, message, action string) {
	b.t.Helper()
	for range 20 {
		m, ok := client.Message(message)
		c, there := actions(m)[action]
		if !ok || !there {
			return // an earlier press was carried out
		}
		if _, err := client.Press(b.t.Context(), message, c.CustomID); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	b.t.Fatalf("nobody answers %s on %s", action, message)
}

// playsOne plays a game to a random result and records the result. In one game of the tournament O never moves, and in
// another one X withdraws.
func (b *bigCup) playsOne(g cupGame) {
	b.played[g.message] = true
	x, o := b.members[g.players[0]].In(b.thread), b.members[g.players[1]].In(b.thread)
	note := func(half int, played bool) {
		b.results = append(b.results, result{g.players[0], g.players[1], half, played})
	}
	switch len(b.results) {
	case 40: // the 41st game, in the second round: O never moves
		note(2, false)
		b.presses(x, g.message, "b2")
		return
	case 90: // the 91st game, in the third round: X withdraws during the game
		note(0, false)
		b.presses(x, g.message, "b2")
		b.presses(o, g.message, "a1")
		b.withdraws(g.players[0])
		return
	}
	squares, half := xWins, 2
	if outcome := b.rng.IntN(5); outcome > 2 {
		squares, half = [][]string{oWins, nobodyWins}[outcome-3], outcome-3
	}
	note(half, true)
	for i, square := range squares {
		b.presses([]*discordtest.Client{x, o}[i%2], g.message, square)
	}
}

// withdraws has a player withdraw from the tournament.
func (b *bigCup) withdraws(id string) {
	player := discordtest.Play(b.t, b.members[id].In(b.channel))
	player.PressesOn(b.cup, "Withdraw")
	player.Presses("Yes, withdraw")
	b.left = id
}

// isOver reports whether the tournament's message says that the tournament is over.
func (b *bigCup) isOver() bool {
	m, _ := b.users["alice"].In(b.channel).Message(b.cup)
	return strings.Contains(discordtest.Text(m), "The tournament is over")
}

// round returns the number of rounds that have been announced.
func (b *bigCup) round() (n int) {
	for _, m := range b.users["alice"].In(b.thread).Messages() {
		if strings.Contains(discordtest.Text(m), "Each board is posted here") {
			n++
		}
	}
	return n
}

// playsAll plays the tournament to its end. In every round it kills the bot's process once, within 20 seconds of the
// announcement, and stops it cleanly once, after 16 games. It also kills the process after one in thirty of the other
// games, at random. A new process is started each time.
func (b *bigCup) playsAll() {
	begun, games := 0, 0 // the number of rounds so far, and of games played in the newest round
	for idle := 0; !b.isOver(); {
		if n := b.round(); n > begun {
			begun, games = n, 0
			time.Sleep(time.Duration(b.rng.IntN(20000)) * time.Millisecond)
			b.dies()
		}
		open := b.games(b.played)
		if len(open) == 0 {
			if idle++; idle > 1000 {
				b.t.Fatalf("nothing to play in round %d:\n%s", begun, discordtest.Text(b.player("alice").Message(b.cup)))
			}
			time.Sleep(time.Second)
			continue
		}
		idle = 0
		b.playsOne(open[0])
		if games++; games == 16 {
			b.restarts()
		} else if b.rng.IntN(30) == 0 {
			b.dies()
		}
	}
	b.t.Logf("%d rounds, %d games, %d processes", begun, len(b.results), b.begun)
}

var byeLine = regexp.MustCompile(`<@(\d+)> has a bye`)

// A standing is a member's row in the table. `points` and `buchholz` count half points, `sonneborn` (Sonneborn-Berger)
// counts quarter points, and `wins` counts games.
type standing struct{ points, buchholz, sonneborn, wins int }

// standings computes each member's row from the recorded results and the announced byes, without the bot's own tables.
func (b *bigCup) standings() map[string]standing {
	points := map[string]int{}
	byes := map[string]int{} // half points from byes and forfeits
	wins := map[string]int{}
	for _, m := range b.users["alice"].In(b.thread).Messages() {
		for _, bye := range byeLine.FindAllStringSubmatch(discordtest.Text(m), -1) {
			byes[bye[1]] += 2
		}
	}
	for _, r := range b.results {
		switch {
		case !r.played && r.xHalf == 2:
			byes[r.x] += 2
		case !r.played:
			byes[r.o] += 2
		default:
			points[r.x] += r.xHalf
			points[r.o] += 2 - r.xHalf
			switch r.xHalf {
			case 2:
				wins[r.x]++
			case 0:
				wins[r.o]++
			}
		}
	}
	all := map[string]standing{}
	for id := range b.members {
		s := standing{points: points[id] + byes[id], wins: wins[id]}
		own := byes[id] / 2 // a bye counts as a win against an opponent with as many points as the member
		s.buchholz = own * s.points
		s.sonneborn = own * 2 * s.points
		for _, r := range b.results {
			against, half := r.o, r.xHalf
			if r.o == id {
				against, half = r.x, 2-r.xHalf
			}
			if r.played && (r.x == id || r.o == id) {
				total := points[against] + byes[against]
				s.buchholz += total
				s.sonneborn += total * half
			}
		}
		all[id] = s
	}
	return all
}

func (s standing) list() []int { return []int{s.points, s.buchholz, s.sonneborn, s.wins} }

var row = regexp.MustCompile(`(?m)^(\S+) <@(\d+)> \*\*(\S+)\*\* · (\S+) · (\S+) · (\d+)( \*\(withdrawn\)\*)?$`)

// number parses a number that may have a fraction such as ½. It returns the number multiplied by `parts`: "1½" gives 3
// if `parts` is 2. The test fails if the text is no number.
func (w *world) number(text string, parts int) int {
	w.t.Helper()
	for sign, quarters := range map[string]int{"¼": 1, "½": 2, "¾": 3, "": 0} {
		if whole, ok := strings.CutSuffix(text, sign); ok {
			n, err := strconv.Atoi(cmp.Or(whole, "0"))
			if err == nil {
				return n*parts + quarters*parts/4
			}
		}
	}
	w.t.Fatalf("%q is no number", text)
	return 0
}

// checkTable compares the rows, the order and the places of the table that members see with the
// results of the method `standings`.
func (b *bigCup) checkTable() {
	b.t.Helper()
	alice := b.player("alice")
	text := discordtest.Text(alice.PressesOn(alice.Sees("place · player").ID, "Full table")) + "\n" + discordtest.Text(alice.Presses("Next"))
	want := b.standings()
	var before standing
	rows := row.FindAllStringSubmatch(text, -1)
	for i, r := range rows {
		got := standing{b.number(r[3], 2), b.number(r[4], 2), b.number(r[5], 4), 0}
		got.wins, _ = strconv.Atoi(r[6])
		if got != want[r[2]] {
			b.t.Errorf("row %d is %v, want %v: %s", i+1, got, want[r[2]], r[0])
		}
		if i > 0 && slices.Compare(before.list(), got.list()) < 0 {
			b.t.Errorf("row %d stands below one with less: %s", i+1, r[0])
		}
		better := 0
		for _, other := range want {
			if slices.Compare(other.list(), got.list()) > 0 {
				better++
			}
		}
		place := "`" + strconv.Itoa(better+1) + "`"
		if medal := map[int]string{0: "🥇", 1: "🥈", 2: "🥉"}[better]; medal != "" {
			place = medal
		}
		if r[1] != place || (r[7] != "") != (r[2] == b.left) {
			b.t.Errorf("row %d is %q, want place %s", i+1, r[0], place)
		}
		before = got
	}
	if len(rows) != 64 || len(want) != 64 {
		b.t.Errorf("%d rows of %d members:\n%s", len(rows), len(want), text)
	}
}

// checkOnce checks that each round, each board and the final result were posted exactly once.
func (b *bigCup) checkOnce() {
	b.t.Helper()
	posted := map[string]int{}
	for _, m := range b.users["alice"].In(b.thread).Messages() {
		text := discordtest.Text(m)
		switch id := string(matchOf(m)); {
		case id != "":
			posted[id]++
		case strings.Contains(text, "Each board is posted here"):
			posted[strings.SplitN(text, "\n", 2)[0]]++
		}
	}
	for _, m := range b.users["alice"].In(b.channel).Messages() {
		if strings.Contains(discordtest.Text(m), " wins\n") && !m.Ephemeral() {
			posted["the end"]++
		}
	}
	for what, n := range posted {
		if n != 1 {
			b.t.Errorf("%s was posted %d times", what, n)
		}
	}
	// There are seven rounds, each with an announcement. A round has 32 games, or 31 from the fourth on,
	// when 63 players are left.
	if want := 3*32 + 4*31 + 7 + 1; posted["the end"] != 1 || len(posted) != want || len(b.results) != want-8 {
		b.t.Errorf("%d things were posted, want %d, the end %d times, and %d games were played", len(posted), want, posted["the end"], len(b.results))
	}
}

// TestATournamentOf64OutlivesItsProcesses has 64 members play a tournament while the bot is killed and
// restarted in every round. The table must be correct at the end, and nothing may be posted twice.
func TestATournamentOf64OutlivesItsProcesses(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(t *testing.T) string{
		"SQLite":     func(t *testing.T) string { return sqlite(t) },
		"PostgreSQL": func(t *testing.T) string { return storetest.Postgres(t).Database(t) },
	} {
		if name == "PostgreSQL" && raceDetector {
			continue // PostgreSQL shares no memory with the bot, and is slow under the race detector
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			t.Logf("-tournament.seed=%d", *cupSeed)
			address := url(t)
			inBubbleAlone(t, func(t *testing.T, w *world) {
				w.t = t
				kept, err := database.Open(t.Context(), address, slog.New(slog.DiscardHandler))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					if err := kept.Close(); err != nil {
						t.Error(err)
					}
				})
				w.playsBigCup(kept)
			})
		})
	}
}

func (w *world) playsBigCup(kept store.Store) {
	b := &bigCup{
		hall: &hall{world: w}, rng: rand.New(rand.NewPCG(*cupSeed, 1)), kept: kept, sessions: newSessions(), played: map[string]bool{},
	}
	for i := len(w.users); i < 64; i++ {
		name := fmt.Sprint("member", i)
		w.users[name] = w.discord.NewUser(name)
		w.guild.Add(w.users[name])
	}
	b.launches()
	alice := w.organiser("alice")
	b.cup = alice.Uses("/tournament size:3 clock:300").ID
	for _, user := range w.users {
		b.presses(user.In(w.channel), b.cup, "join")
	}
	w.says(alice.Message(b.cup), "**64 players:**")
	b.dies()
	alice.PressesOn(b.cup, "Start")
	settles(time.Second)
	b.hall = w.enters()
	b.playsAll()
	settles(time.Minute)
	b.checkTable()
	b.checkOnce()
	if due, err := kept.DueTournaments(w.t.Context(), time.Now(), store.Entry{}, 10); err != nil || len(due) != 0 {
		w.t.Errorf("still to do: %v, %v", due, errors.Join(err))
	}
}
