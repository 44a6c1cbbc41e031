package e2e

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/rest"
	"noughts/game"
	"noughts/game/ai"
)

func (w *world) registers(settings ...setting) int {
	w.t.Helper()
	before := len(w.requested("PUT", "/commands"))
	w.start(settings...)
	w.awaitReady()
	synctest.Wait()
	w.halt()
	return len(w.requested("PUT", "/commands")) - before
}

func TestCommandsAreRegisteredOnlyWhenTheyDiffer(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		if n := w.registers(inAllLanguages); n != 1 || len(w.app.Commands("")) < 10 {
			t.Fatalf("registered %d times, %d commands", n, len(w.app.Commands("")))
		}
		if n := w.registers(inAllLanguages); n != 0 {
			t.Errorf("the second start registered the same commands %d times", n)
		}
		if german := w.app.Commands("")[0].Localized("de"); language() == "" && german.Name == w.app.Commands("")[0].Name {
			t.Errorf("/%s has no German name", german.Name)
		}
		inGuild := func(cfg *bot.Config, _ *bot.Deps) { cfg.GuildID = w.guild.ID }
		const twice = "shows each of them twice"
		if strings.Contains(w.logs.String(), twice) {
			t.Error("a warning of commands shown twice, before they are")
		}
		if n := w.registers(inAllLanguages, inGuild); n != 1 || len(w.app.Commands(w.guild.ID)) < 10 {
			t.Errorf("for one server registered %d times, %d commands", n, len(w.app.Commands(w.guild.ID)))
		}
		if !strings.Contains(w.logs.String(), twice) {
			t.Error("no warning that the server shows every command twice")
		}
		if n := w.registers(inAllLanguages, inGuild); n != 0 {
			t.Errorf("the second start registered the same commands for the server %d times", n)
		}
	})
}

// Discord does not let a bulk overwrite omit the Entry Point command of an application with Activities.
func TestTheEntryPointCommandStays(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.app.EnableActivities()
		launch := w.app.Commands("")[0]
		if n := w.registers(); n != 1 || len(w.app.Commands("")) < 10 {
			t.Errorf("registered %d times, %d commands", n, len(w.app.Commands("")))
		}
		if n := w.registers(); n != 0 {
			t.Errorf("the second start registered the same commands %d times", n)
		}
		if !slices.ContainsFunc(w.app.Commands(""), func(c discordtest.Command) bool { return c.ID == launch.ID && c.Handler == launch.Handler }) {
			t.Error("the Entry Point command is gone")
		}
	})
}

// A refuser answers the bot's requests about commands with an error, while it refuses.
type refuser struct {
	http.RoundTripper
	method string
	status int
	times  atomic.Int64 // how many more requests are refused
}

func (f *refuser) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != f.method || !strings.HasSuffix(r.URL.Path, "/commands") || f.times.Add(-1) < 0 {
		return f.RoundTripper.RoundTrip(r)
	}
	body := io.NopCloser(strings.NewReader(`{"code": 50035, "message": "Invalid Form Body", "errors": {"2": {"name": {}}}}`))
	return &http.Response{StatusCode: f.status, Header: http.Header{}, Body: body, Request: r}, nil
}

func TestNoFailedRegistrationEndsTheBot(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]struct {
		method string
		status int
		said   string
	}{
		"a refused form":      {http.MethodPut, http.StatusBadRequest, `Invalid Form Body: {\"2\": {\"name\"`},
		"no access":           {http.MethodGet, http.StatusForbidden, "cannot register"},
		"a removed token":     {http.MethodPut, http.StatusUnauthorized, "cannot register"},
		"an outage":           {http.MethodGet, http.StatusServiceUnavailable, "cannot register"},
		"too many creations":  {http.MethodPut, http.StatusTooManyRequests, "cannot register"},
		"a server without it": {http.MethodGet, http.StatusNotFound, "DISCORD_GUILD_ID names a server in which the bot is not"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubbleAlone(t, func(t *testing.T, w *world) {
				w.registers()
				registered := len(w.app.Commands(""))
				refusing := &refuser{method: f.method, status: f.status}
				refusing.times.Store(20)
				w.start(func(cfg *bot.Config, deps *bot.Deps) {
					refusing.RoundTripper, deps.Transport = deps.Transport, refusing
					cfg.GuildID = w.guild.ID
				})
				w.awaitReady()
				w.player("alice").Uses("/classic")
				if !strings.Contains(w.logs.String(), f.said) {
					t.Errorf("the log does not say %q", f.said)
				}
				settles(5 * time.Hour)
				if n := len(w.app.Commands(w.guild.ID)) - registered; n < 10 {
					t.Errorf("%d commands five hours later", n)
				}
			})
		})
	}
}

