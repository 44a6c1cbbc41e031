package main

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"noughts/cmd/playground/browsertest"
)

// TestLooksOfHelp takes pictures of hints, rated squares, explanations and the coach. For the pictures see TestLooks.
func TestLooksOfHelp(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	for _, l := range []struct {
		name, command string
		moves         string // moves made before the pictures: by Alice and Bob in turn; against the computer, only Alice's moves
		press         []string
		says          []string // texts that must be on the page after each press
	}{
		{"hint", "/ultimate opponent:@Bob rated:casual", "e5 f4 g1 a1 b2 e6 e9 d7 a3 c9 g9 a9 c8 h4 d3", nil, nil},
		{"hint-text", "/classic size:7 in_a_row:4 opponent:@Bob rated:casual style:box", "d4 c3 d5 d3 d6 d7 c5 b6 e4", nil, nil},
		{"why", "/classic level:scores rated:casual", "b2 a1", []string{"Why?"}, []string{"gives every square a score"}},
		{"coach", "/classic level:perfect coach:true", "a1 c1 a2", nil, nil},
	} {
		t.Run(l.name, func(t *testing.T) {
			channel := newThread(t, base, l.name)
			as := func(slug string) string { return "?as=" + slug + "&channel=" + channel }
			use := func(slug, line string) { send(t, base+"/use"+as(slug), url.Values{"line": {line}}) }
			use("alice", l.command)
			slugs := []string{"alice"}
			if strings.Contains(l.command, "@Bob") {
				accept := eventually(t, base+"/"+as("bob"), acceptButton)
				send(t, base+"/press"+as("bob"), url.Values{"message": {accept[1]}, "custom_id": {accept[2]}})
				slugs = append(slugs, "bob")
			}
			moves := strings.Fields(l.moves)
			for ply, move := range moves {
				use(slugs[ply%len(slugs)], "/move square:"+move)
				if len(slugs) == 1 && ply < len(moves)-1 {
					eventually(t, base+"/"+as("alice"), regexp.MustCompile(fmt.Sprintf("move %d", 2*ply+3)))
				}
			}
			next := slugs[len(moves)%len(slugs)]
			p := open(t, browser, base, next, next, channel)
			shows := func(text string) {
				p.until(fmt.Sprintf(`document.querySelector('#messages').textContent.includes(%q)`, text))
			}
			switch {
			case l.press != nil:
				for i, label := range l.press {
					p.press(label)
					shows(l.says[i])
				}
				p.shoot(l.name)
			case l.name == "coach":
				shows("Play it anyway?")
				p.shoot(l.name)
			default:
				use(next, "/hint")
				shows("A hint for your game")
				p.shoot(l.name + "-1")
				for i, step := range []struct{ label, says string }{{"Next hint", "Look "}, {"Next hint", "Play "}, {"Rate every square", "from 0 to 9"}} {
					p.press(step.label)
					shows(step.says)
					p.shoot(fmt.Sprintf("%s-%d", l.name, i+2))
				}
			}
		})
	}
}
