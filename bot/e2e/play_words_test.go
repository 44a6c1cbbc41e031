package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// A hearing is a board of Ultimate as a screen reader reads it to a member: lines[n] is the text about local board n,
// from 1 to 9.
type hearing struct {
	lines  [10]string
	sentTo string // the local board that the last move sends the opponent to, "1" to "9"; "" before the first move
}

var (
	boardLine = regexp.MustCompile(`(?m)^([1-9]), [^:]*: (.*)$`)
	lastMove  = regexp.MustCompile(`\([^)]*, ([1-9])\)`)
)

// hears reads the lines about the local boards and the last move from a message. It ignores everything else.
func hears(m discordtest.Message) (h hearing) {
	text := discordtest.Text(m)
	for _, line := range boardLine.FindAllStringSubmatch(text, -1) {
		h.lines[line[1][0]-'0'] = line[2]
	}
	if last := lastMove.FindStringSubmatch(text); last != nil {
		h.sentTo = last[1]
	}
	return h
}

// isOpen reports whether a local board can be played: its line is the text `empty`, or lists squares of X and of O.
func (h hearing) isOpen(board int, empty string) bool {
	said := h.lines[board]
	return said == empty || strings.Contains(said, "X") && strings.Contains(said, "O")
}

// move returns a legal move as a member would type it, such as "5, 1": the first free square of the local board where
// the player must move. If the player may choose the board, move uses the first open board.
func (h hearing) move(empty string) string {
	board := 0
	if h.sentTo != "" {
		board = int(h.sentTo[0] - '0')
	}
	for next := 1; board == 0 || !h.isOpen(board, empty); next++ {
		board = next
	}
	for _, square := range "123456789" {
		if !strings.ContainsRune(h.lines[board], square) {
			return string(rune('0'+board)) + ", " + string(square)
		}
	}
	return ""
}

// The words are enough to find a legal move each time.
func TestUltimateByWordsAlone(t *testing.T) {
	t.Parallel()
	for locale, said := range map[string]struct{ settings, move, first string }{
		"en-US": {"/settings", "/move", "top left, five"},
		"de":    {"/einstellungen", "/zug", "oben links, fünf"},
	} {
		t.Run(locale, func(t *testing.T) {
			overBoth(t, func(t *testing.T, w *world) {
				w.users["alice"].SetLocale(locale)
				alice := w.player("alice")
				alice.Uses(said.settings)
				alice.Chooses("words")
				board := alice.Uses("/ultimate level:random first:me")
				text := discordtest.Text(board)
				if strings.Contains(text, "│") {
					t.Errorf("the words come with a picture:\n%s", text)
				}
				empty := hears(board).lines[1]
				alice.Uses(said.move + " square:" + said.first)
				for range 81 {
					board, _ = live(alice)
					if over(board) {
						return
					}
					move := hears(board).move(empty)
					if answer := alice.Uses(said.move + " square:" + move); answer.Ephemeral() {
						t.Fatalf("%s is refused:\n%s\nafter\n%s", move, discordtest.Text(answer), discordtest.Text(board))
					}
				}
				t.Error("the game does not end")
			}, inAllLanguages)
		})
	}
}

func TestTheOpponentsMoveIsTold(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/settings")
		alice.Chooses("words")
		begins(alice, bob, "/classic opponent:@bob first:them")
		bob.PressesID("/b2")
		settles(3 * time.Second)
		told := alice.AwaitsMessage("a mention", func(m discordtest.Message) bool {
			return m.ID != w.board(alice).ID && m.MentionsUser(w.users["alice"].ID)
		})
		w.says(told, "X played b2")
		w.says(told, "X holds b2; O holds none.\nFree squares: a1, b1, c1, a2, c2, a3, b3, c3.")
		buttons := actions(w.board(alice))
		if free, taken := buttons["a1"].Label, buttons["taken-b2"].Label; free != "a1, free" || taken != "b2, X" {
			t.Errorf("the buttons say %q and %q", free, taken)
		}
	})
}

func TestMovesAreToldPrivately(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		direct := w.direct("alice")
		alice.Uses("/settings")
		alice.Chooses("words-private")
		begins(alice, bob, "/classic opponent:@bob first:them")
		bob.PressesID("/b2")
		settles(3 * time.Second)
		told := direct.Awaits("played b2")
		w.says(told, "X holds b2; O holds none.")
		w.doesNotSay(told, "direct messages")
		toAlice := func(m discordtest.Message) bool {
			return m.ID != w.board(alice).ID && m.MentionsUser(w.users["alice"].ID)
		}
		if slices.ContainsFunc(bob.Client().Messages(), toAlice) {
			t.Error("the move is told beside the board, too")
		}
		w.users["alice"].AllowDirectMessages(false)
		turns(alice, bob, "a1 c3")
		settles(3 * time.Second)
		beside := alice.AwaitsMessage("a mention", toAlice)
		w.says(beside, "played c3")
		w.says(beside, "Your direct messages are closed to the bot, so this is here")
	})
}
