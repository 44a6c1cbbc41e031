package web

import (
	"crypto/rand"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"sync"

	"noughts/bot/discordtest"
)

// A modalView is the data that the template of a bot's form needs.
type modalView struct {
	ID     string
	Query  string
	Title  string
	Author personView
	Fields []fieldView
}

// A fieldView is a text or an input in a form.
type fieldView struct {
	Kind        string // text, line, paragraph, one, several
	Text        template.HTML
	Label       string
	Description string
	Name        string
	Value       string
	Placeholder string
	Required    bool
	Minimum     int
	Maximum     int
	Options     []optionView
}

// fieldPrefix distinguishes the custom ids of a form's inputs from the page's own field names.
const fieldPrefix = "field-"

func (v *view) modal(id string, m *discordtest.Modal) *modalView {
	view := &modalView{ID: id, Query: v.Query(), Title: m.Title}
	for _, c := range m.Components {
		view.Fields = append(view.Fields, v.field(c))
	}
	return view
}

// field returns the view of a component in a form: a text, a label with its input, or an action row with an input.
func (v *view) field(c discordtest.Component) fieldView {
	switch {
	case c.Type == discordtest.TypeTextDisplay:
		return fieldView{Kind: "text", Text: v.markup(v.server.now()).HTML(c.Content)}
	case c.Component != nil:
		f := v.input(*c.Component)
		f.Label, f.Description = c.Label, c.Description
		return f
	case len(c.Components) == 1:
		return v.input(c.Components[0])
	}
	return fieldView{}
}

// maxText is the largest length of a text input's value.
const maxText = 4000

func (v *view) input(c discordtest.Component) fieldView {
	f := fieldView{
		Name: fieldPrefix + c.CustomID, Label: c.Label, Value: c.Value, Placeholder: c.Placeholder,
		Required: c.Required == nil || *c.Required,
	}
	if c.Type == discordtest.TypeTextInput {
		f.text(c)
		return f
	}
	if v.choice(&f, c); !f.Required {
		f.Minimum = 0
	}
	return f
}

// choice fills in the options of a menu.
func (v *view) choice(f *fieldView, c discordtest.Component) {
	c = v.withOptions(c)
	f.Options, f.Minimum, f.Maximum = optionViews(c, v.markup(v.server.now())), orOne(c.MinValues), orOne(c.MaxValues)
	f.Kind = "one"
	if f.Maximum > 1 {
		f.Kind = "several"
	}
}

// text fills in the limits of a text input.
func (f *fieldView) text(c discordtest.Component) {
	f.Kind, f.Maximum = "line", maxText
	if c.Style == paragraphStyle {
		f.Kind = "paragraph"
	}
	if c.MinLength != nil {
		f.Minimum = *c.MinLength
	}
	if c.MaxLength != nil {
		f.Maximum = *c.MaxLength
	}
}

const paragraphStyle = 2

// pendingModals holds the forms that members have opened but not submitted.
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

// open stores a form and returns the result that makes the page show it.
func (p *pendingModals) open(v *view, a *discordtest.Answer) (result, error) {
	id := rand.Text()
	p.mu.Lock()
	p.all = append(p.all, pendingModal{id, v.member.User.ID, v.channel.ID, a})
	p.all = p.all[max(0, len(p.all)-maxModals):]
	p.mu.Unlock()
	html, err := rendered("modal", v.modal(id, a.Modal))
	return result{Form: html, formID: id}, err
}

// answer returns the bot's answer that contains the form with the given id. It returns nil if no such form is
// pending for the view's member in the view's channel.
func (p *pendingModals) answer(v *view, id string) *discordtest.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, _ := find(p.all, func(m pendingModal) bool {
		return m.id == id && m.member == v.member.User.ID && m.channel == v.channel.ID
	})
	return m.answer
}

// filled returns the bot's answer that opened the form with the given id, and the values that the member has entered.
func (p *pendingModals) filled(v *view, id string, form url.Values) (*discordtest.Answer, map[string]any, error) {
	a := p.answer(v, id)
	if a == nil {
		return nil, nil, errNoForm
	}
	values := map[string]any{}
	for _, f := range v.modal(id, a.Modal).Fields {
		if f.Name == "" {
			continue
		}
		value, err := f.given(form[f.Name])
		if err != nil {
			return nil, nil, err
		}
		values[strings.TrimPrefix(f.Name, fieldPrefix)] = value
	}
	return a, values, nil
}

// given converts the values that a browser sends for a field into those that Discord's client sends. Line ends become
// line feeds. Empty choices are dropped.
func (f fieldView) given(texts []string) (any, error) {
	if f.Kind == "line" || f.Kind == "paragraph" {
		return strings.ReplaceAll(strings.Join(texts, ""), "\r\n", "\n"), nil
	}
	chosen := []string{}
	for _, value := range texts {
		if value != "" {
			chosen = append(chosen, value)
		}
	}
	return chosen, f.fits(len(chosen))
}

// fits returns an error if the number of choices is out of bounds.
func (f fieldView) fits(n int) error {
	switch {
	case n >= f.Minimum && n <= f.Maximum:
		return nil
	case n == 0 && f.Minimum == 1:
		return Refusal(fmt.Sprintf("“%s” is required.", f.Label))
	case n < f.Minimum:
		return Refusal(fmt.Sprintf("“%s” needs at least %d choices.", f.Label, f.Minimum))
	}
	return Refusal(fmt.Sprintf("“%s” takes at most %d.", f.Label, f.Maximum))
}

// close removes a form that has been submitted.
func (p *pendingModals) close(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = slices.DeleteFunc(p.all, func(m pendingModal) bool { return m.id == id })
}
