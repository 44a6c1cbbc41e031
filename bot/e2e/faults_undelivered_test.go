package e2e

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func TestAnAnswerThatIsNotDeliveredCostsNothing(t *testing.T) {
	each(t, map[string]discordtest.Fault{
		"Discord is down":              {Kind: discordtest.FaultStatus, Times: outage},
		"the connection breaks":        {Kind: discordtest.FaultLoseRequest, Times: outage},
		"the first answer is refused":  {Kind: discordtest.FaultStatus, Route: discordtest.RouteCallback},
		"a rate limit lasts too long":  {Kind: discordtest.FaultLimit, Route: discordtest.RouteCallback, Wait: 10 * time.Second},
		"Discord's answer comes never": {Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback},
	}, func(t *testing.T, fault discordtest.Fault) {
		acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
			alice, bob := w.played()
			w.suffers(fault)
			if err := newestSquare(t, bob, "a1"); err != nil && !errors.Is(err, discordtest.ErrFailed) {
				t.Fatal(err)
			}
			if m := w.matchIn(kept); len(m.Moves) != 2 {
				t.Fatalf("%d moves are stored", len(m.Moves))
			}
			settles(20 * time.Minute) // by now the faults are over and the tokens expired
			w.showsTheTruth(alice, bob, "a1", "c3")
		})
	})
}

// showsTheTruth has the member `other` use /board, and checks that the board does not offer the square `taken`. Then
// the member `mover` plays the square `free`, and the board must no longer offer that square.
func (w *world) showsTheTruth(mover, other *discordtest.Player, taken, free string) {
	w.t.Helper()
	board := w.boardFor(other)
	if _, offered := actions(board)[taken]; offered || matchOf(board) == "" {
		w.t.Fatalf("/board shows\n%s", discordtest.Text(board))
	}
	if err := newestSquare(w.t, mover, free); err != nil {
		w.t.Error(err)
	}
	if board, _ := live(other); actions(board)[free].CustomID != "" {
		w.t.Errorf("after %s the board shows\n%s", free, discordtest.Text(board))
	}
}

// outage is the number of requests that fail. It exceeds the number of the bot's retries for one board.
const outage = 20

// boardFor uses /board once a minute until it succeeds, and returns the board. It fails the test after 20 attempts.
func (w *world) boardFor(p *discordtest.Player) discordtest.Message {
	w.t.Helper()
	for range outage {
		if a, err := p.Client().Type(w.t.Context(), "/board"); err == nil && a.Message != nil {
			return *a.Message
		}
		settles(time.Minute)
	}
	w.t.Fatal("/board is not answered")
	return discordtest.Message{}
}

// Cloudflare bans the bot's address for an hour, in HTML. The bot calls nobody until the hour is over.
func TestABanIsNotProlonged(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob := w.played()
		before := len(w.requested("", "/api/"))
		w.suffers(discordtest.Fault{Kind: discordtest.FaultHTMLLimit, Route: discordtest.RouteCallback, Wait: time.Hour})
		for range 30 {
			if err := newestSquare(t, bob, "a1"); err == nil {
				t.Fatal("a press is answered in spite of the ban")
			}
			settles(time.Minute)
		}
		if n := len(w.requested("", "/api/")) - before; n > 1 {
			t.Errorf("%d calls in half an hour", n)
		}
		settles(30 * time.Minute)
		alice.Uses("/board")
		if _, free := actions(alice.PressesID("/c3"))["a1"]; free {
			t.Error("the move during the ban is lost")
		}
	})
}

// An unknownChannel is a transport that answers every request to a channel's route with the error Unknown Channel.
type unknownChannel struct{ http.RoundTripper }

