package main

import (
	"regexp"
	"slices"
	"strconv"

	"noughts/bot/discordtest"
)

// A control is a button or menu of a live message, which is the message that shows a match's current board.
type control struct {
	match   string
	version int // counts the changes of the match
	action  string
	discordtest.Component
}

var customID = regexp.MustCompile(`^/m/([^/]+)/(\d+)/(.*)$`)

// readControl parses the custom id of a component. It returns false if the component does not belong to a match.
func readControl(c discordtest.Component) (control, bool) {
	parts := customID.FindStringSubmatch(c.CustomID)
	if parts == nil {
		return control{}, false
	}
	version, err := strconv.Atoi(parts[2])
	return control{parts[1], version, parts[3], c}, err == nil
}

// A view is what a member can read in a live message.
type view struct {
	message  discordtest.Snowflake
	match    string
	version  int
	board    board
	controls []control // enabled controls only
	toMove   string    // id of the player to move, which is the user whom the text mentions last; "" without a mention
}

// readView reads a message. It returns false if the message is not the live message of a match.
func readView(m discordtest.Message) (view, bool) {
	v := view{message: m.ID}
	for _, c := range append(discordtest.Buttons(m), discordtest.Menus(m)...) {
		read, ok := readControl(c)
		if !ok {
			continue
		}
		v.match, v.version = read.match, read.version
		if !c.Disabled {
			v.controls = append(v.controls, read)
		}
	}
	if v.match == "" {
		return view{}, false
	}
	v.board = readBoard(m)
	for _, found := range mention.FindAllStringSubmatch(discordtest.Text(m), -1) {
		v.toMove = found[1]
	}
	return v, true
}

var (
	mention = regexp.MustCompile(`<@(\d+)>`)
	square  = regexp.MustCompile(`^[a-i][1-9]$`) // the action of a square's button
	// notMove is an action that does not help to make a move. All others are moves or steps towards a move.
	notMove = regexp.MustCompile(`^(accept|decline|withdraw|(draw|takeback)-(yes|no)|claim|more|rematch|again|next|easier|share|stop|boards)$`)
)

// control returns the enabled control with the given action. It returns false if there is none.
func (v view) control(action string) (control, bool) {
	i := slices.IndexFunc(v.controls, func(c control) bool { return c.action == action })
	if i < 0 {
		return control{}, false
	}
	return v.controls[i], true
}

// moves returns the controls with which the player to move can choose a square. If there are none, it returns the
// controls that come before that choice, such as the menu of local boards.
func (v view) moves() []control {
	var squares, others []control
	for _, c := range v.controls {
		switch {
		case square.MatchString(c.action):
			squares = append(squares, c)
		case !notMove.MatchString(c.action):
			others = append(others, c)
		}
	}
	if len(squares) > 0 {
		return squares
	}
	return others
}

// over reports whether the match has ended: the message offers a rematch, or it has no enabled controls.
func (v view) over() bool {
	_, over := v.control("rematch")
	return over || len(v.controls) == 0
}

// playable reports whether the message lets a player accept the challenge or make a move.
func (v view) playable() bool {
	_, challenge := v.control("accept")
	return challenge || len(v.moves()) > 0
}
