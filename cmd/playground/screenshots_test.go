package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"noughts/bot"
	"noughts/bot/metrics"
	"noughts/cmd/playground/browsertest"
)

// To make the README's pictures, run
//
//	NOUGHTS_BROWSER=/usr/bin/chromium go generate ./cmd/playground
//
// The pictures look the same each time: the bot's random seed is fixed, and the script `evening` replaces all times.
//
//go:generate env NOUGHTS_SCREENSHOTS=../../docs go test -count=1 -run ^TestScreenshots$ .

// A luckyBot is a bot with a fixed random seed. Tests can read its gauges.
type luckyBot struct {
	bot.Meter
	gauges chan func() bot.Gauges
}

func (b luckyBot) run(ctx context.Context, cfg bot.Config, deps bot.Deps) error {
	deps.Rand, deps.Meter = rand.NewChaCha8([32]byte{}), b
	return runBot(ctx, cfg, deps)
}

func (b luckyBot) Watch(read func() bot.Gauges) { b.gauges <- read }

// startLucky runs the playground with a luckyBot. It returns the page's address when all tiles are installed.
func startLucky(t *testing.T) string {
	t.Helper()
	b := luckyBot{metrics.New(), make(chan func() bot.Gauges, 1)}
	base := readLine(t, runProgram(t, program{bot: b.run}, "-log", "error"))
	b.awaitTiles(t)
	return base
}

func (b luckyBot) awaitTiles(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), browsertest.Limit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for read := <-b.gauges; ; {
		g := read()
		if g.Tiles > 0 && g.MissingTiles == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("%d of the tiles are missing", g.MissingTiles)
		}
	}
}

// evening is JavaScript that replaces the times and random ids on the page by fixed ones, and removes the focus.
const evening = `(() => {
	document.querySelectorAll('.day span').forEach(e => { e.textContent = 'November 21, 2026'; });
	document.querySelectorAll('time').forEach(e => { e.removeAttribute('data-style'); });
	document.querySelectorAll('.author time').forEach(e => { e.textContent = 'Today at 8:15 PM'; });
	document.querySelectorAll('time.md-time').forEach(e => { e.textContent = e.textContent.replace(/^in \d+ minutes$/, 'in 10 minutes'); });
	document.querySelectorAll('.entry time').forEach(e => { e.textContent = '8:15:00 PM'; });
	document.querySelectorAll('.entry-took').forEach(e => { e.textContent = '0.4ms'; });
	document.querySelectorAll('.entry-path, .entry code').forEach(e => {
		e.textContent = e.textContent.replaceAll(/\d{17,}/g, '1573856914280808448').replaceAll(/[\w-]{8}…/g, 'YSBHsz7a…');
	});
	document.activeElement.blur();
	return true;
})()`

// picture takes a picture of a member's page in a window of the given size.
func (p player) picture(name string, width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height), chromedp.MouseEvent("mouseMoved", 4, float64(height-4)))
	p.until(fmt.Sprintf(`innerWidth === %d && %s`, width, idle))
	p.until(`document.getAnimations().every(a => a.playState !== 'running')`)
	browsertest.Value(p.t, p.tab, chromedp.Evaluate[bool](evening))
	browsertest.Screenshot(p.t, p.tab, name)
}

// looks sets the theme of a member's page, "dark" or "light".
func (p player) looks(theme string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`(document.documentElement.dataset.theme = %q) && true`, theme))
}

// types types a line and sends it.
func (p player) types(line string) {
	p.t.Helper()
	p.do(chromedp.SetValue("#line", line), browsertest.Click(`#composer button[type="submit"]`))
	p.until(`document.getElementById('line').value === ''`)
}

// joins waits until the player's page offers the bot's commands.
func (p player) joins() {
	p.t.Helper()
	p.until(`fetch('/complete' + document.body.dataset.query + '&line=/').then(r => r.json()).then(c => c.items.length > 0)`)
}

// TestScreenshots takes the README's pictures. In CI it only checks that they can be taken.
func TestScreenshots(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	t.Run("ultimate", func(t *testing.T) { pictureUltimate(t, browser, base) })
	t.Run("challenge", func(t *testing.T) { pictureChallenge(t, browser, base) })
	t.Run("wire", func(t *testing.T) { pictureWire(t, browser, base) })
}

// pictureUltimate takes pictures in the middle of a game against the computer.
func pictureUltimate(t *testing.T, browser context.Context, base string) {
	alice := open(t, browser, base, "Alice", "alice", "ultimate")
	alice.looks("dark")
	alice.joins()
	alice.types("/ultimate level:champion first:me")
	alice.until(board + ` !== undefined`)
	for ply := range 11 {
		if !alice.move(3 * ply) {
			t.Fatalf("over after %d moves", ply)
		}
	}
	alice.until(fmt.Sprintf(`%s && %s`, idle, alice.toMove()))
	alice.picture("playground.png", 1280, 900)
	alice.picture("phone.png", 390, 844)
}

// pictureChallenge takes a picture of Bob's page after Alice has challenged him.
func pictureChallenge(t *testing.T, browser context.Context, base string) {
	alice := open(t, browser, base, "Alice", "alice", "general")
	bob := open(t, browser, base, "Bob", "bob", "general")
	bob.looks("light")
	alice.joins()
	alice.types("/challenge member:@Bob")
	bob.until(board + ` !== undefined`)
	bob.picture("challenge.png", 1100, 640)
}

// pictureWire takes a picture of the wire panel, which lists the exchanges between Discord and the
// bot. In the picture Discord has rejected an answer at first, because of a rate limit.
func pictureWire(t *testing.T, browser context.Context, base string) {
	carol := open(t, browser, base, "Carol", "carol", "quiet-corner&panel=wire")
	carol.looks("dark")
	carol.joins()
	carol.types("/classic level:random first:me")
	carol.until(board + ` !== undefined`)
	carol.do(browsertest.Click(`form:has(input[value="limit"]) button`))
	carol.until(`document.getElementById('status').innerText.includes('route limit')`)
	carol.move(4)
	carol.until(`document.querySelector('.entry.refused') && ` + carol.toMove())
	carol.picture("wire.png", 1280, 900)
}
