package web

import (
	"crypto/rand"
	"net/url"
	"slices"
	"strings"
	"sync"

	"noughts/bot/discordtest"
)

type modalView struct {
	ID     string
	Query  string
	Title  string
	Author personView
	Fields []fieldView
}

type fieldView struct {
	Paragraph   bool
	Label       string
	Name        string
	Value       string
	Placeholder string
	Required    bool
	Minimum     int // characters
	Maximum     int
}

// fieldPrefix distinguishes the custom ids of a form's inputs from the page's own field names.
const fieldPrefix = "field-"

func (v *view) modal(id string, m *discordtest.Modal) *modalView {
	view := &modalView{ID: id, Query: v.Query(), Title: m.Title}
	for _, row := range m.Components {
		for _, input := range row.Components {
			view.Fields = append(view.Fields, field(input))
		}
	}
	return view
}

const (
	maxText        = 4000 // characters in a text input
	paragraphStyle = 2
)

func field(c discordtest.Component) fieldView {
	f := fieldView{
		Paragraph: c.Style == paragraphStyle, Name: fieldPrefix + c.CustomID, Label: c.Label, Value: c.Value,
		Placeholder: c.Placeholder, Required: c.Required == nil || *c.Required, Maximum: maxText,
	}
	if c.MinLength != nil {
		f.Minimum = *c.MinLength
	}
	if c.MaxLength != nil {
		f.Maximum = *c.MaxLength
	}
	return f
}

type pendingModals struct {
	mu  sync.Mutex
	all []pendingModal // oldest first
}

type pendingModal struct {
	id      string
	member  discordtest.Snowflake
	channel discordtest.Snowflake
	answer  *discordtest.Answer
}

// maxModals bounds the number of pending forms, because most forms are never submitted.
const maxModals = 50

func (p *pendingModals) open(v *view, a *discordtest.Answer) (result, error) {
	id := rand.Text()
	p.mu.Lock()
	p.all = append(p.all, pendingModal{id, v.member.User.ID, v.channel.ID, a})
	p.all = p.all[max(0, len(p.all)-maxModals):]
	p.mu.Unlock()
	html, err := rendered("modal", v.modal(id, a.Modal))
	return result{Form: html, formID: id}, err
}

// answer returns the bot's answer that contains the pending form with an id, or nil if that is not the view's.
func (p *pendingModals) answer(v *view, id string) *discordtest.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, _ := find(p.all, func(m pendingModal) bool {
		return m.id == id && m.member == v.member.User.ID && m.channel == v.channel.ID
	})
	return m.answer
}

// filled returns the answer that opened a form, and the entered texts, with line feeds as Discord's client has.
func (p *pendingModals) filled(v *view, id string, form url.Values) (*discordtest.Answer, map[string]string, error) {
	a := p.answer(v, id)
	if a == nil {
		return nil, nil, errNoForm
	}
	values := map[string]string{}
	for _, f := range v.modal(id, a.Modal).Fields {
		values[strings.TrimPrefix(f.Name, fieldPrefix)] = strings.ReplaceAll(form.Get(f.Name), "\r\n", "\n")
	}
	return a, values, nil
}

func (p *pendingModals) close(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = slices.DeleteFunc(p.all, func(m pendingModal) bool { return m.id == id })
}
