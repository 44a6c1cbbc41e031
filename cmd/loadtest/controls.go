package main

import (
	"slices"
	"strconv"
	"strings"

	"noughts/bot/discordtest"
)

// A control is a button or menu of a live message. Its custom id is
// /m/<match>/<version>/<action>.
type control struct {
	match   string
	version int
	action  string
	discordtest.Component
}

// readControl reads a component's custom id; false when it is not of a match.
func readControl(c discordtest.Component) (control, bool) {
	parts := strings.SplitN(c.CustomID, "/", 5)
	if len(parts) != 5 || parts[0] != "" || parts[1] != "m" || parts[2] == "" {
		return control{}, false
	}
	version, err := strconv.Atoi(parts[3])
	return control{match: parts[2], version: version, action: parts[4], Component: c}, err == nil
}

// A sight is a live message as a member reads it.
type sight struct {
	message  discordtest.Snowflake
	match    string
	version  int
	board    board
	controls []control // enabled ones
	waits    string    // whom the message names last: the user's id, "" for nobody
}

// see reads a message; false when it is not the live message of a match.
func see(m discordtest.Message) (sight, bool) {
	s := sight{message: m.ID}
	for _, c := range append(discordtest.Buttons(m), discordtest.Menus(m)...) {
		read, ok := readControl(c)
		if !ok {
			continue
		}
		s.match, s.version = read.match, read.version
		if !c.Disabled {
			s.controls = append(s.controls, read)
		}
	}
	if s.match == "" {
		return sight{}, false
	}
	s.board, s.waits = readBoard(m), lastMention(discordtest.Text(m))
	return s, true
}

// lastMention returns the id of the user whom a text mentions last.
func lastMention(text string) string {
	at := strings.LastIndex(text, "<@")
	if at < 0 {
		return ""
	}
	id, _, _ := strings.Cut(text[at+len("<@"):], ">")
	return id
}

// others are the actions that are no moves and lead to none.
var others = []string{
	"accept", "decline", "withdraw", "resign", "resign-yes", "draw", "draw-yes", "draw-no",
	"takeback", "takeback-yes", "takeback-no", "rules", "rematch", "stop", "boards",
}

// control returns the enabled control of an action.
func (s sight) control(action string) (control, bool) {
	i := slices.IndexFunc(s.controls, func(c control) bool { return c.action == action })
	if i < 0 {
		return control{}, false
	}
	return s.controls[i], true
}

// moves returns the controls by which the player to move goes on: squares, or
// what leads to them. Of menus only the last counts: it is the narrowest.
func (s sight) moves() []control {
	var buttons, menus []control
	for _, c := range s.controls {
		switch {
		case slices.Contains(others, c.action):
		case c.Type == discordtest.TypeButton:
			buttons = append(buttons, c)
		case len(c.Options) > 0:
			menus = append(menus, c)
		}
	}
	if len(menus) > 0 {
		return menus[len(menus)-1:]
	}
	return buttons
}

// over says whether the match has ended: its players can do nothing about it any
// more.
func (s sight) over() bool {
	_, playing := s.control("resign")
	_, challenge := s.control("accept")
	return !playing && !challenge && len(s.moves()) == 0
}

// playable says whether a player can go on with the match.
func (s sight) playable() bool {
	_, challenge := s.control("accept")
	return challenge || len(s.moves()) > 0
}