func (v unknownChannel) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.Contains(r.URL.Path, "/channels/") {
		return v.RoundTripper.RoundTrip(r)
	}
	return &http.Response{
		StatusCode: http.StatusNotFound, Header: http.Header{}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"code":10003,"message":"Unknown Channel"}`)),
	}, nil
}

func TestABoardThatCannotBeEditedCostsNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		thinks time.Duration
		before func(w *world, board string)
		set    setting
	}{
		"the message is deleted":         {time.Minute, (*world).deleted, nil},
		"and the token is over":          {time.Hour, (*world).deleted, nil},
		"the permission was taken away":  {time.Hour, (*world).shutOut, nil},
		"the channel is gone":            {time.Hour, func(*world, string) {}, func(_ *bot.Config, d *bot.Deps) { d.Transport = unknownChannel{d.Transport} }},
		"the token is over, and no more": {time.Hour, func(*world, string) {}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			settings := []setting{thinking(c.thinks)}
			if c.set != nil {
				settings = append(settings, c.set)
			}
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
				alice := w.player("alice")
				alice.Uses("/classic size:3 first:me")
				alice.PressesID("/b2")
				m := w.matchIn(kept)
				board, _ := live(alice)
				c.before(w, board.ID)
				settles(c.thinks + time.Minute)
				record, err := kept.Load(t.Context(), m.ID)
				if err != nil || len(record.Match.Moves) != 2 {
					t.Fatalf("%d moves are stored, %v", len(record.Match.Moves), err)
				}
				shown := alice.Uses("/board")
				if matchOf(shown) != m.ID || !offersMove(shown) {
					t.Errorf("/board shows\n%s", discordtest.Text(shown))
				}
			}, settings...)
		})
	}
}

// deleted makes carol the owner of the server and has her delete the board.
func (w *world) deleted(board string) {
	w.guild.SetOwner(w.users["carol"])
	if err := w.users["carol"].In(w.channel).Delete(board); err != nil {
		w.t.Error(err)
	}
}

// shutOut hides the world's channel from the bot. The members still see it.
func (w *world) shutOut(string) {
	for _, u := range w.users {
		w.channel.Overwrite(u, discordtest.PermissionViewChannel, 0)
	}
	w.channel.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionViewChannel)
}

func TestAPressRepairsABoardThatTheBotCannotEdit(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.shutOut("")
		alice := w.player("alice")
		board := alice.Uses("/classic level:random size:4")
		alice.PressesID("/b2")
		settles(20 * time.Minute)
		alice.Presses("⋯ More")
		alice.PressesID("/takeback")
		settles(time.Second)
		shown := alice.PressesIDOn(board.ID, "/d4")
		if _, free := actions(shown)["b2"]; shown.ID != board.ID || !free {
			t.Errorf("the press is answered with\n%s", discordtest.Text(shown))
		}
		settles(time.Second)
		alice.SeesPrivately("The board has changed")
		alice.PressesIDOn(board.ID, "/d4")
		settles(time.Second)
		w.says(alice.Message(board.ID), "move 3")
	})
}

func TestANewGameThatDiscordRefusesIsWithdrawn(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"/challenge member:@bob open_for:86400", "/challenge", "/classic", "/classic level:random first:them", "/watch", "/team level:random"} {
		t.Run(command, func(t *testing.T) {
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
				alice := w.player("alice")
				w.suffers(discordtest.Fault{Kind: discordtest.FaultLimit, Route: discordtest.RouteCallback, Wait: 10 * time.Second})
				if _, err := alice.Client().Type(t.Context(), command); !errors.Is(err, discordtest.ErrFailed) {
					t.Fatal(err)
				}
				settles(time.Minute)
				if open, err := kept.Unfinished(t.Context(), match.Scope{Member: alice.Client().User().ID}); err != nil || len(open) > 0 {
					t.Errorf("%d games are open, %v", len(open), err)
				}
				if message := alice.Uses(command); matchOf(message) == "" {
					t.Errorf("after that the command shows\n%s", discordtest.Text(message))
				}
			}, func(_ *bot.Config, d *bot.Deps) { d.Limits.Challenges, d.Limits.Declined = 1, 1 })
		})
	}
}

func TestANewGameThatIsLostIsOffered(t *testing.T) {
	t.Parallel()
	for command, find := range map[string]string{
		"/challenge member:@bob open_for:86400": "/challenge member:@bob", "/classic": "/games mine:True", "/watch size:4": "/games mine:True",
	} {
		t.Run(command, func(t *testing.T) {
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
				alice := w.player("alice")
				w.suffers(discordtest.Fault{Kind: discordtest.FaultLoseRequest, Route: discordtest.RouteCallback})
				if _, err := alice.Client().Type(t.Context(), command); !errors.Is(err, discordtest.ErrFailed) {
					t.Fatal(err)
				}
				settles(10 * time.Minute)
				alice.Uses(find)
				board := alice.Presses("Bring it here")
				rec, err := kept.Load(t.Context(), matchOf(board))
				if err != nil || len(rec.Match.Moves) > 10 {
					t.Fatalf("it has played %d moves, %v:\n%s", len(rec.Match.Moves), err, discordtest.Text(board))
				}
				if strings.HasPrefix(command, "/challenge") {
					w.player("bob").PressesOn(board.ID, "Accept")
				}
			}, func(_ *bot.Config, d *bot.Deps) { d.Limits.Challenges = 1 })
		})
	}
}
