package web

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"strings"

	"noughts/bot/discordtest"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"clock": clock,
}).ParseFS(templateFiles, "templates/*.html"))

// A pageView is the whole page.
type pageView struct {
	Guild        string
	Initial      string
	Channel      Channel
	Query        string
	Me           personView
	Channels     []linkView
	Players      []linkView
	People       []personView
	Bots         []personView
	UserCommands []string
	Messages     []messageView
}

// A linkView leads to another view.
type linkView struct {
	Name    string
	URL     string
	Current bool
	Person  personView
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	s.render(w, "page", v.page(s))
}

// render buffers, so that a template's error is not half a page.
func (s *Server) render(w http.ResponseWriter, name string, data any) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		s.log.Error("rendering", "template", name, "error", err)
		http.Error(w, "The page could not be rendered.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes()) // the reader has gone
}

func (v *view) page(s *Server) pageView {
	p := pageView{
		Guild:        v.world.Guild,
		Initial:      initial(v.world.Guild),
		Channel:      v.channel,
		Query:        v.Query(),
		Me:           personOf(v.member),
		UserCommands: v.userCommands(),
		Messages:     v.messages(s.now()),
	}
	for _, c := range v.world.Channels {
		p.Channels = append(p.Channels, linkView{Name: c.Name, URL: "/" + query(v.member, c), Current: c == v.channel})
	}
	for _, m := range v.world.Members {
		if m.User.Bot {
			p.Bots = append(p.Bots, personOf(m))
			continue
		}
		p.People = append(p.People, personOf(m))
		p.Players = append(p.Players, linkView{
			Name: m.User.Name, URL: "/" + query(m, v.channel), Current: m == v.member, Person: personOf(m),
		})
	}
	return p
}

const userCommand = 2

// userCommands returns the names that the member menu offers below "Apps".
func (v *view) userCommands() []string {
	var names []string
	for _, c := range v.client.Commands() {
		if c.Type == userCommand {
			names = append(names, c.Name)
		}
	}
	return names
}

// slashCommands returns the commands of the command line, sorted by name.
func (v *view) slashCommands() []discordtest.Command {
	var commands []discordtest.Command
	for _, c := range v.client.Commands() {
		if c.Type != userCommand && c.Type != messageCommand {
			commands = append(commands, c)
		}
	}
	return commands
}

const messageCommand = 3

// isSlash says whether a command is typed, and not chosen in the member menu.
func (v *view) isSlash(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	_, ok := find(v.slashCommands(), func(c discordtest.Command) bool { return c.Name == first })
	return ok
}
