package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
)

// A listedStore is a store that records the ids of all matches that are begun.
type listedStore struct {
	store.Store

	mu  sync.Mutex
	ids []match.ID
}

func (c *listedStore) Save(ctx context.Context, change store.Change) (match.Record, error) {
	saved, err := c.Store.Save(ctx, change)
	if err == nil && change.Expected == 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ids = append(c.ids, saved.Match.ID)
	}
	return saved, err
}

// A try is a member's attempt to make a move.
type try struct {
	member string
	square string
	shown  bool // the answer was a board: the member has seen the move made
}

// A table is a channel where members play one game after another. They repeat actions that fail,
// and use /board when they see no board.
type table struct {
	*world
	store   *listedStore
	begin   string // the command that starts a game
	members map[string]*discordtest.Client
	alice   *discordtest.Client
	rng     *rand.Rand

	tries  map[match.ID][]try
	failed []time.Time // when Discord reported attempts as failed
	idle   int         // number of attempts since the last public answer

	calm *atomic.Bool // while true, the members make no moves; nil means that they always play
}

func (w *world) table(number int, store *listedStore, begin string, seed uint64) *table {
	channel := w.guild.NewChannel(fmt.Sprint("table-", number))
	t := &table{
		world: w, store: store, begin: begin, members: map[string]*discordtest.Client{},
		alice: w.users["alice"].In(channel), rng: rand.New(rand.NewPCG(seed, uint64(number))),
		tries: map[match.ID][]try{},
	}
	for _, u := range w.users {
		t.members[u.ID] = u.In(channel)
	}
	return t
}

func (t *table) thinks() {
	time.Sleep(time.Second + time.Duration(t.rng.Int64N(int64(3*time.Second))))
}

// mostLooks is how many attempts in a row may get no public answer. After that, members use /board.
const mostLooks = 6

// longestGame is the time after which a game counts as stuck and the test fails.
const longestGame = time.Hour

func (t *table) plays(enough func() bool) {
	for begun := time.Now(); ; {
		if time.Since(begun) > longestGame {
			board, _ := liveOn(t.alice)
			t.t.Errorf("%s does not end:\n%s", t.begin, discordtest.Text(board))
			return
		}
		if t.isFree() {
			if enough() {
				return
			}
			begun = time.Now()
			t.do(func() (*discordtest.Answer, error) { return t.alice.Type(context.Background(), t.begin) })
		} else {
			t.goesOn()
		}
		t.thinks()
		for t.calm != nil && t.calm.Load() {
			begun = begun.Add(time.Second)
			time.Sleep(time.Second)
		}
	}
}

// isFree reports whether the store has no open game in the channel. That includes games whose board no member has seen.
func (t *table) isFree() bool {
	open, err := t.store.Unfinished(context.Background(), match.Scope{Channel: t.alice.Channel().ID})
	if err != nil {
		t.t.Error(err)
	}
	return len(open) == 0
}

// goesOn has members take the next action that the newest board offers: accept the challenge, or press a button of a
// move. If the board is missing, over or stuck, they use /board.
func (t *table) goesOn() {
	board, ok := liveOn(t.alice)
	if !ok || over(board) || t.idle >= mostLooks {
		t.idle = 0
		t.asks()
		return
	}
	record, err := t.store.Load(context.Background(), matchOf(board))
	if err != nil {
		t.t.Error(err)
		return
	}
	t.idle++
	pad := actions(board)
	if accept, open := pad["accept"]; open {
		t.do(func() (*discordtest.Answer, error) {
			return t.members[t.users["bob"].ID].Press(context.Background(), board.ID, accept.CustomID)
		})
		return
	}
	if mover := t.members[record.Match.ToMove().ID]; mover != nil {
		t.moves(mover, board, pad)
	}
}

// asks uses /board. If the bot asks which game to show, asks chooses the first.
func (t *table) asks() {
	a := t.do(func() (*discordtest.Answer, error) { return t.alice.Type(context.Background(), "/board") })
	if a == nil || a.Message == nil {
		return
	}
	for _, c := range parts(a.Message.Components) {
		if a.Message.Ephemeral() && len(c.Options) > 0 {
			t.do(func() (*discordtest.Answer, error) {
				return t.alice.Choose(context.Background(), a.Message.ID, c.CustomID, c.Options[0].Value)
			})
		}
	}
}

// moves has a member press one random button: a square, or a local board if the squares are not shown yet. It does
// nothing if there is neither.
func (t *table) moves(mover *discordtest.Client, board discordtest.Message, pad map[string]discordtest.Component) {
	squares, boards := matching(pad, square), matching(pad, firstStep)
	switch {
	case len(squares) > 0:
		c := squares[t.rng.IntN(len(squares))]
		a := t.do(func() (*discordtest.Answer, error) { return mover.Press(context.Background(), board.ID, c.CustomID) })
		id := matchOf(board)
		t.tries[id] = append(t.tries[id], try{mover.User().ID, action(c), public(a)})
	case len(boards) > 0:
		c := boards[t.rng.IntN(len(boards))]
		t.do(func() (*discordtest.Answer, error) { return mover.Press(context.Background(), board.ID, c.CustomID) })
	}
}

// do carries out an action and returns the answer. It records a failed action in t.failed, and
// resets t.idle after a public answer.
func (t *table) do(what func() (*discordtest.Answer, error)) *discordtest.Answer {
	a, err := what()
	switch {
	case err != nil:
		t.failed = append(t.failed, time.Now())
	case public(a):
		t.idle = 0
	}
	return a
}

// public reports whether an answer is a message that everybody sees.
func public(a *discordtest.Answer) bool {
	return a != nil && a.Message != nil && !a.Message.Ephemeral()
}

// liveOn returns the newest public message of a match in a client's channel.
func liveOn(c *discordtest.Client) (discordtest.Message, bool) {
	messages := c.Messages()
	for i := len(messages) - 1; i >= 0; i-- {
		if matchOf(messages[i]) != "" && !messages[i].Ephemeral() {
			return messages[i], true
		}
	}
	return discordtest.Message{}, false
}

// matchOf returns the id of the match that a message shows, or "" if there is none.
func matchOf(m discordtest.Message) match.ID {
	for _, c := range parts(m.Components) {
		if rest, ok := strings.CutPrefix(c.CustomID, "/m/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			return match.ID(id)
		}
	}
	return ""
}

// sideOf returns the mark that made the move with index ply in a match. The marks alternate, and m.Begins moves first.
func sideOf(m match.Match, ply int) game.Mark {
	if ply%2 == 0 {
		return m.Begins
	}
	return game.X + game.O - m.Begins
}
