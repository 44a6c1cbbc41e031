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

func (w *world) panics(since int) int {
	return strings.Count(w.logs.String()[since:], "panicked")
}

// Few panics are logged, presses are answered privately, and another match goes on as usual.
func TestAMatchOnWhichTheBotPanicsIsLeftAlone(t *testing.T) {
	each(t, map[string]bool{"when it is drawn": false, "when it is read": true}, func(t *testing.T, reading bool) {
		kept := &panickingStore{Store: storetest.Memory(t), reading: reading}
		inBubble(t, func(t *testing.T, w *world) {
			alice, _ := w.game("/classic opponent:@bob clock:60", "a1 b2")
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
				carol := w.at("carol", w.guild.NewChannel("quiet"))
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

func TestASearchThatFailsStillMoves(t *testing.T) {
	each(t, map[string]func() error{
		"a panic":  func() error { panic("there is a fault in the search") },
		"an error": func() error { return errors.New("of a test") },
	}, func(t *testing.T, search func() error) {
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
		}, against(computer(func(context.Context, ai.History) (ai.Choice, error) { return ai.Choice{}, search() })))
	})
}

func TestAPanicOutsideMatchesEndsNothing(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		settles(time.Minute)
		w.goesOn(alice, bob)
	}, func(_ *bot.Config, d *bot.Deps) {
		d.Store = hookedStore{storetest.Memory(t), onErrors(func(method string) error {
			if method == "Due" || method == "Waiting" {
				panic("there is a fault in the store")
			}
			return nil
		})}
	})
}
