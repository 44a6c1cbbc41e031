// Package puzzles has the puzzles as members see them: /puzzle and /daily, with their boards and
// buttons, what members share of a day, and what is posted in a server's channel.
//
// All that a button depends on is in its custom id and in the member's stored record: the number of the
// attempt, and its step. A press on a button of an older step shows the newest.
package puzzles

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/declare"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/puzzle"
	"noughts/game/rating"
)

// Pages makes the messages about puzzles.
type Pages struct {
	Declare declare.Declarer
	// Practice asks for a better move than a mistake of the caller's in a match, by its ply. If no move is
	// clearly best, skip goes on.
	Practice func(r *plan.Request, match string, ply int, skip plan.Handler) (plan.Plan, error)
}

// Commands are the commands that show puzzles.
func (p Pages) Commands() []declare.Command {
	return []declare.Command{p.puzzleCommand(), p.dailyCommand()}
}

// Presses are their buttons. A square is what has no other meaning.
func (p Pages) Presses() []plan.Route {
	return []plan.Route{
		{Pattern: "/puzzle/open", Handle: p.pressOpen},
		{Pattern: "/puzzle/mine", Handle: p.mine},
		{Pattern: "/puzzle/{number}/{step}/next", Handle: p.pressNext},
		{Pattern: "/puzzle/{number}/{step}/again", Handle: p.pressAgain},
		{Pattern: "/puzzle/{number}/{step}/solution", Handle: p.pressSolution},
		{Pattern: "/puzzle/{number}/{step}/boards", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/board-{board}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/from-{first}", Handle: p.pressSquare},
		{Pattern: "/puzzle/{number}/{step}/line-{ply}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/why-{ply}", Handle: p.pressWhy},
		{Pattern: "/puzzle/{number}/{step}/taken-{square}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/{square}", Handle: p.pressSquare},
		{Pattern: "/daily/open", Handle: p.pressDaily},
		{Pattern: "/daily/{number}/share", Handle: p.pressShare, Anew: true},
		{Pattern: "/daily/{number}/{step}/again", Handle: p.pressDailyAgain},
		{Pattern: "/daily/{number}/{step}/solution", Handle: p.pressDailySolution},
		{Pattern: "/daily/{number}/{step}/boards", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/board-{board}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/from-{first}", Handle: p.pressDailySquare},
		{Pattern: "/daily/{number}/{step}/line-{ply}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/why-{ply}", Handle: p.pressDailyWhy},
		{Pattern: "/daily/{number}/{step}/taken-{square}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/{square}", Handle: p.pressDailySquare},
	}
}

// Texts of these refusals.
const (
	refuseNoPuzzle texts.Key = "refuse.no_puzzle"
	refuseDayOver  texts.Key = "refuse.day_over"
	refuseNoMine   texts.Key = "refuse.no_mistake"
	refusePosted   texts.Key = "refuse.day_shared"
)

// A pressedStep is what a button says of the attempt that the member saw when they pressed it.
type pressedStep struct{ number, step int }

// readPressedStep reads it. Errors: *plan.Refusal.
func readPressedStep(r *plan.Request) (pressedStep, error) {
	number, errNumber := strconv.Atoi(r.Vars["number"])
	step, errStep := strconv.Atoi(r.Vars["step"])
	if errNumber != nil || errStep != nil {
		return pressedStep{}, plan.Refuse(texts.RefuseOldButton)
	}
	return pressedStep{number, step}, nil
}

// A look is what a member has chosen to look at, of what only the message knows.
type look struct {
	board int  // chosen on the pad, from 1; 0 for none
	ply   int  // how many plies of a line are on the board; -1 for as many as are shown first
	why   bool // the reasons are shown
}

var firstLook = look{ply: -1}

// readLook reads it from a custom id. Errors: *plan.Refusal.
func readLook(r *plan.Request) (l look, err error) {
	l = firstLook
	for name, to := range map[string]*int{"board": &l.board, "ply": &l.ply} {
		text, ok := r.Vars[name]
		if !ok {
			continue
		}
		if *to, err = strconv.Atoi(text); err != nil || *to < 0 || *to > 99 {
			return l, plan.Refuse(texts.RefuseOldButton)
		}
	}
	return l, nil
}

// startOf returns the rating of a puzzle that nobody has tried yet. The levels that have measured its
// difficulty are far apart, so that little is known of it.
func startOf(p puzzle.Puzzle) rating.Rating {
	start := rating.New()
	start.Value, start.Deviation = p.Rating()*100, puzzleDeviation
	return start
}

// puzzleDeviation is the deviation of a new puzzle's rating, in hundredths of a point.
const puzzleDeviation = 200_00

// button returns a button with a text.
func button(l *texts.Language, id string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: id, Label: l.Say(label), Style: style}
}
