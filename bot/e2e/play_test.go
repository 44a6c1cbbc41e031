package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// A mover is a member who makes random moves among those that the buttons of the newest board offer.
type mover struct {
	*discordtest.Player
	t   *testing.T
	rng *rand.Rand
}

var square = regexp.MustCompile(`^[a-i][1-9]$`)

// moves makes one random move. If the buttons first offer local boards, it presses one of these and then a square.
func (m *mover) moves() {
	m.t.Helper()
	for range 2 {
		message, ok := live(m.Player)
		if !ok {
			m.t.Fatal("there is no board")
		}
		pad := actions(message)
		switch {
		case len(matching(pad, square)) > 0:
			m.press(message, m.pick(matching(pad, square)))
			return
		case len(matching(pad, firstStep)) > 0:
			m.press(message, m.pick(matching(pad, firstStep)))
		default:
			m.t.Fatalf("the pad offers no move:\n%s", discordtest.Text(message))
		}
	}
	m.t.Fatal("the pad never came to squares")
}

// firstStep matches the actions of the buttons that choose a local board in Ultimate.
var firstStep = regexp.MustCompile(`^board-[1-9]$`)

// matching returns the components whose action matches a pattern, sorted by custom id.
func matching(all map[string]discordtest.Component, pattern *regexp.Regexp) []discordtest.Component {
	var found []discordtest.Component
	for name, c := range all {
		if pattern.MatchString(name) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b discordtest.Component) int { return strings.Compare(a.CustomID, b.CustomID) })
	return found
}

func (m *mover) pick(from []discordtest.Component) discordtest.Component {
	return from[m.rng.IntN(len(from))]
}

func (m *mover) press(on discordtest.Message, c discordtest.Component) {
	m.t.Helper()
	if answer := m.PressesIDOn(on.ID, c.CustomID); answer.Ephemeral() {
		m.t.Fatalf("%s was refused: %+v", c.CustomID, answer)
	}
}

// awaitsTurn waits until the newest board offers a move or shows the end, and returns true for a move.
func (m *mover) awaitsTurn() (turn bool) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(m.t.Context(), 20*time.Second)
	defer cancel()
	_, err := m.Client().Await(ctx, func([]discordtest.Message) bool {
		message, ok := live(m.Player)
		turn = ok && offersMove(message)
		return turn || ok && over(message)
	})
	if err != nil {
		m.t.Fatal("neither a move nor the end came")
	}
	return turn
}

func offersMove(m discordtest.Message) bool {
	for name := range actions(m) {
		if square.MatchString(name) || firstStep.MatchString(name) {
			return true
		}
	}
	return false
}

// commandsOf returns a command for each size of classic boards, for two games of n in a row, and for Ultimate.
func commandsOf() []string {
	var all []string
	for size := 1; size <= 9; size++ {
		all = append(all, fmt.Sprintf("/classic size:%d", size))
	}
	return append(all, "/classic size:4 in_a_row:3", "/classic size:9 in_a_row:5", "/ultimate")
}

func TestEveryVariantAgainstTheComputer(t *testing.T) {
	newWorlds(t, func(t *testing.T, w *world) {
		for i, command := range commandsOf() {
			t.Run(command, func(t *testing.T) {
				channel := w.guild.NewChannel(fmt.Sprint("alone-", i))
				alice := &mover{w.at("alice", channel), t, rand.New(rand.NewPCG(uint64(i), 2))}
				alice.Uses(command)
				for alice.awaitsTurn() {
					alice.moves()
				}
			})
		}
	})
}

func TestEveryVariantBetweenMembers(t *testing.T) {
	newWorlds(t, func(t *testing.T, w *world) {
		for i, command := range commandsOf() {
			t.Run(command, func(t *testing.T) {
				channel := w.guild.NewChannel(fmt.Sprint("both-", i))
				players := make([]*mover, 2)
				for p, name := range []string{"alice", "bob"} {
					players[p] = &mover{w.at(name, channel), t, rand.New(rand.NewPCG(uint64(i), uint64(p)))}
				}
				players[0].Uses(command + " opponent:@bob")
				players[1].PressesID("/accept")
				for ply := 0; players[ply%2].awaitsTurn(); ply++ {
					players[ply%2].moves()
				}
			})
		}
	})
}