// registersAnother replaces the commands of a server by one of the bot's and one that is not, with the bot's token.
func (w *world) registersAnother(guild *discordtest.Guild) {
	w.t.Helper()
	url := w.discord.URL() + "/api/v9/applications/" + w.app.ID + "/guilds/" + guild.ID + "/commands"
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPut, url,
		strings.NewReader(`[{"name": "dice", "description": "Roll"}, {"name": "classic", "description": "Play"}]`))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bot " + w.app.Token}, "Content-Type": {"application/json"}, "User-Agent": {rest.UserAgent}}
	transport := &http.Transport{DialContext: w.discord.DialContext}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(r)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		w.t.Fatal(response.Status)
	}
}

// The bot ran for one server, as for development, and then runs for all.
func TestCommandsAreNotShownTwice(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		elsewhere := w.discord.NewGuild("Elsewhere")
		elsewhere.Install(w.app)
		for _, guild := range []*discordtest.Guild{w.guild, elsewhere} {
			w.registers(func(cfg *bot.Config, _ *bot.Deps) { cfg.GuildID = guild.ID })
		}
		w.registersAnother(elsewhere)
		w.registers()
		for guild, want := range map[string]int{w.guild.ID: 0, elsewhere.ID: 1} {
			if n := len(w.app.Commands(guild)) - len(w.app.Commands("")); n != want {
				t.Errorf("%d commands besides the global ones, want %d", n, want)
			}
		}
	})
}

func TestNoCommandIsOfferedThatNobodyAnswers(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		open := make(chan struct{})
		w.start(func(_ *bot.Config, deps *bot.Deps) {
			dial := deps.Dial
			deps.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
				select {
				case <-open:
					return dial(ctx, network, addr)
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
		})
		settles(5 * time.Second)
		if n := len(w.app.Commands("")); n != 0 {
			t.Errorf("%d commands are offered before the first session", n)
		}
		close(open)
		w.awaitReady()
		if len(w.app.Commands("")) == 0 {
			t.Error("no commands are offered")
		}
	})
}

func TestLinksLeadToTheConfiguredClient(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.player("alice").Uses("/classic")
		synctest.Wait() // until the bot knows the message's id
		w.says(w.player("alice").Uses("/games"), "(https://chat.example/channels/")
	}, func(cfg *bot.Config, _ *bot.Deps) { cfg.WebURL = "https://chat.example" })
}

func TestEveryStyleIsDrawn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	marks := map[string]string{"tiles": "❌", "emoji": "❌", "ascii": "```", "box": "```", "ansi": "```ansi"}
	styles := w.styles("/classic")
	if len(styles) < 3 {
		t.Fatalf("only the styles %q are offered", styles)
	}
	for _, style := range styles {
		for i, command := range []string{"/classic size:3", "/classic size:9", "/ultimate"} {
			t.Run(command+" "+style, func(t *testing.T) {
				s := w.scene(t, fmt.Sprint(style, "-", i))
				s.challenged(command + " style:" + style)
				s.alice.Uses("/move square:b2")
				w.says(newest(s.alice), marks[style])
			})
		}
	}
}

func (w *world) styles(command string) []string {
	var values []string
	for _, c := range w.player("alice").Client().Commands() {
		for _, o := range c.Options {
			for _, choice := range o.Choices {
				if "/"+c.Name == command && o.Name == "style" {
					values = append(values, fmt.Sprint(choice.Value))
				}
			}
		}
	}
	return values
}

func TestEveryLevelAnswers(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		command string
		variant game.Variant
	}{{"/classic size:3", game.Classic(3)}, {"/classic size:5", game.Classic(5)}, {"/classic size:9 in_a_row:5", game.InARow(9, 5)}, {"/ultimate", game.Ultimate}} {
		t.Run(c.command, func(t *testing.T) {
			inBubble(t, func(t *testing.T, w *world) { // searches take no time on the clock of a synctest bubble
				for n, level := range ai.Levels(c.variant) {
					t.Logf("level %s", level)
					s := w.scene(t, fmt.Sprint("level-", i, "-", n))
					alice := &mover{Player: s.alice, t: t}
					alice.Uses(c.command + " first:them level:" + level)
					if !alice.awaitsTurn() {
						t.Error("the game ended before the first move")
					}
				}
			})
		})
	}
}

func TestPlayInADirectMessage(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.direct("alice")
		board := alice.Uses("/classic level:random size:4 clock:3600")
		alice.PressesID("/b2")
		settles(61 * time.Minute) // the interactions' tokens expire, and the clock runs out
		if shown := alice.Message(board.ID); !over(shown) {
			t.Errorf("an hour later the board shows\n%s", discordtest.Text(shown))
		}
	})
}

// There the bot can edit messages only with interaction tokens.
func TestPlayWhereTheBotIsNoMember(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.app.InstallFor(w.users["alice"])
		group := w.discord.GroupMessage(w.users["alice"], w.users["bob"], w.users["carol"])
		alice, bob := w.at("alice", group), w.at("bob", group)
		begins(alice, bob, "/challenge member:@bob clock:3600", "b2")
		settles(61 * time.Minute) // the clock runs out while nothing can be edited
		if board := bob.PressesID("/a1"); !strings.Contains(discordtest.Text(board), "The game ended before both") {
			t.Errorf("an hour later the press is answered with %q", discordtest.Text(board))
		}
	})
}
