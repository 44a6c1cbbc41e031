package e2e

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game"
	"noughts/game/ai"
)

// A slow is a computer player that waits for a fixed time before each move. If ctx ends first, it moves at once.
type slow struct {
	ai.Player
	takes time.Duration
}

func (p slow) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	timer := time.NewTimer(p.takes)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return p.Player.Choose(ctx, g)
}

// slowly makes the computer wait for a fixed time before each move, and gives the bot the number of `workers` for the
// computer's moves.
func slowly(takes time.Duration, workers int) setting {
	return func(cfg *bot.Config, deps *bot.Deps) {
		cfg.Workers = workers
		deps.NewPlayer = func(v game.Variant, level string, seed uint64) (ai.Player, error) {
			p, err := ai.New(v, level, seed)
			return slow{p, takes}, err
		}
	}
}

// TestALateAnswerIsEditedIntoTheBoard checks that a press is answered at once while the computer thinks,
// and that the computer's move is then edited into the same message.
func TestALateAnswerIsEditedIntoTheBoard(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		message := alice.Uses("/classic level:random")
		pressed := time.Now()
		alice.PressesID("/b2")
		if took := time.Since(pressed); took > time.Second {
			t.Errorf("the press was answered after %v", took)
		}
		if text := discordtest.Text(alice.Message(message.ID)); !strings.Contains(text, "thinking") {
			t.Errorf("while the computer thinks the board shows\n%s", text)
		}
		settles(5 * time.Second)
		if shown := alice.Message(message.ID); !offersMove(shown) {
			t.Errorf("after the computer's move the board shows\n%s", discordtest.Text(shown))
		}
	}, slowly(3*time.Second, 1))
}

// TestPressesAreAnsweredInASecondWhileThePoolIsBusy plays twelve games with a single worker that needs eight seconds
// for a move. Each press is answered within a second, and the computer moves in every game in the end.
func TestPressesAreAnsweredInASecondWhileThePoolIsBusy(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		const games = 12
		var wg sync.WaitGroup
		for range games {
			channel := w.guild.NewChannel("busy")
			wg.Go(func() {
				alice := discordtest.Play(t, w.users["alice"].In(channel))
				alice.Uses("/classic level:random")
				pressed := time.Now()
				alice.PressesID("/b2")
				if took := time.Since(pressed); took > time.Second {
					t.Errorf("a press was answered after %v", took)
				}
				time.Sleep(games * 10 * time.Second)
				if shown, _ := live(alice); !offersMove(shown) {
					t.Errorf("in the end a board shows\n%s", discordtest.Text(shown))
				}
			})
		}
		wg.Wait()
	}, slowly(8*time.Second, 1))
}

// TestATakebackDropsTheAnswerThatIsThoughtAbout takes a move back while the computer thinks about its
// answer. The computer does not make that answer.
func TestATakebackDropsTheAnswerThatIsThoughtAbout(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		message := alice.Uses("/classic level:random")
		alice.PressesID("/b2")
		alice.Uses("/takeback")
		alice.PressesID("/takeback-sure")
		settles(10 * time.Second)
		shown, _ := live(alice)
		if _, free := actions(shown)["b2"]; !free || shown.ID == "" {
			t.Errorf("after the takeback the board shows\n%s", discordtest.Text(alice.Message(message.ID)))
		}
	}, slowly(3*time.Second, 1))
}

// TestTheBoardMovesAndLeavesAPointer checks that /board posts the board in a new message, and that the old
// message then links to the new one.
func TestTheBoardMovesAndLeavesAPointer(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		old, _ := live(alice)
		moved := bob.Uses("/board")
		settles(time.Second)
		if moved.ID == old.ID {
			t.Fatal("/board showed no new message")
		}
		left := alice.Message(old.ID)
		if offersMove(left) || !strings.Contains(discordtest.Text(left), moved.ID) {
			t.Errorf("the old message shows\n%s", discordtest.Text(left))
		}
		w.goesOn(alice, bob)
	})
}

