package commands

import (
	"strings"
	"testing"
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// ended returns a world in which ann has just won or lost a game against a level, and the finished game's board.
func ended(t *testing.T, level string, won bool) (*world, answer) {
	t.Helper()
	w := newWorld(t)
	message := accepted(t, w.as(ann).types("classic", "level", level))
	if !won {
		w.computer.choose = func(m match.Match) game.Square { return m.Position().Moves()[0] }
		message = accepted(t, w.as(ann).on(message, "c3"))
		w.change(message.Match, func(m match.Match) (match.Match, error) { return m.Resign(ann, w.now) })
		return w, w.board(message.Match)
	}
	w.computer.choose = func(m match.Match) game.Square { // take the last free square, so that ann completes row 1
		moves := m.Position().Moves()
		return moves[len(moves)-1]
	}
	for _, square := range []string{"a1", "b1", "c1"} {
		message = accepted(t, w.as(ann).on(message, square))
	}
	return w, message
}

// TestLadder checks the ladder and the buttons below a game against the computer: the next level after a win, the last
// mistake and an easier level after a loss. No level is offered to who has beaten all, or loses to the weakest one.
func TestLadder(t *testing.T) {
	t.Parallel()
	levels := ai.Levels(game.Classic(3))
	lowest, second, third, highest := levels[0], levels[1], levels[2], levels[len(levels)-1]
	for _, c := range []struct {
		level  string
		won    bool
		beaten []string
		rungs  string
		want   []string
		more   []string
	}{
		{lowest, true, levels[:1], "🐌(🐟)▫️▫️▫️▫️▫️▫️ · 1 of 8", []string{"level-newcomer", "rematch", "review", "more"}, []string{"share", "replay", "rules", "describe", "why-4"}},
		{third, true, levels[2:3], "🐌🐟🐣(🐰)▫️▫️▫️▫️ · 3 of 8", []string{"level-casual", "rematch", "review", "more"}, nil},
		{third, true, levels[2:5], "🐌🐟🐣🐰🦊(🦉)▫️▫️ · 5 of 8", []string{"level-rules", "rematch", "review", "more"}, nil},
		{highest, true, levels[7:], "🐌🐟(🐣)▫️▫️▫️▫️👑 · 3 of 8", []string{"level-beginner", "rematch", "review", "more"}, nil},
		{highest, true, levels, "🐌🐟🐣🐰🦊🦉🐙👑 · 8 of 8", []string{"rematch", "review", "more"}, nil},
		{lowest, false, nil, "", []string{"rematch", "last", "more"}, []string{"review", "share", "replay", "rules", "describe", "why-2"}},
		{second, false, levels[:1], "", []string{"rematch", "last", "level-random", "more"}, nil},
	} {
		w, _ := ended(t, c.level, c.won)
		rec := w.records["m1"]
		rec.Effects[0].Beaten = c.beaten
		w.records["m1"] = rec
		message := w.board("m1")
		offers(t, message, c.want...)
		if says(t, message, c.rungs); c.rungs == "" && strings.Contains(spoken(message), " of 8") {
			t.Errorf("a ladder after a loss:\n%s", script(message))
		}
		if c.more != nil {
			offers(t, w.as(ann).on(message, "more"), c.more...)
		}
	}

	w, message := ended(t, lowest, true)
	refused(t, w.as(eve).on(message, "level-newcomer"), "refuse.not_yours")
	refused(t, w.as(ann).presses("/m/m1/6/level-nobody"), texts.RefuseOldButton) // no board has this button
	if next := accepted(t, w.as(ann).on(message, "level-newcomer")); w.game(next.Match).Players[1].Level != second {
		t.Errorf("the next game is against %q", w.game(next.Match).Players[1].Level)
	}
}

func TestChallengeAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	message := w.as(ann).types("challenge", "member", ben, "open_for", 3600, "game", "ultimate")
	refused(t, w.as(ann).presses("/m/m1/1/again"), "refuse.not_over")
	w.now = w.now.Add(time.Hour)
	w.as(ben).on(message, "accept") // expires the challenge
	message = w.board("m1")
	refused(t, w.as(ben).on(message, "again"), "refuse.not_yours")
	again := accepted(t, w.as(ann).on(message, "again"))
	pings(t, again, ben)
	if m := w.game(again.Match); m.Options != w.game("m1").Options || !m.Deadline.Equal(w.now.Add(time.Hour)) {
		t.Errorf("%+v until %v", m.Options, m.Deadline)
	}
}

