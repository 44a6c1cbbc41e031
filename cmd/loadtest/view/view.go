// Package view reads a match's live message as a member sees it. The live message is the message on
// Discord that shows the current board and its buttons.
package view

import (
	"slices"
	"strconv"
	"strings"

	"noughts/bot/discordtest"
)

// A Control is a button or menu of a live message. Its custom id is /m/<match>/<version>/<action>, where the version
// counts the changes of the match.
type Control struct {
	Match   string
	Version int
	Action  string
	discordtest.Component
}

// ReadControl parses the custom id of a component. It returns false if the component does not belong to a match.
func ReadControl(c discordtest.Component) (Control, bool) {
	parts := strings.SplitN(c.CustomID, "/", 5)
	if len(parts) != 5 || parts[0] != "" || parts[1] != "m" || parts[2] == "" {
		return Control{}, false
	}
	version, err := strconv.Atoi(parts[3])
	return Control{Match: parts[2], Version: version, Action: parts[4], Component: c}, err == nil
}

// A View is what a member can read in a live message.
type View struct {
	Message  discordtest.Snowflake
	Match    string
	Version  int
	Board    Board
	Controls []Control // enabled controls only
	ToMove   string    // id of the player to move, which is the user whom the text mentions last; "" without a mention
}

// Read reads a message. It returns false if the message is not the live message of a match.
func Read(m discordtest.Message) (View, bool) {
	v := View{Message: m.ID}
	for _, c := range append(discordtest.Buttons(m), discordtest.Menus(m)...) {
		read, ok := ReadControl(c)
		if !ok {
			continue
		}
		v.Match, v.Version = read.Match, read.Version
		if !c.Disabled {
			v.Controls = append(v.Controls, read)
		}
	}
	if v.Match == "" {
		return View{}, false
	}
	v.Board, v.ToMove = readBoard(m), lastMention(discordtest.Text(m))
	return v, true
}

// lastMention returns the id of the last user that a text mentions, or "".
func lastMention(text string) string {
	at := strings.LastIndex(text, "<@")
	if at < 0 {
		return ""
	}
	id, _, _ := strings.Cut(text[at+len("<@"):], ">")
	return id
}

// notMoves lists the actions that do not help to make a move. All other actions are moves or steps towards a move.
var notMoves = []string{
	"accept", "decline", "withdraw", "draw-yes", "draw-no", "takeback-yes", "takeback-no",
	"claim", "more", "rematch", "again", "next", "easier", "share", "stop", "boards",
}

// Control returns the enabled control with the given action. It returns false if there is none.
func (v View) Control(action string) (Control, bool) {
	i := slices.IndexFunc(v.Controls, func(c Control) bool { return c.Action == action })
	if i < 0 {
		return Control{}, false
	}
	return v.Controls[i], true
}

// Moves returns the controls with which the player to move can choose a square. If there are none, it returns the
// controls that come before that choice, such as the menu of local boards.
func (v View) Moves() []Control {
	var squares, others []Control
	for _, c := range v.Controls {
		switch {
		case slices.Contains(notMoves, c.Action):
		case square.MatchString(c.Action):
			squares = append(squares, c)
		default:
			others = append(others, c)
		}
	}
	if len(squares) > 0 {
		return squares
	}
	return others
}

// Over reports whether the match has ended: the message offers a rematch, or it has no enabled controls.
func (v View) Over() bool {
	_, over := v.Control("rematch")
	return over || len(v.Controls) == 0
}

// Playable reports whether the message lets a player accept the challenge or make a move.
func (v View) Playable() bool {
	_, challenge := v.Control("accept")
	return challenge || len(v.Moves()) > 0
}
