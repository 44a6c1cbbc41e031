package web

import (
	"net/http"

	"noughts/cmd/playground/commandline"
)

// Types of commands.
const (
	slashCommand   = 1
	userCommand    = 2
	messageCommand = 3
)

// A menuCommand is a command of a member's or a message's menu.
type menuCommand struct{ Name, Label string }

// menuCommands returns what a menu offers below "Apps".
func (v *view) menuCommands(kind int) []menuCommand {
	var all []menuCommand
	for _, c := range v.client.Commands() {
		if c.Type == kind {
			all = append(all, menuCommand{c.Name, commandline.Translate(c.Name, c.NameLocalizations, v.locale)})
		}
	}
	return all
}

// menu answers with the items of a member's or a message's menu, as they are
// when it is opened: bots come and go.
func (s *Server) menu(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	kind := userCommand
	if r.URL.Query().Get("of") == "message" {
		kind = messageCommand
	}
	s.render(w, "menu-items", v.menuCommands(kind))
}