func TestShare(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	refused(t, w.as(ann).presses("/m/m1/2/share"), "refuse.not_over")
	w.moves("m1", "a1 b1 a2 b2 a3")
	message := w.board("m1")
	page := w.as(ben).on(message, "more")
	refused(t, w.as(eve).on(page, "share"), "refuse.not_yours")
	offers(t, w.as(eve).on(message, "more"), "replay", "rules", "describe")
	shared := accepted(t, w.as(ben).on(page, "share"))
	says(t, shared, "wins · a1–a3")
	says(t, shared, "-# The final position after 5 moves · X played a3")
	pings(t, shared)
	offers(t, w.as(ben).on(message, "more"), "replay", "rules", "describe")
	refused(t, w.as(ann).on(page, "share"), "refuse.shared")

	w, _ = friends(t)
	w.change("m1", func(m match.Match) (match.Match, error) { return m.Resign(ann, w.now) })
	offers(t, w.board("m1"), "rematch", "more") // the game was aborted, so there is no result to share
	refused(t, w.as(ann).presses("/m/m1/3/share"), texts.RefuseOldButton)
}

func TestPings(t *testing.T) {
	t.Parallel()
	w, _ := friends(t)
	rec := w.records["m1"]
	rec.Message = "900"
	for _, c := range []struct {
		told match.Notice
		to   string
		want string
	}{
		{match.Accepted, ann, "🔵 <@1002> accepted your challenge, ❌ <@1001>. You go first: [Tic-tac-toe 3×3](https://discord.com/channels/500/600/900)"},
		{match.YourTurn, ann, "❌ <@1001>, it's your turn against 🔵 <@1002>: "},
		{match.TimeShort, ann, "❌ <@1001>, your time to move against 🔵 <@1002> runs out <t:"},
	} {
		rec.Ping.Told = c.told
		ping := answer{Response: w.Ping(rec, false).Response(0)}
		pings(t, ping, c.to)
		says(t, ping, c.want)
		off := accepted(t, w.as(c.to).presses("/pings/off"))
		offers(t, off, "on")
		if w.members[c.to].Wants(c.told) {
			t.Errorf("%v", w.members)
		}
		offers(t, accepted(t, w.as(c.to).presses("/pings/on")), "off")
		if !w.members[c.to].Wants(c.told) {
			t.Errorf("%v", w.members)
		}
	}
	accepted(t, w.as(eve).presses("/pings/off"))
	mine := accepted(t, w.as(eve).types("games", "mine", true))
	says(t, mine, "You have no games right now.")
	offers(t, mine, "on") // pings are off, so the page offers to switch them on
}

// What fits a game is offered on its board: the next game to those who watch a second rematch, and a planned reply to
// players who have a day for each move.
func TestWhatFitsAGameIsOffered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rematches, clock int
		want             string
	}{
		{0, 60, "board-9"}, {1, 60, "board-9"}, {2, 60, "queue"}, {0, 86400, "reply"},
	} {
		w := newWorld(t)
		message := accepted(t, w.as(ann).types("ultimate", "opponent", ben, "clock", c.clock))
		w.change(message.Match, func(m match.Match) (match.Match, error) { m.Rematches = c.rematches; return m, nil })
		board := accepted(t, w.as(ben).on(w.board(message.Match), "accept"))
		if all := pressable(board.Response.Data.Components); all[len(all)-2].action() != c.want {
			t.Errorf("%q stands before More after %d rematches with %d s", all[len(all)-2].action(), c.rematches, c.clock)
		}
	}
}
