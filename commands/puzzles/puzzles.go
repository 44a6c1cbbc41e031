// Package puzzles implements the puzzles: the commands /puzzle and /daily with their boards and buttons, the results
// that members share, and the daily post in a server's channel.
//
// A button's custom id has the number of the attempt and the step when the button was drawn. If the stored attempt is
// at a later step, the press changes nothing, and the bot shows the current step.
package puzzles

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// Pages makes the messages about puzzles.
type Pages struct {
	Declare card.Builder
	// Practice shows the position before a mistake that the user made in a match, and asks for a better move. `ply` is
	// the number of the mistake among the match's moves, from 1. If no move is clearly best there, Practice continues
	// with `skip`.
	Practice func(r *plan.Request, match string, ply int, skip plan.Handler) (plan.Plan, error)
}

// Commands returns the commands that show puzzles.
func (p Pages) Commands() []card.Declaration {
	return []card.Declaration{p.puzzleCommand(), p.dailyCommand()}
}

// Presses returns the routes of the buttons. A pattern whose last segment is {square} is the fallback: it gets the
// custom ids that no more specific pattern matches.
func (p Pages) Presses() []plan.Route {
	return []plan.Route{
		{Pattern: "/puzzle/open", Handle: func(r *plan.Request) (plan.Plan, error) { return p.begin(r, puzzle.Want{}), nil }},
		{Pattern: "/puzzle/mine", Handle: p.mine},
		{Pattern: "/puzzle/{number}/{step}/next", Handle: p.pressNext},
		{Pattern: "/puzzle/{number}/{step}/again", Handle: p.pressAgain},
		{Pattern: "/puzzle/{number}/{step}/solution", Handle: p.pressSolution},
		{Pattern: "/puzzle/{number}/{step}/boards", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/board-{board}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/from-{first}", Handle: p.pressPuzzleSquare},
		{Pattern: "/puzzle/{number}/{step}/line-{ply}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/why-{ply}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/taken-{square}", Handle: p.pressStep},
		{Pattern: "/puzzle/{number}/{step}/{square}", Handle: p.pressPuzzleSquare},
		{Pattern: "/daily/open", Handle: p.pressDaily},
		{Pattern: "/daily/{number}/share", Handle: p.pressShare, Access: plan.Writes, Anew: true},
		{Pattern: "/daily/{number}/{step}/again", Handle: p.pressDailyAgain},
		{Pattern: "/daily/{number}/{step}/solution", Handle: p.pressDailySolution},
		{Pattern: "/daily/{number}/{step}/boards", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/board-{board}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/from-{first}", Handle: p.pressDailySquare},
		{Pattern: "/daily/{number}/{step}/line-{ply}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/why-{ply}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/taken-{square}", Handle: p.pressDailyStep},
		{Pattern: "/daily/{number}/{step}/{square}", Handle: p.pressDailySquare},
	}
}

type pressedStep struct{ number, step int }

func readPressedStep(r *plan.Request) (pressedStep, error) {
	number, errNumber := strconv.Atoi(r.Vars["number"])
	step, errStep := strconv.Atoi(r.Vars["step"])
	if errNumber != nil || errStep != nil {
		return pressedStep{}, plan.Refuse(texts.RefuseOldButton)
	}
	return pressedStep{number, step}, nil
}

// A look is the part of a puzzle's page that a member has chosen to see. It is kept only in the
// custom ids of the message.
type look struct {
	board int  // number of the local board that is opened on the button pad, from 1; 0 for none
	ply   int  // number of moves of board.line that the board shows; -1 for the default
	why   bool // whether to show the reasons
}

var firstLook = look{ply: -1}

func readLook(r *plan.Request) (l look, err error) {
	l = firstLook
	l.why = strings.Contains(r.Path, "/why-")
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

// startOf returns the initial rating of a puzzle. Its rating deviation (uncertainty) is large, because the initial
// rating is only a rough measurement against a few levels of the computer.
func startOf(p puzzle.Puzzle) profile.Rating {
	start := profile.NewRating()
	start.Value, start.Deviation = p.Rating()*100, puzzleDeviation
	return start
}

// puzzleDeviation is the deviation of a puzzle's initial rating, in hundredths of a point.
const puzzleDeviation = 200_00

func button(l *texts.Language, id string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: id, Label: l.Say(label), Style: style}
}
