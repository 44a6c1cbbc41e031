package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
)

// A page is a command of Alice's, moves after it, and steps through what the bot then shows.
type page struct {
	name, command string
	moves         string // by Alice and Bob in turn, or only Alice's against the computer
	steps         []step
}

// A step presses a button, waits for a text, and takes a picture. Each of the three may be missing.
type step struct{ press, shows, picture string }

var hintSteps = []step{
	{"", "💡 ", "1"}, {"Next", "Look ", "2"}, {"Next", "Play ", "3"}, {"Rate every square", "from 0 to 9", "4"},
}

var reviewSteps = []step{
	{"", "accuracy", ""}, {"", "", "1"}, {"Mistakes", "Better: ", "move"}, {"Why?", "For ", "why"},
	{"Try again", "find something better", "try"}, {"Solution", "Numbers: best play", ""}, {"Play on from here", "Choose your opponent.", "play"},
}

// pages returns the pages of TestLooksOfPages.
func pages(t *testing.T) []page {
	moves := func(l look) []string {
		var all []string
		for _, s := range randomMoves(t, l) {
			all = append(all, s.String())
		}
		return all
	}
	review := func(l look) string {
		all := moves(l)
		return "/review game:" + l.variant.String() + ": " + strings.Join(all[:min(len(all), 20)], " ")
	}
	replayed := moves(look{variant: game.Ultimate, seed: 3})
	played := []step{{"⋯ More", "", ""}, {"Replay", "Before the first move", ""}}
	for ply := range 12 {
		played = append(played, step{"▶", fmt.Sprintf("Move %d of %d", ply+1, len(replayed)), ""})
	}
	played = append(played, step{"", "", "move"}, step{"Animation", "", "animation"}, step{"Text file", "game.txt", "text"})
	return []page{
		{"lessons", "/help", "", []step{
			{"Learn Ultimate", "Ten small lessons", "list"}, {"8", "Lesson 8 of 10", "question"}, {"3", "wins it for", "wrong"},
			{"Try again", "Press a square that gives neither of them away", ""}, {"1", "can't win a board at once", "right"},
		}},
		{"review", review(look{variant: game.Ultimate, seed: 21}), "", reviewSteps},
		{"review-solved", review(look{variant: game.InARow(4, 3), seed: 5}), "", reviewSteps},
		{"hint", "/ultimate opponent:@Bob rated:casual", "e5 f4 g1 a1 b2 e6 e9 d7 a3 c9 g9 a9 c8 h4 d3", hintSteps},
		{"hint-text", "/classic size:7 in_a_row:4 opponent:@Bob rated:casual style:box", "d4 c3 d5 d3 d6 d7 c5 b6 e4", hintSteps},
		{"why", "/classic level:scores rated:casual", "b2 a1", []step{{"Why?", "gives every square a score", "1"}}},
		{"coach", "/classic level:perfect coach:true", "a1 c1 a2", []step{{"", "Think again about", "1"}}},
		{"replay", "/challenge member:@Bob game:ultimate first:me", strings.Join(replayed, " "), played},
	}
}

// TestLooksOfPages takes pictures of lessons, reviews, hints, explanations, the coach and replays. See TestLooks.
func TestLooksOfPages(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	for _, page := range pages(t) {
		t.Run(page.name, func(t *testing.T) {
			in := newRoom(t, base, page.name)
			next := in.plays(page)
			if strings.HasPrefix(page.name, "hint") {
				in.use(next, "/hint")
			}
			p := in.open(browser, next)
			for _, s := range page.steps {
				if s.press != "" {
					p.press(s.press)
				}
				p.shows(s.shows)
				if s.picture != "" {
					p.until(`[...document.querySelectorAll('#messages img.picture')].every(i => i.naturalWidth > 0)`)
					p.shoot(page.name + "-" + s.picture)
				}
			}
		})
	}
}

// plays uses the command, plays the moves, and returns who is to move then.
func (r room) plays(page page) (next string) {
	r.t.Helper()
	r.use("alice", page.command)
	slugs := []string{"alice"}
	if strings.Contains(page.command, "@Bob") {
		r.press("bob", buttonOf("Accept"))
		slugs = append(slugs, "bob")
	}
	moves := strings.Fields(page.moves)
	for ply, move := range moves {
		r.use(slugs[ply%len(slugs)], "/move square:"+move)
		if len(slugs) == 1 && ply < len(moves)-1 {
			eventually(r.t, r.at("", "alice"), regexp.MustCompile(fmt.Sprintf("move %d", 2*ply+3)))
		}
	}
	if slices.Contains(page.steps, step{"⋯ More", "", ""}) { // the game is over
		return "alice"
	}
	return slugs[len(moves)%len(slugs)]
}
