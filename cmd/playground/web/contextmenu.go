package web

import (
	"net/http"

	"noughts/bot/discordtest/object"
)

// A menuCommand is a command in the context menu of a member.
type menuCommand struct{ Name, Label string }

// menuCommands returns the commands that the context menu of a member offers below "Apps".
func (v *view) menuCommands() []menuCommand {
	var all []menuCommand
	for _, c := range v.client.Commands() {
		if c.Type == object.CommandUser {
			all = append(all, menuCommand{c.Name, c.Localized(v.locale).Name})
		}
	}
	return all
}

// menu answers with the items of a context menu. The page requests them each time that the menu
// opens, because bots join and leave.
func (s *Server) menu(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	s.render(w, "menu-items", v.menuCommands())
}
