package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
	"noughts/game/rules"
)

// A look is a message to take pictures of: a private answer, a challenge, or a game between Alice and Bob.
type look struct {
	name, command string
	// The moves of the game are random, but fixed by `seed`. After each number of moves in `plies` a picture is taken.
	variant game.Variant
	seed    uint64
	plies   []int
	shares  bool // also picture the shared result at the end
	waits   bool // Carol has joined the queue to play the winner
	// votes are the labels of buttons that Bob, Carol and Alice press before the pictures.
	votes []string
}

var looks = []look{
	// In this game the next player may choose any open board after 53 moves, and X has won after 63 moves.
	{"ultimate", "/challenge member:@Bob game:ultimate first:me", game.Ultimate, 21, []int{0, 1, 20, 52, 53, 63}, true, false, nil},
	{"classic3", "/challenge member:@Bob size:3 first:me", game.Classic(3), 2, []int{4, 7}, true, false, nil},
	{"classic5", "/challenge member:@Bob size:5 first:me", game.Classic(5), 0, []int{9, 19}, false, false, nil},
	{"four7", "/challenge member:@Bob size:7 in_a_row:4 first:me", game.InARow(7, 4), 0, []int{20}, false, false, nil},
	{"classic9", "/challenge member:@Bob size:9 first:me", game.Classic(9), 0, []int{30}, false, false, nil},
	{"vanishing", "/challenge member:@Bob variant:vanishing first:me", rules.Vanishing, 1, []int{9, 15}, false, false, nil},
	{"series", "/challenge member:@Bob size:3 best_of:5 first:me", game.Classic(3), 2, []int{4, 7}, false, false, nil},
	{"hill", "/challenge member:@Bob size:3 first:me", game.Classic(3), 2, []int{4, 7}, false, true, nil},
	{"hill5", "/challenge member:@Bob size:5 first:me", game.Classic(5), 0, []int{9, 19}, false, true, nil},
	{name: "challenge", command: "/challenge member:@Bob"},
	{name: "help", command: "/help"},
	{name: "settings", command: "/settings"},
	{name: "config", command: "/config"},
	{name: "team3", command: "/team size:3 vote_clock:3600", votes: []string{"b2", "b2", "a1"}},
	{name: "team-ultimate", command: "/team vote_clock:3600 first:them", votes: nil},
	{name: "team-challenge", command: "/team channel:#quiet-corner size:5"},
	{name: "watch-votes", command: "/watch size:9", votes: []string{"X wins", "Draw", "X wins"}},
	{name: "rules", command: "/rules"},
	{name: "tutorial", command: "/rules game:ultimate"},
}

// TestLooks shows the most frequent messages on a desktop and on a phone. It fails if an image or drawing is
// missing or an element is too wide. If NOUGHTS_SCREENSHOTS names a folder, it takes pictures there in both
// themes, for people to look at.
func TestLooks(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			in := newRoom(t, base, l.name)
			in.use("alice", l.command)
			alice := in.open(browser, "alice")
			for i, label := range l.votes {
				in.vote(voters[i], label)
			}
			if l.plies == nil {
				alice.shoot(l.name)
				return
			}
			in.press("bob", buttonOf("Accept"))
			if l.waits {
				in.press("carol", buttonOf("⋯ More"))
				in.press("carol", buttonOf("Play the winner"))
			}
			slugs := [...]string{"alice", "bob"}
			moves := randomMoves(t, l)
			for ply, s := range append(slices.Clone(moves), game.Square(0)) {
				if slices.Contains(l.plies, ply) {
					alice.shoot(fmt.Sprintf("%s-%d", l.name, ply))
				}
				if ply == len(moves) && l.shares {
					alice.press("⋯ More")
					alice.press("Share")
					alice.until(`document.querySelector('#messages img.picture')?.naturalWidth > 0`)
					alice.shoot(l.name + "-shared")
				}
				if ply == slices.Max(l.plies) {
					break
				}
				in.use(slugs[ply%2], "/move square:"+s.String())
			}
		})
	}
}

func buttonOf(label string) *regexp.Regexp {
	return regexp.MustCompile(`form="press-(\d+)" name="custom_id" value="([^"]+)" data-at="[^"]+" aria-label="` + label + `"`)
}

// buttonWith matches a button by a pattern for its custom id. On boards made of buttons, free squares have no label.
func buttonWith(id string) *regexp.Regexp {
	return regexp.MustCompile(`form="press-(\d+)" name="custom_id" value="(` + id + `)"`)
}

// voters press the buttons of a look in turn.
var voters = [...]string{"bob", "carol", "alice"}

// A room is a thread in which members act through requests, as the page's script does.
type room struct {
	t             *testing.T
	base, channel string
}

// newRoom opens a thread.
func newRoom(t *testing.T, base, name string) room {
	t.Helper()
	status, body := post(t, base+"/thread?as=alice&channel=general", url.Values{"name": {name}})
	var answer struct{ Location string }
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("opening a thread: %d: %s", status, body)
	}
	place, err := url.Parse(answer.Location)
	if err != nil {
		t.Fatal(err)
	}
	return room{t, base, place.Query().Get("channel")}
}

// at returns the address of a page or an action as a member sees it.
func (r room) at(action, slug string) string {
	return r.base + "/" + action + "?as=" + slug + "&channel=" + r.channel
}

func (r room) use(slug, line string) {
	r.t.Helper()
	send(r.t, r.at("use", slug), url.Values{"line": {line}})
}

