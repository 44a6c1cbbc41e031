package main

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"noughts/bot"
	"noughts/bot/metrics"
	"noughts/bot/store"
	"noughts/cmd/playground/browsertest"
	"noughts/commands/texts/pseudo"
	"noughts/game"
	"noughts/game/match"
)

// pictured are the languages of TestLooksOfLanguages: one with long words, one with other letters,
// one without spaces, one with marks above and below letters, and the pseudo-locale.
var pictured = []string{"de", "ru", "ja", "th", pseudo.Code}

// A screen is a message that Alice sees after a command and further presses. Each press is a
// pattern for the end of a button's custom id.
type screen struct {
	name, command string
	presses       []string
}

// screens returns the screens to picture in each language. The first two screens belong to the game that Alice and Bob
// have begun. The parameter `reviewed` is the command that shows a review.
func screens(reviewed string) []screen {
	return []screen{
		{"game", "", nil},
		{"refusal", "/move square:a1", nil},
		{"help", "/help", nil},
		{"lesson", "/help", []string{"/learn", "/learn/8", "/learn/8/[a-i][1-9]"}},
		{"rules", "/rules game:ultimate", nil},
		{"settings", "/settings", nil},
		{"profile", "/profile", nil},
		{"review", reviewed, nil},
		{"daily", "/daily", nil},
	}
}

// overflowing is JavaScript that returns a line for each element that is too wide: the page, and
// texts of buttons and menus.
const overflowing = `(() => {
	const wrong = [], page = document.documentElement;
	if (page.scrollWidth > innerWidth) wrong.push('the page is ' + page.scrollWidth + ' px wide');
	for (const e of document.querySelectorAll('#messages :is(.button, .menu-face, .option, .button span, .menu-face span)')) {
		if (e.clientWidth && e.scrollWidth > e.clientWidth) wrong.push(e.textContent + ' is ' + e.scrollWidth + ' px wide in ' + e.clientWidth);
		if (e.getBoundingClientRect().right > innerWidth) wrong.push(e.textContent + ' ends outside the window');
	}
	return wrong.join('\n');
})()`

// TestLooksOfLanguages takes pictures of the most frequent messages, in languages whose texts are
// longer than English or have other letters, on a desktop and on a phone. It fails if an element is
// too wide. For the pictures see TestLooks.
func TestLooksOfLanguages(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	kept := &past{Memory: store.NewMemory()}
	b := pastBot{luckyBot{metrics.New(), make(chan func() bot.Gauges, 1)}, kept}
	base := readLine(t, runProgram(t, program{bot: b.run}, "-log", "error"))
	b.awaitTiles(t)
	s := speaker{t: t, base: base, player: open(t, browser, base, "Alice", "alice", "general")}
	s.playsFor(kept)
	moves := randomMoves(t, look{variant: game.Ultimate, seed: 21})
	reviewed := "/review game:ultimate:"
	for _, m := range moves[:12] {
		reviewed += " " + m.String()
	}
	for _, code := range pictured {
		t.Run(code, func(t *testing.T) {
			s.t, s.player.t = t, t
			language := catalogue().ForLocale(code)
			if language.Code() != code {
				t.Fatalf("the bot does not speak %s", code)
			}
			for _, slug := range []string{"alice", "bob"} {
				settings(t, visitor{t, base, "?as=" + slug + "&channel=general"}, url.Values{"locale": {code}, "guild-locale": {code}})
			}
			s.begins(code, moves[:4])
			for _, screen := range screens(reviewed) {
				if screen.command != "" && screen.name != "refusal" {
					s.channel = newThread(t, base, code+"-"+screen.name)
				}
				s.shows(screen)
				s.shoots(code + "-" + screen.name)
				if said := language.Say("settings.discords"); screen.name == "settings" {
					s.player.until(fmt.Sprintf(`document.querySelector('#messages').textContent.includes(%q)`, said))
				}
			}
		})
	}
}

// A speaker uses the playground in TestLooksOfLanguages, which changes the language from time to time.
type speaker struct {
	t       *testing.T
	base    string
	channel string
	player  player
}

func (s *speaker) as(slug string) string { return "?as=" + slug + "&channel=" + s.channel }

func (s *speaker) use(slug, line string) {
	s.t.Helper()
	send(s.t, s.base+"/use"+s.as(slug), url.Values{"line": {line}})
}

// press presses the newest button whose custom id ends with a match of the pattern `end`.
func (s *speaker) press(slug, end string) {
	s.t.Helper()
	button := eventually(s.t, s.base+"/"+s.as(slug), regexp.MustCompile(`form="press-(\d+)" name="custom_id" value="([^"]*`+end+`)"`))
	send(s.t, s.base+"/press"+s.as(slug), url.Values{"message": {button[1]}, "custom_id": {button[2]}})
}

// playsFor stores games of Alice over several weeks, for her profile.
func (s *speaker) playsFor(kept *past) {
	s.t.Helper()
	s.channel = newThread(s.t, s.base, "before")
	s.use("alice", "/challenge member:@Bob")
	s.press("bob", "/accept")
	begun := kept.begun()
	alice, bob := begun.Match.Players[0].ID, begun.Match.Players[1].ID
	dice, end := rand.New(rand.NewPCG(5, 5)), time.Now().AddDate(0, 0, -30)
	for range 12 {
		for _, v := range []game.Variant{game.Classic(3), game.Ultimate} {
			kept.plays(s.t, dice, begun.Place, alice, match.Person(bob), v, end)
			end = end.Add(24 * time.Hour)
		}
	}
}

// begins lets Alice and Bob begin a game in a new thread.
func (s *speaker) begins(code string, moves []game.Square) {
	s.t.Helper()
	s.channel = newThread(s.t, s.base, code+"-game")
	s.use("alice", "/challenge member:@Bob game:ultimate first:me rated:casual")
	s.press("bob", "/accept")
	for ply, m := range moves {
		s.use([...]string{"alice", "bob"}[ply%2], "/move square:"+m.String())
	}
}

// shows uses the command and presses the buttons of a screen.
func (s *speaker) shows(what screen) {
	s.t.Helper()
	if what.command != "" {
		s.use("alice", what.command)
	}
	for _, end := range what.presses {
		s.press("alice", end)
	}
}

// shoots checks a screen for faults in two sizes. If a folder for pictures is set, it also takes a picture of each.
func (s *speaker) shoots(name string) {
	s.t.Helper()
	const height = 1500 // tall enough for long pages
	for size, width := range map[string]int64{"desktop": 1280, "phone": 390} {
		s.player.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(s.base+"/"+s.as("alice")), browsertest.Scripted)
		s.player.until(`[...document.querySelectorAll('#messages img')].every(i => i.complete)`)
		if len(themes()) > 0 {
			s.player.looks("dark")
			s.player.picture("language-"+name+"-"+size+".png", width, height)
		}
		for _, measure := range []string{wrongLooks, overflowing} {
			if wrong := s.player.faults(measure); wrong != "" {
				s.t.Errorf("%s on a %s:\n%s", name, size, wrong)
			}
		}
	}
}
