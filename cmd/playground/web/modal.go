package web

import (
	"crypto/rand"
	"errors"
	"html/template"
	"net/url"
	"strings"
	"sync"

	"noughts/bot/discordtest"
)

// A modalView is a bot's form as the template needs it.
type modalView struct {
	ID     string
	Query  string
	Title  string
	Author personView
	Fields []fieldView
}

// A fieldView is a text or an input of a form.
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

// fieldPrefix keeps the custom ids of a form's inputs apart from the page's own
// names.
const fieldPrefix = "field-"

// modal returns the view of a form.
func (v *view) modal(id string, m *discordtest.Modal) *modalView {
	view := &modalView{ID: id, Query: v.Query(), Title: m.Title}
	for _, c := range m.Components {
		view.Fields = append(view.Fields, v.field(c))
	}
	return view
}

// field returns the view of a form's component: a text, a label with its
// input, or a row, which labels nothing.
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

// maxText is how long the text of an input can be.
const maxText = 4000

func (v *view) input(c discordtest.Component) fieldView {
	f := fieldView{
		Name: fieldPrefix + c.CustomID, Label: c.Label, Value: c.Value, Placeholder: c.Placeholder,
		Required: c.Required == nil || *c.Required,
	}
	if c.Type != discordtest.TypeTextInput {
		c = v.withOptions(c)
		f.Options, f.Minimum, f.Maximum = optionViews(c, v.markup(v.server.now())), orOne(c.MinValues), orOne(c.MaxValues)
		f.Kind = "one"
		if f.Maximum > 1 {
			f.Kind = "several"
		}
		return f
	}
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
	return f
}

const paragraphStyle = 2

// pendingModals are the forms that are being filled in.
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

// maxModals bounds the forms that are remembered: most are never filled in.
const maxModals = 50

var errNoForm = errors.New("that form is no longer open")

// open remembers a form and returns what the page has to show.
func (p *pendingModals) open(v *view, a *discordtest.Answer) (result, error) {
	id := rand.Text()
	p.mu.Lock()
	p.all = append(p.all, pendingModal{id, v.member.User.ID, v.channel.ID, a})
	p.all = p.all[max(0, len(p.all)-maxModals):]
	p.mu.Unlock()
	html, err := rendered("modal", v.modal(id, a.Modal))
	return result{Form: html, formID: id}, err
}

// answer returns the answer with a form, nil when it is not this view's.
func (p *pendingModals) answer(v *view, id string) *discordtest.Answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, _ := find(p.all, func(m pendingModal) bool {
		return m.id == id && m.member == v.member.User.ID && m.channel == v.channel.ID
	})
	return m.answer
}

// view returns a form to be shown with the page, nil when there is none.
func (p *pendingModals) view(v *view, id string) *modalView {
	if a := p.answer(v, id); a != nil {
		return v.modal(id, a.Modal)
	}
	return nil
}

// filled returns a form with the values that a member gave it.
func (p *pendingModals) filled(v *view, id string, form url.Values) (*discordtest.Answer, map[string][]string, error) {
	a := p.answer(v, id)
	if a == nil {
		return nil, nil, errNoForm
	}
	values := map[string][]string{}
	for _, f := range v.modal(id, a.Modal).Fields {
		if given, ok := form[f.Name]; ok {
			values[strings.TrimPrefix(f.Name, fieldPrefix)] = f.given(given)
		}
	}
	return a, values, nil
}

// given returns values as Discord's client sends them: lines end in a line
// feed, and nothing chosen is no value.
func (f fieldView) given(values []string) []string {
	var given []string
	for _, value := range values {
		if value == "" && len(f.Options) > 0 {
			continue
		}
		given = append(given, strings.ReplaceAll(value, "\r\n", "\n"))
	}
	return given
}

// close forgets a form that has been submitted.
func (p *pendingModals) close(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, m := range p.all {
		if m.id == id {
			p.all = append(p.all[:i], p.all[i+1:]...)
			return
		}
	}
}
