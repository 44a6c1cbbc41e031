package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/metrics"
	"noughts/bot/rest"
	"noughts/render/tiles"
)

func installing(cfg *bot.Config, _ *bot.Deps) { cfg.Tiles = true }

// anHour is how many emoji the emulated Discord lets an application create in an hour. With this number, all tiles are
// installed within a few simulated hours. More hours would make the tests slow, because each process asks for its
// leases several times a second.
const anHour = 100

// pauses is how many times Discord refuses to create an emoji, under the hourly limit, until all tiles are installed.
var pauses = (len(tiles.All()) - 1) / anHour

// hours returns a little more than the time to install all tiles under the hourly limit.
func hours() time.Duration {
	return time.Duration(pauses)*time.Hour + 10*time.Minute
}

// tilesOf returns how many tiles (emoji of the bot) of a version the application has.
func (w *world) tilesOf(version int) int {
	w.t.Helper()
	found := map[string]bool{}
	for _, e := range w.app.Emojis() {
		v, isTile := tiles.Parse(e.Name)
		if isTile && found[e.Name] {
			w.t.Errorf("%s is there twice", e.Name)
		}
		if isTile && v == version {
			found[e.Name] = true
		}
	}
	return len(found)
}

func (w *world) haveTiles(by *discordtest.User, version int, which []tiles.Tile) {
	for _, t := range which {
		w.app.AddEmoji(by, t.NameIn(version))
	}
}

// created returns how often the bot asked Discord to create an emoji, for each status of the response, such as "201:50,
// 429:1".
func (w *world) created() string {
	times := map[int]int{}
	for _, e := range w.requested("POST", "/emojis") {
		times[e.Status]++
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(times), " ", ", "), "map[]")
}

var (
	aTile   = regexp.MustCompile(`<:(\w+):(\d+)>`)
	opening = []string{"e5", "d5", "b5", "d4"} // the first moves of a game of Ultimate
)

// A nestedGame is a game of Ultimate between alice and bob.
type nestedGame struct {
	w     *world
	moves int
	turn  [2]*discordtest.Player
}

func (w *world) begins() *nestedGame {
	w.t.Helper()
	g := &nestedGame{w: w, turn: [2]*discordtest.Player{w.player("alice"), w.player("bob")}}
	g.turn[0].Uses("/ultimate opponent:@bob first:me")
	g.turn[1].PressesID("/accept")
	return g
}

// goesOn makes the next move of `opening`, so that the board is drawn again.
func (g *nestedGame) goesOn() {
	g.w.t.Helper()
	g.turn[g.moves%2].Uses("/move square:" + opening[g.moves])
	g.moves++
}

// isDrawnWith checks that the board is drawn with tiles of this version, all of them installed. Version 0 means Unicode
// emoji.
func (g *nestedGame) isDrawnWith(version int) {
	g.w.t.Helper()
	message, ok := live(g.turn[0])
	if !ok {
		g.w.t.Fatal("there is no board")
	}
	names := map[string]string{}
	for _, e := range g.w.app.Emojis() {
		names[e.ID] = e.Name
	}
	shown := aTile.FindAllStringSubmatch(discordtest.Text(message), -1)
	if (version == 0) != (len(shown) == 0) {
		g.w.t.Errorf("a board with %d tiles, want version %d:\n%s", len(shown), version, discordtest.Text(message))
	}
	for _, s := range shown {
		if v, ok := tiles.Parse(s[1]); !ok || v != version || names[s[2]] != s[1] {
			g.w.t.Fatalf("%s is on the board, want version %d; the application calls it %q", s[0], version, names[s[2]])
		}
	}
}

func TestTilesAreInstalledWhileMembersPlay(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.discord.SetLatency(200 * time.Millisecond)
		w.start(installing)
		w.awaitReady()
		g := w.begins()
		g.isDrawnWith(0)
		settles(2 * time.Minute)
		if n := w.tilesOf(tiles.Version); n != len(tiles.All()) {
			t.Errorf("%d tiles are there", n)
		}
		g.isDrawnWith(0) // the board has not been drawn again
		g.goesOn()
		g.isDrawnWith(tiles.Version)
		if c := w.created(); c != fmt.Sprint("201:", len(tiles.All())) {
			t.Errorf("created %s", c)
		}
	})
}

func TestTilesAreInstalledOverHTTP(t *testing.T) {
	inBubbleOverHTTP(t, func(t *testing.T, w *world) {
		settles(time.Minute)
		w.begins().isDrawnWith(tiles.Version)
	}, installing)
}

func TestDiscordDoesNotSayWhichTilesThereAre(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.haveTiles(w.app.User, tiles.Version, tiles.All())
		if _, err := w.app.Inject(discordtest.Fault{Kind: discordtest.FaultStatus, Route: discordtest.RouteListEmojis, Times: 20}); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		w.start(installing)
		w.awaitReady()
		g := w.begins()
		g.isDrawnWith(0)
		if took := time.Since(begun); took > 2*time.Second {
			t.Errorf("the first boards took %v", took)
		}
		settles(10 * time.Minute)
		g.goesOn()
		g.isDrawnWith(tiles.Version)
	})
}

func TestTilesCanBeKeptOut(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.haveTiles(w.app.User, tiles.Version, tiles.All())
		w.start()
		w.awaitReady()
		settles(2 * time.Hour)
		if asked := w.requested("", "/emojis"); len(asked) > 0 {
			t.Errorf("asked %d times", len(asked))
		}
		w.begins().isDrawnWith(0)
	})
}

