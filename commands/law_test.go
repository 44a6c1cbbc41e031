package commands

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// TestLaw plays random games of the variants through the handlers, with the buttons of the messages. Each game must end
// with the result that an independent implementation of the rules finds.
func TestLaw(t *testing.T) {
	t.Parallel()
	debug.SetGCPercent(800) // nearly all memory here is short-lived, and at the default setting garbage collection takes half the time
	// Variants that commands start, the longest games first, so that all processors finish at about the same time.
	variants := slices.Concat(rules.ClassicRules.Variants, []game.Variant{game.InARow(4, 3), game.InARow(7, 4)}, rules.UltimateRules.Variants)
	slices.Reverse(variants)
	for _, v := range variants {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			chance := random(t, uint64(v.N+100*v.K))
			l := &lawyer{world: newWorld(t), chance: chance}
			l.computer.choose = func(match.Match) game.Square { return l.play(pickFrom(chance, l.position.Moves())) }
			games := lawGames
			if v != game.Ultimate && v.Size() > 4 {
				games /= 5
			}
			if testing.Short() {
				games = min(games, 200)
			}
			for n := range games {
				l.game(v, n)
				if t.Failed() {
					return
				}
			}
		})
	}
}

// A lawyer plays random games and records the moves.
type lawyer struct {
	*world
	chance   *rand.Rand
	played   []game.Square
	position game.Position // the position after the moves in `played`
}

// play records a move that is about to be made, and returns it.
func (l *lawyer) play(s game.Square) game.Square {
	l.played = append(l.played, s)
	next, err := l.position.Play(s)
	if err != nil {
		l.t.Fatalf("%s after %v: %v", s, l.played, err)
	}
	l.position = next
	return s
}

func pickFrom[T any](chance *rand.Rand, from []T) T { return from[chance.IntN(len(from))] }

// game plays one game. Every twentieth game is between members, the others are against the
// computer. The player who moves first is random.
func (l *lawyer) game(v game.Variant, n int) {
	first := pickFrom(l.chance, []string{"me", "them"})
	l.played, l.position = l.played[:0], rules.Start(v, game.X) // the player who moves first has X
	clear(l.records)
	command, options := "classic", []any{"first", first}
	if v == game.Ultimate {
		command = "ultimate"
	} else {
		options = append(options, "size", v.Size())
		if v.K != 0 {
			options = append(options, "in_a_row", v.K)
		}
	}
	withMember := n%20 == 0
	if withMember {
		options = append(options, "opponent", ben)
	}
	message := l.as(ann).types(command, options...)
	if withMember {
		message = l.as(ben).on(message, "accept")
	}
	for range 4 * 81 {
		if l.over(message) {
			l.verify(v, message)
			return
		}
		message = l.step(message)
	}
	l.t.Fatalf("%s does not end", v)
}

// `over` reports whether the match of a message is over.
func (l *lawyer) over(message answer) bool { return l.stored(message).Status == match.Over }

func (l *lawyer) stored(message answer) match.Match { return l.records[message.Match].Match }

// step makes one step for the player to move. A step is a press on one of the squares or local boards of a message, or
// the command /move, which can also reach the squares in the menus of large boards.
func (l *lawyer) step(message answer) answer {
	pad := padOf(message)
	if len(pad) == 0 {
		l.t.Fatalf("nothing to press in\n%s", script(message))
	}
	chosen := pickFrom(l.chance, pad)
	var r *plan.Request
	member := l.as(l.stored(message).ToMove().ID)
	switch {
	case strings.HasPrefix(chosen.action(), "board-"), l.chance.IntN(4) > 0:
		r = l.press(member, chosen)
	default:
		s := l.play(pickFrom(l.chance, l.position.Moves()))
		r = member.request(plan.Command, "/move")
		r.Options = typing("square", s.String())
	}
	next := l.carryOut(r)
	if next.Err != nil {
		l.t.Fatalf("%s %v: %v, on\n%s", r.Path, r.Values, next.Err, script(message))
	}
	return next
}

// press returns the request for a button, and records the move if the button is a square.
func (l *lawyer) press(member actor, p press) *plan.Request {
	if s, err := game.ParseSquare(p.action()); err == nil {
		l.play(s)
	}
	return member.request(plan.Press, p.id)
}

// padOf returns the buttons and menus of a message that choose a square. If there are none, it returns those that
// choose a part of the board.
func padOf(message answer) []press {
	pad := slices.DeleteFunc(pressable(message.Response.Data.Components), func(p press) bool {
		return slices.Contains([]string{"more", "rematch", "again", "next", "easier", "share", "boards", "replay", "review", "hint", "coach-on"}, p.action())
	})
	isSquare := func(p press) bool { _, err := game.ParseSquare(p.action()); return err == nil }
	if slices.ContainsFunc(pad, isSquare) {
		return slices.DeleteFunc(pad, func(p press) bool { return !isSquare(p) })
	}
	return pad
}

// verify compares the stored result of a game with the result of the independent rules.
func (l *lawyer) verify(v game.Variant, message answer) {
	m := l.stored(message)
	if !slices.Equal(m.Moves, l.played) {
		l.t.Fatalf("played %v, stored %v", l.played, m.Moves)
	}
	want := match.Result{Reason: match.ByFullBoard}
	winner, over := replayed(v, m.Begins, l.played)
	if winner != game.Empty {
		want = match.Result{Winner: winner, Reason: match.ByLine}
	}
	if !over || m.Result != want {
		l.t.Fatalf("%s %v: result %v, want %v (over: %t)", v, l.played, m.Result, want, over)
	}
	if len(padOf(message)) != 0 {
		l.t.Fatalf("a pad after the end:\n%s", script(message))
	}
}