// TestOldBoardsAreEditedAfterTheTokensEnd checks that a board is edited after the interactions' tokens have expired.
func TestOldBoardsAreEditedAfterTheTokensEnd(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob clock:3600")
		bob.PressesID("/accept")
		alice.PressesID("/b2")
		bob.PressesID("/a1")
		settles(61 * time.Minute)
		if shown, _ := live(alice); !over(shown) {
			t.Errorf("an hour later the board shows\n%s", discordtest.Text(shown))
		}
	})
}

// TestADeletedBoardCostsNothing deletes the board while the computer thinks. The member's move is kept, and
// /board shows the game.
func TestADeletedBoardCostsNothing(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		message := alice.Uses("/classic level:random")
		alice.PressesID("/b2")
		if err := alice.Client().Delete(message.ID); err != nil {
			t.Fatal(err)
		}
		settles(30 * time.Second)
		again := alice.Uses("/board")
		if !offersMove(again) {
			t.Errorf("/board shows\n%s", discordtest.Text(again))
		}
		if _, free := actions(again)["b2"]; free {
			t.Error("the move is lost")
		}
	}, slowly(3*time.Second, 1))
}

// TestARematchTakesTheMessageOver checks that after a rematch the newest board in the channel shows the new game.
func TestARematchTakesTheMessageOver(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic size:1")
		alice.PressesID("/a1")
		alice.PressesID("/rematch")
		settles(time.Minute)
		shown, ok := live(alice)
		if !ok || !over(shown) && !offersMove(shown) {
			t.Errorf("after the rematch the board shows\n%s", discordtest.Text(shown))
		}
	})
}

// A cutNetwork is an HTTP transport whose requests all fail while the field `cut` is set.
type cutNetwork struct {
	http.RoundTripper
	cut atomic.Bool
}

func (c *cutNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.cut.Load() {
		return nil, errors.New("connection reset by a test")
	}
	return c.RoundTripper.RoundTrip(r)
}

func (c *cutNetwork) CloseIdleConnections() {}

// tokens returns the interaction tokens in the paths of the recorded requests.
func (w *world) tokens() []string {
	var found []string
	for _, mark := range []string{"/interactions/", "/webhooks/"} {
		for _, e := range append(w.requested("POST", mark), w.requested("PATCH", mark)...) {
			_, rest, _ := strings.Cut(e.Path, mark)
			found = append(found, strings.Split(rest, "/")[1])
		}
	}
	return found
}

// TestNoSecretIsLogged checks that the bot's log contains neither its token nor an interaction's token,
// even after reconnects and failed requests.
func TestNoSecretIsLogged(t *testing.T) {
	t.Parallel()
	network := &cutNetwork{}
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		w.app.SendReconnect()
		synctest.Wait()
		w.reconnects()
		w.goesOn(alice, bob)
		board, _ := live(alice)
		pad := actions(board)
		network.cut.Store(true)
		if _, err := bob.Client().Press(t.Context(), board.ID, pad["b1"].CustomID); !errors.Is(err, discordtest.ErrFailed) {
			t.Fatalf("a press whose answer was lost: %v", err)
		}
		w.app.CloseConnections(4000)
		w.discord.ReconnectInsteadOfHello(2)
		settles(time.Minute)
		network.cut.Store(false)
		w.reconnects()
		synctest.Wait()
		w.halt()
		log := w.logs.String()
		if !strings.Contains(log, "outcome=done") || !strings.Contains(log, "outcome=unanswered") {
			t.Fatal("the log has not what the test is about")
		}
		tokens := append(w.tokens(), w.app.Token)
		if len(tokens) < 5 {
			t.Fatalf("only %d tokens were seen", len(tokens))
		}
		for _, secret := range tokens {
			if strings.Contains(log, secret) {
				t.Errorf("the log holds the token %.10s…", secret)
			}
		}
	}, func(_ *bot.Config, deps *bot.Deps) {
		network.RoundTripper = deps.Transport
		deps.Transport = network
	})
}
