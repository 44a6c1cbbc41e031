package web

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"time"
)

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"clock": clock}).
	ParseFS(templateFiles, "templates/*.html"))

type pageView struct {
	Title    string // the channel's name with its sign
	Channel  Channel
	Query    string
	Theme    string
	Me       personView
	Places   placesView
	Players  []linkView
	People   []personView
	Bots     []personView
	Messages []messageView
	Settings settingsView
	Threads  bool // threads can be created here
	Modal    *modalView
	Chips    []suggestion // commands that an empty channel offers
	Panel    *panelView   // nil while the panel is closed
	PanelURL string       // opens or closes the panel
}

type linkView struct {
	URL     string
	Current bool
	Person  personView
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refusePage(w, err)
		return
	}
	p := v.page(s)
	p.Theme = theme(r)
	p.Settings = v.settings(p.Theme)
	id := r.URL.Query().Get("form")
	if a := s.modals.answer(v, id); a != nil {
		p.Modal = v.modal(id, a.Modal)
	}
	s.render(w, "page", p)
}

// render executes a template into a buffer and sends the buffer, so that an error cannot leave half a page.
func (s *Server) render(w http.ResponseWriter, name string, data any) {
	html, err := rendered(name, data)
	if err != nil {
		s.log.Error("rendering", "template", name, "error", err)
		http.Error(w, "Cannot render the page.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(html)) // an error means that the browser has disconnected
}

func rendered(name string, data any) (template.HTML, error) {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("rendering %s: %w", name, err)
	}
	return template.HTML(b.String()), nil // the template escapes its values
}

func (v *view) page(s *Server) pageView {
	v.see()
	p := pageView{
		Title:    v.channel.sign() + v.channel.Name,
		Channel:  v.channel,
		Query:    v.Query(),
		Me:       personOf(v.member),
		Places:   v.places(),
		Messages: v.messages(s.now()),
		Threads:  v.channel.Kind == Text,
		PanelURL: "/" + query(v.member, v.channel.Slug, !v.panel),
	}
	rival := ""
	for _, m := range v.world.people() {
		if m != v.member {
			rival = cmp.Or(rival, personOf(m).Name)
		}
		p.Players = append(p.Players, linkView{URL: v.linkAs(m), Current: m == v.member, Person: personOf(m)})
	}
	for _, m := range v.here() {
		if m.User.Bot {
			p.Bots = append(p.Bots, personOf(m))
		} else {
			p.People = append(p.People, personOf(m))
		}
	}
	p.Chips = []suggestion{{Label: "Play Ultimate", Line: "/ultimate"}}
	if rival != "" {
		p.Chips = append(p.Chips, suggestion{Label: "Challenge " + rival, Line: "/challenge member:@" + rival})
	}
	p.Chips = append(p.Chips, suggestion{Label: "Today's puzzle", Line: "/daily"})
	if v.panel {
		p.Panel = &panelView{Status: s.panel.Status(), Switches: s.panel.Switches, Entries: s.panel.Wire.since(0)}
	}
	return p
}

func (v *view) see() {
	v.server.seenPings.Store([2]string{v.member.User.ID, v.channel.ID}, v.client.Pings())
}

// clock formats a message's time for browsers without scripts. The page's script replaces it.
func clock(t time.Time) string { return t.Format("1/2/06, 3:04 PM") }
