package main

import (
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// pictured are the languages of TestLooksOfLanguages: one with long words, one with other letters,
// one without spaces, one with marks above and below letters, and the pseudo-locale.
var pictured = []string{"de", "ru", "ja", "th", texts.PseudoCode}

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
	base, kept := startPast(t)
	in := newRoom(t, base, "before")
	in.use("alice", "/challenge member:@Bob")
	in.press("bob", buttonWith(`[^"]*/accept`))
	kept.playsWeeks(t)
	alice := in.open(browser, "alice")
	moves := randomMoves(t, look{variant: game.Ultimate, seed: 21})
	reviewed := "/review game:ultimate:"
	for _, m := range moves[:12] {
		reviewed += " " + m.String()
	}
	for _, code := range pictured {
		t.Run(code, func(t *testing.T) {
			language := catalogue().ForLocale(code)
			if language.Code() != code {
				t.Fatalf("the bot does not speak %s", code)
			}
			for _, slug := range []string{"alice", "bob"} {
				visitor{t, base, "?as=" + slug + "&channel=general"}.sets(url.Values{"locale": {code}, "guild-locale": {code}})
			}
			in := newRoom(t, base, code+"-game")
			in.begins(moves[:4])
			alice := player{t, alice.tab, alice.name}
			for _, screen := range screens(reviewed) {
				if screen.command != "" && screen.name != "refusal" {
					in = newRoom(t, base, code+"-"+screen.name)
				}
				if screen.command != "" {
					in.use("alice", screen.command)
				}
				for _, end := range screen.presses {
					in.press("alice", buttonWith(`[^"]*`+end))
				}
				alice.shootsTall(in, code+"-"+screen.name)
				if screen.name == "settings" {
					alice.shows(language.Say("settings.discords"))
				}
			}
		})
	}
}

// playsWeeks stores games of the two members of the last match over several weeks.
func (p *past) playsWeeks(t *testing.T) {
	t.Helper()
	begun := p.begun()
	alice, bob := begun.Match.Players[0].ID, begun.Match.Players[1].ID
	dice, end := rand.New(rand.NewPCG(5, 5)), time.Now().AddDate(0, 0, -30)
	for range 12 {
		for _, v := range []game.Variant{game.Classic(3), game.Ultimate} {
			p.plays(t, dice, begun.Place, alice, match.Person(bob), v, end)
			end = end.Add(24 * time.Hour)
		}
	}
}

// begins lets Alice and Bob begin a game.
func (r room) begins(moves []game.Square) {
	r.t.Helper()
	r.use("alice", "/challenge member:@Bob game:ultimate first:me rated:casual")
	r.press("bob", buttonWith(`[^"]*/accept`))
	for ply, m := range moves {
		r.use([...]string{"alice", "bob"}[ply%2], "/move square:"+m.String())
	}
}

// shootsTall checks a room for faults in two sizes. If a folder for pictures is set, it also takes a picture of each.
func (p player) shootsTall(r room, name string) {
	p.t.Helper()
	const height = 1500 // tall enough for long pages
	for size, width := range map[string]int64{"desktop": 1280, "phone": 390} {
		p.do(chromedp.EmulateViewport(width, height), chromedp.Navigate(r.at("", "alice")), browsertest.Scripted)
		p.until(`[...document.querySelectorAll('#messages img')].every(i => i.complete)`)
		if len(themes()) > 0 {
			p.looks("dark")
			p.picture("language-"+name+"-"+size+".png", width, height)
		}
		for _, measure := range []string{wrongLooks, overflowing} {
			if wrong := p.faults(measure); wrong != "" {
				p.t.Errorf("%s on a %s:\n%s", name, size, wrong)
			}
		}
	}
}
