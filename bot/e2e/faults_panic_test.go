package e2e

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A panickingStore makes the bot panic on one match: in Load and Save if the field `reading` is
// set, otherwise when the bot draws the match.
type panickingStore struct {
	store.Store

	mu      sync.Mutex
	id      match.ID
	reading bool
}

// choose selects the match that the board shows as the one that causes panics.
func (c *panickingStore) choose(board discordtest.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.id = matchOf(board)
}

func (c *panickingStore) Load(ctx context.Context, id match.ID) (match.Record, error) {
	r, err := c.Store.Load(ctx, id)
	return c.undrawable(r), err
}

func (c *panickingStore) Save(ctx context.Context, change store.Change) (match.Record, error) {
	if before, err := c.Store.Load(ctx, change.Record.Match.ID); err == nil {
		change.Record.Match.Options = before.Match.Options
	}
	saved, err := c.Store.Save(ctx, change)
	if err != nil {
		return saved, err
	}
	return c.undrawable(saved), nil
}

// undrawable returns the match that `choose` selected with an invalid variant, so that drawing it panics. It returns
// other matches unchanged. If the field `reading` is set, undrawable itself panics on the selected match.
func (c *panickingStore) undrawable(r match.Record) match.Record {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Match.ID == "" || r.Match.ID != c.id {
		return r
	}
	if c.reading {
		panic("there is a fault in the store")
	}
	var none game.Variant
	r.Match.Options.Variant = none
	return r
}

func (*panickingStore) Close() error { return nil }

// panics returns the number of panics in the bot's log after the byte offset `since`.
func (w *world) panics(since int) int {
	return strings.Count(w.logs.String()[since:], "panicked")
}

// TestAMatchOnWhichTheBotPanicsIsLeftAlone checks a match that makes the bot panic. The bot must log only a few panics
// for the match's clock and for a press, and answer the press privately. Another match must go on as usual. The test
// checks all of this again after a restart.
func TestAMatchOnWhichTheBotPanicsIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, reading := range map[string]bool{"when it is drawn": false, "when it is read": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := &panickingStore{Store: storetest.Memory(t), reading: reading}
			inBubble(t, func(t *testing.T, w *world) {
				alice, bob := w.player("alice"), w.player("bob")
				alice.Uses("/classic opponent:@bob clock:60")
				bob.PressesID("/accept")
				alice.PressesID("/a1")
				bob.PressesID("/b2")
				board, _ := live(alice)
				kept.choose(board)
				w.halt() // the bots below begin with an empty cache, without a healthy copy of the match

				for round := range 2 {
					w.start(storedIn(kept))
					w.awaitReady()
					before := len(w.logs.String())
					settles(10 * time.Minute)
					if n := w.panics(before); n > 1 || round == 0 && n == 0 {
						t.Errorf("round %d: %d panics are logged in ten minutes", round, n)
					}
					before = len(w.logs.String())
					if a, err := alice.Client().Press(t.Context(), board.ID, actions(board)["c3"].CustomID); err != nil || a.Message == nil || !a.Message.Ephemeral() {
						t.Errorf("round %d: a press on the match is answered with %+v, %v", round, a, err)
					}
					settles(time.Minute)
					if n := w.panics(before); n > 2 {
						t.Errorf("round %d: %d panics are logged for a press", round, n)
					}
					carol := discordtest.Play(t, w.users["carol"].In(w.guild.NewChannel("quiet")))
					carol.Uses("/classic level:random first:me clock:30")
					carol.PressesID("/b2")
					settles(time.Minute)
					if shown, _ := live(carol); !over(shown) {
						t.Errorf("round %d: another's clock has run out, and the board shows\n%s", round, discordtest.Text(shown))
					}
					w.halt()
				}
			}, storedIn(kept))
		})
	}
}

// A panickingPlayer is a computer player whose search panics, or returns the field `err` if that is not nil.
type panickingPlayer struct{ err error }

func (p panickingPlayer) Choose(context.Context, ai.History) (ai.Choice, error) {
	if p.err == nil {
		panic("there is a fault in the search")
	}
	return ai.Choice{}, p.err
}

// TestASearchThatFailsStillMoves checks that the computer still makes a move when its search panics
// or returns an error.
func TestASearchThatFailsStillMoves(t *testing.T) {
	t.Parallel()
	for name, player := range map[string]panickingPlayer{"a panic": {}, "an error": {errors.New("of a test")}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, w *world) {
				alice := w.player("alice")
				alice.Uses("/classic level:random first:me")
				alice.PressesID("/b2")
				settles(5 * time.Second)
				if board, _ := live(alice); !offersMove(board) || !strings.Contains(discordtest.Text(board), "a1") {
					t.Errorf("the board shows\n%s", discordtest.Text(board))
				}
				alice.PressesID("/c3")
				if n := strings.Count(w.logs.String(), `msg="search failed"`); n != 2 {
					t.Errorf("%d failures are logged for two moves", n)
				}
			}, func(_ *bot.Config, d *bot.Deps) {
				d.NewPlayer = func(game.Variant, string, uint64) (ai.Player, error) { return player, nil }
			})
		})
	}
}

// panickingLists is a store that panics in the queries for due matches (Due) and for the computer's turns (Waiting).
type panickingLists struct{ store.Store }

func (panickingLists) Due(context.Context, time.Time, store.Entry, int) ([]store.Entry, error) {
	panic("there is a fault in the store")
}

func (panickingLists) Waiting(context.Context, time.Time, store.Entry, int) ([]store.Entry, error) {
	panic("there is a fault in the store")
}

// TestAPanicOutsideMatchesEndsNothing checks that members can play on while the queries for due matches panic.
func TestAPanicOutsideMatchesEndsNothing(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		settles(time.Minute)
		w.goesOn(alice, bob)
	}, func(_ *bot.Config, d *bot.Deps) { d.Store = panickingLists{storetest.Memory(t)} })
}
