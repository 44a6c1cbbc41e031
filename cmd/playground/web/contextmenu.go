package web

import (
	"net/http"

	"noughts/cmd/playground/commandline"
)

// Discord's types of commands.
const (
	slashCommand = 1
	userCommand  = 2
)

// A menuCommand is a command in the context menu of a member.
type menuCommand struct{ Name, Label string }

// menuCommands returns the commands that the context menu of a member offers below "Apps".
func (v *view) menuCommands() []menuCommand {
	var all []menuCommand
	for _, c := range v.client.Commands() {
		if c.Type == userCommand {
			all = append(all, menuCommand{c.Name, commandline.Translate(c.Name, c.NameLocalizations, v.locale)})
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
