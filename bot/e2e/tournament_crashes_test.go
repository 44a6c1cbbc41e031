package e2e

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game/match"
)

var cupSeed = flag.Uint64("tournament.seed", 20261123, "of the tournament with kills")

// A bigCup is a tournament of 64 members on a bot that is killed and restarted. It records the results of
// the games as the members see them.
type bigCup struct {
	*hall
	rng      *rand.Rand
	kept     store.Store
	sessions *keptSessions
	process  *process
	begun    int // number of processes started so far
	cup      string
	results  []result
	played   map[string]bool // the played boards, by the ids of their messages
	left     string          // the id of the member who withdraws
}

// A result is the outcome of a game or of a forfeit.
type result struct {
	x, o  string
	xHalf int // X's score, in half points
}

func (b *bigCup) launches() {
	b.begun++
	alive := func(bool, string, any) bool { return false }
	b.process = b.launch(fmt.Sprint("process ", b.begun), func(cfg *bot.Config, deps *bot.Deps) {
		inherited(mortal(unclosed{b.kept}, alive), b.sessions)(cfg, deps)
		deps.Limits.JobsOfMatch = 256 // presses of all members may be delivered again at once
	})
	b.process.awaitReady()
}

func (b *bigCup) dies() {
	b.process.kill()
	time.Sleep(time.Duration(b.rng.IntN(20)) * time.Second)
	b.launches()
}

func (b *bigCup) restarts() {
	b.process.halt()
	time.Sleep(time.Duration(b.rng.IntN(20)) * time.Second)
	b.launches()
}

// presses presses a button until the bot answers, up to 20 times. It returns without a press if the button is gone.
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
	note := func(half int) { b.results = append(b.results, result{g.players[0], g.players[1], half}) }
	switch len(b.results) {
	case 40: // the 41st game, in the second round: O never moves
		note(2)
		b.presses(x, g.message, "b2")
		return
	case 90: // the 91st game, in the third round: X withdraws during the game
		note(0)
		b.presses(x, g.message, "b2")
		b.presses(o, g.message, "a1")
		b.withdraws(g.players[0])
		return
	}
	squares, half := xWins, 2
	if outcome := b.rng.IntN(5); outcome > 2 {
		squares, half = [][]string{oWins, nobodyWins}[outcome-3], outcome-3
	}
	note(half)
	for i, square := range squares {
		b.presses([]*discordtest.Client{x, o}[i%2], g.message, square)
	}
}

func (b *bigCup) withdraws(id string) {
	player := discordtest.Play(b.t, b.members[id].In(b.channel))
	player.PressesOn(b.cup, "Withdraw")
	player.Presses("Yes, withdraw")
	b.left = id
}

func (b *bigCup) isOver() bool {
	m, _ := b.users["alice"].In(b.channel).Message(b.cup)
	return strings.Contains(discordtest.Text(m), "The tournament is over")
}

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

var (
	byeLine = regexp.MustCompile(`<@(\d+)> has a bye`)
	row     = regexp.MustCompile(`(?m)^(\S+) <@(\d+)> \*\*(\S+)\*\* .*?(\(withdrawn\)\*)?$`)
)

func (b *bigCup) points() map[string]int {
	points := map[string]int{}
	for _, m := range b.users["alice"].In(b.thread).Messages() {
		for _, bye := range byeLine.FindAllStringSubmatch(discordtest.Text(m), -1) {
			points[bye[1]] += 2
		}
	}
	for _, r := range b.results {
		points[r.x] += r.xHalf
		points[r.o] += 2 - r.xHalf
	}
	return points
}

func (b *bigCup) checkTable() {
	b.t.Helper()
	alice := b.player("alice")
	text := discordtest.Text(alice.PressesOn(alice.Sees("place · player").ID, "Full table")) + "\n" + discordtest.Text(alice.Presses("Next"))
	points, rows := b.points(), row.FindAllStringSubmatch(text, -1)
	for i, r := range rows {
		half := points[r[2]]
		want := strconv.Itoa(half / 2)
		if half%2 == 1 {
			want = strings.TrimPrefix(want, "0") + "½"
		}
		if r[3] != want {
			b.t.Errorf("row %d has %s points, want %s", i+1, r[3], want)
		}
		if i > 0 && points[rows[i-1][2]] < half {
			b.t.Errorf("row %d stands below one with less: %s", i+1, r[0])
		}
		if (r[4] != "") != (r[2] == b.left) {
			b.t.Errorf("row %d is %q", i+1, r[0])
		}
	}
	if len(rows) != 64 {
		b.t.Errorf("%d rows:\n%s", len(rows), text)
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

func TestATournamentOf64OutlivesItsProcesses(t *testing.T) {
	t.Parallel()
	for name, url := range databases {
		if name == "PostgreSQL" && raceDetector {
			continue // PostgreSQL shares no memory with the bot, and is slow under the race detector
		}
		t.Run(name, func(t *testing.T) {
			t.Logf("-tournament.seed=%d", *cupSeed)
			address := url(t)
			inBubbleAlone(t, func(t *testing.T, w *world) {
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
		w.joins(name)
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
	if due, err := kept.DueTournaments(w.t.Context(), time.Now(), match.Cursor{}, 10); err != nil || len(due) != 0 {
		w.t.Errorf("still to do: %v, %v", due, errors.Join(err))
	}
}