func TestDiscordTakesFewTilesAnHour(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		counts := metrics.New()
		w.start(installing, func(_ *bot.Config, deps *bot.Deps) { deps.Meter = counts })
		w.awaitReady()
		settles(time.Minute)
		g := w.begins()
		g.isDrawnWith(tiles.Version)
		scrape := httptest.NewRecorder()
		counts.ServeHTTP(scrape, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		for state, n := range map[string]int{"installed": anHour, "missing": len(tiles.All()) - anHour} {
			if want := fmt.Sprintf("noughts_tiles{state=%q} %d\n", state, n); !strings.Contains(scrape.Body.String(), want) {
				t.Errorf("/metrics lacks %s", want)
			}
		}
		settles(58 * time.Minute)
		if c := w.created(); c != fmt.Sprintf("201:%d, 429:1", anHour) {
			t.Errorf("created %s in the first hour", c)
		}
		settles(hours() - time.Hour)
		if c := w.created(); c != fmt.Sprintf("201:%d, 429:%d", len(tiles.All()), pauses) {
			t.Errorf("created %s", c)
		}
		g.goesOn()
		g.isDrawnWith(tiles.Version)
		if lines := strings.Count(w.logs.String(), "all tiles installed"); lines != 1 {
			t.Errorf("%d lines of log say that all tiles are there", lines)
		}
	}, discordtest.WithEmojiLimit(anHour))
}

func TestATileThatIsDeletedIsInstalledAgain(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.haveTiles(w.app.User, tiles.Version, tiles.All())
		w.start(installing)
		w.awaitReady()
		settles(time.Minute)
		client := rest.New(&http.Transport{DialContext: w.discord.DialContext}, config.Secret(w.app.Token))
		client.Base = w.discord.URL()
		defer client.CloseIdleConnections()
		if err := client.DeleteEmoji(t.Context(), w.app.ID, w.app.Emojis()[0].ID); err != nil {
			t.Fatal(err)
		}
		settles(time.Hour)
		if n := w.tilesOf(tiles.Version); n != len(tiles.All()) {
			t.Errorf("%d tiles are there", n)
		}
	})
}

func TestAnOlderSetIsReplaced(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		all := tiles.All()
		carol := w.users["carol"]
		w.haveTiles(w.app.User, tiles.Version-2, all[1:])
		w.haveTiles(carol, tiles.Version-2, all[:1]) // carol created this one, although it is named like a tile
		w.haveTiles(w.app.User, tiles.Version-1, all)
		w.app.AddEmoji(carol, "logo")
		w.start(installing)
		w.awaitReady()
		g := w.begins()
		g.isDrawnWith(tiles.Version - 1)
		settles(hours() - time.Hour)
		if n := w.tilesOf(tiles.Version - 2); n != len(all) {
			t.Errorf("%d tiles are left of the oldest set before the newest is complete", n)
		}
		settles(time.Hour + 30*time.Minute)
		g.goesOn()
		g.isDrawnWith(tiles.Version)
		for version, want := range map[int]int{tiles.Version - 2: 1, tiles.Version - 1: len(all), tiles.Version: len(all)} {
			if n := w.tilesOf(version); n != want {
				t.Errorf("%d tiles of version %d, want %d", n, version, want)
			}
		}
		if n := len(w.app.Emojis()); n != 2*len(all)+2 {
			t.Errorf("%d emoji in all", n)
		}
	}, discordtest.WithEmojiLimit(anHour))
}

func TestAnApplicationFullOfEmojiKeepsThem(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		for i := range 2000 {
			w.app.AddEmoji(w.users["carol"], fmt.Sprint("logo", i))
		}
		w.start(installing)
		w.awaitReady()
		settles(3 * time.Hour)
		if c := w.created(); c != "400:1" || len(w.requested("DELETE", "/emojis")) > 0 || len(w.app.Emojis()) != 2000 {
			t.Errorf("created %s, and %d emoji are left", c, len(w.app.Emojis()))
		}
		var said []string
		for line := range strings.Lines(w.logs.String()) {
			if strings.Contains(line, "level=WARN") {
				said = append(said, line)
			}
		}
		if len(said) != 1 || !strings.Contains(said[0], "30008") || !strings.Contains(said[0], `tiles="0 of`) {
			t.Errorf("the log says %q", said)
		}
		w.begins().isDrawnWith(0)
	})
}

func TestTilesAreInstalledThroughFaults(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		w.discord.SetLatency(500 * time.Millisecond)
		w.start(installing)
		w.awaitReady()
		settles(5 * time.Second)
		for _, f := range []discordtest.Fault{
			{Kind: discordtest.FaultStatus, Times: 3}, {Kind: discordtest.FaultStatus, Code: 502}, {Kind: discordtest.FaultLoseRequest},
			{Kind: discordtest.FaultLoseAnswer}, {Kind: discordtest.FaultLateRequest, Wait: 15 * time.Second},
			{Kind: discordtest.FaultLimit, Wait: 20 * time.Minute},
		} {
			f.Route = discordtest.RouteCreateEmoji
			fault, err := w.app.Inject(f)
			if err != nil {
				t.Fatal(err)
			}
			settles(15 * time.Second)
			if n := fault.Outcome().Struck; n != max(f.Times, 1) {
				t.Errorf("%s struck %d times", f, n)
			}
		}
		before := w.tilesOf(tiles.Version)
		settles(19 * time.Minute)
		if n := w.tilesOf(tiles.Version); n != before || n == len(tiles.All()) {
			t.Errorf("%d tiles are there, and were %d when Discord asked for a pause", n, before)
		}
		settles(5 * time.Minute)
		if n := w.tilesOf(tiles.Version); n != len(tiles.All()) {
			t.Errorf("%d tiles are there in the end", n)
		}
		w.begins().isDrawnWith(tiles.Version)
	})
}