// press waits for a button and presses it.
func (r room) press(slug string, button *regexp.Regexp) {
	r.t.Helper()
	found := eventually(r.t, r.at("", slug), button)
	send(r.t, r.at("press", slug), url.Values{"message": {found[1]}, "custom_id": {found[2]}})
}

// open opens the room in a browser tab.
func (r room) open(browser context.Context, slug string) player {
	r.t.Helper()
	return open(r.t, browser, r.base, strings.ToUpper(slug[:1])+slug[1:], slug, r.channel)
}

// vote presses a button of a game. If the game changes between finding the button and pressing it, vote finds the
// button again and retries.
func (r room) vote(slug, label string) {
	r.t.Helper()
	wanted := buttonOf(label + `(?: ×\d+)?`)
	if _, err := game.ParseSquare(label); err == nil {
		wanted = buttonWith(`/m/[^"]+/` + label)
	}
	var status int
	for range 100 { // at most as many as a game has moves
		button := eventually(r.t, r.at("", slug), wanted)
		status, _ = post(r.t, r.at("press", slug), url.Values{"message": {button[1]}, "custom_id": {button[2]}})
		if status != http.StatusNotFound {
			break
		}
	}
	if status != http.StatusNoContent {
		r.t.Fatalf("pressing %s: %d", label, status)
	}
}

// randomMoves returns the moves of a random game to its end.
func randomMoves(t *testing.T, l look) []game.Square {
	t.Helper()
	dice := rand.New(rand.NewPCG(l.seed, 0))
	var moves []game.Square
	for p := rules.Start(l.variant, game.X); !p.Outcome().Over; {
		legal := p.Moves()
		s := legal[dice.IntN(len(legal))]
		next, err := p.Play(s)
		if err != nil {
			t.Fatal(err)
		}
		p, moves = next, append(moves, s)
	}
	return moves
}

// wrongLooks is JavaScript that returns a line for each fault of the messages' appearance: missing images,
// elements that are too wide, and text behind a message's menu button.
const wrongLooks = `(() => {
	const wrong = [];
	for (const e of document.querySelectorAll('#messages img')) {
		if (!e.complete || !e.naturalWidth) wrong.push('no picture ' + e.src);
	}
	for (const e of document.querySelectorAll('#messages, #messages :is(.container, .text, .row, .content)')) {
		if (e.scrollWidth > e.clientWidth) wrong.push(e.className + ' is ' + e.scrollWidth + ' px wide in ' + e.clientWidth);
	}
	for (const e of document.querySelectorAll('#messages :is(.content, .components > .text)')) {
		const menu = e.closest('.message').querySelector('.more-message')?.getBoundingClientRect(), text = document.createRange();
		if (!menu) continue;
		text.selectNodeContents(e);
		if ([...text.getClientRects()].some(r => r.right > menu.left && r.bottom > menu.top && r.top < menu.bottom)) wrong.push('a menu hides ' + text);
	}
	return wrong.join('\n');
})()`

// phoneHeight is the height in px that Discord's bars leave for messages on a phone that is 844 px high.
const phoneHeight = 844 - 110

// tallestBoard is JavaScript for the height in px of the tallest message with a game.
const tallestBoard = `Math.max(0, ...[...document.querySelectorAll('#messages .container')]
	.filter(e => e.querySelector('[value^="/m/"]')).map(e => Math.ceil(e.getBoundingClientRect().height)))`

// themes returns the themes to take pictures in. It returns none if no folder for pictures is set.
func themes() []string {
	if os.Getenv(browsertest.ScreenshotsVariable) == "" {
		return nil
	}
	return []string{"dark", "light"}
}

// shoot checks the member's page for faults on a desktop and on a phone. If a folder for pictures is set, it also takes
// pictures of both, in both themes.
func (p player) shoot(name string) {
	p.t.Helper()
	for size, width := range map[string]int64{"desktop": 1280, "phone": 390} {
		p.do(chromedp.EmulateViewport(width, 900), chromedp.Reload(), browsertest.Scripted)
		p.until(`[...document.querySelectorAll('#messages img')].every(i => i.complete)`)
		for _, theme := range themes() {
			p.looks(theme)
			p.picture(fmt.Sprintf("%s-%s-%s.png", name, size, theme), width, 900)
		}
		if wrong := p.faults(wrongLooks); wrong != "" {
			p.t.Errorf("%s on a %s:\n%s", name, size, wrong)
		}
		if tall := browsertest.Value(p.t, p.tab, chromedp.Evaluate[int64](tallestBoard)); size == "phone" && tall > phoneHeight {
			p.t.Errorf("%s: a card with a board is %d px high; a phone shows %d", name, tall, phoneHeight)
		}
	}
}

// shows waits until the messages contain a text.
func (p player) shows(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector('#messages').textContent.includes(%q)`, text))
}

// faults returns the faults that the JavaScript in `measure` finds on the player's page, one a line. While a message
// changes, the page can show a fault for a moment: for example, the image of an edit is still loading. So a fault
// counts only if it is still there after ten seconds.
func (p player) faults(measure string) string {
	p.t.Helper()
	lasting := fmt.Sprintf(`(async () => {
		for (const end = performance.now() + 10000; ; await new Promise(requestAnimationFrame)) {
			const wrong = %s;
			if (wrong === '' || performance.now() > end) return wrong;
		}
	})()`, measure)
	return browsertest.Value(p.t, p.tab, chromedp.Evaluate[string](lasting, chromedp.EvalAwaitPromise))
}
