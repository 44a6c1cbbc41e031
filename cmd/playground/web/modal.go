package web

import (
	"crypto/rand"
	"fmt"
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
	Kind        string // text, line, paragraph, one, several, radio, checkbox, files
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
	Ticked      bool   // of a checkbox, at first
	Accept      string // which files an upload takes, as browsers have it; "" for all
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
	switch c.Type {
	case discordtest.TypeTextInput:
		f.text(c)
	case discordtest.TypeCheckbox:
		f.Kind, f.Ticked, f.Required = "checkbox", c.Default, false
	case discordtest.TypeFileUpload:
		f.Kind, f.Accept = "files", accepted(c.FileTypes)
		f.Minimum, f.Maximum = orOne(c.MinValues), orOne(c.MaxValues)
	default:
		v.choice(&f, c)
	}
	if !f.Required && f.Kind != "line" && f.Kind != "paragraph" {
		f.Minimum = 0
	}
	return f
}

// choice fills in what can be chosen in a menu or a group.
func (v *view) choice(f *fieldView, c discordtest.Component) {
	c = v.withOptions(c)
	f.Options, f.Minimum, f.Maximum = optionViews(c, v.markup(v.server.now())), orOne(c.MinValues), orOne(c.MaxValues)
	switch {
	case c.Type == discordtest.TypeRadioGroup:
		f.Kind = "radio"
	case c.Type == discordtest.TypeCheckboxGroup && c.MaxValues == nil:
		f.Kind, f.Maximum = "several", len(c.Options)
	case c.Type == discordtest.TypeCheckboxGroup || f.Maximum > 1:
		f.Kind = "several"
	default:
		f.Kind = "one"
	}
}

// accepted returns types of files, such as "image" and ".pdf", as browsers have them.
func accepted(types []string) string {
	all := make([]string, len(types))
	for i, t := range types {
		all[i] = t
		if !strings.HasPrefix(t, ".") {
			all[i] += "/*"
		}
	}
	return strings.Join(all, ",")
}

// text fills in what a text input takes.
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
		value, err := f.given(form[f.Name], v.files[f.Name])
		if err != nil {
			return nil, nil, err
		}
		values[strings.TrimPrefix(f.Name, fieldPrefix)] = value
	}
	return a, values, nil
}

// given returns what Discord's client makes of what a browser sends: lines end in a line
// feed, and nothing chosen is no value.
func (f fieldView) given(texts []string, files []discordtest.File) (any, error) {
	switch f.Kind {
	case "line", "paragraph":
		return strings.ReplaceAll(strings.Join(texts, ""), "\r\n", "\n"), nil
	case "checkbox":
		return len(texts) > 0, nil
	case "files":
		return append([]discordtest.File{}, files...), f.fits(len(files), "file")
	}
	chosen := []string{}
	for _, value := range texts {
		if value != "" {
			chosen = append(chosen, value)
		}
	}
	return chosen, f.fits(len(chosen), "choice")
}

// fits says what is wrong with how many things are given.
func (f fieldView) fits(n int, thing string) error {
	switch {
	case n >= f.Minimum && n <= f.Maximum:
		return nil
	case n == 0 && f.Minimum == 1:
		return Refusal(fmt.Sprintf("“%s” is required.", f.Label))
	case n < f.Minimum:
		return Refusal(fmt.Sprintf("“%s” needs at least %d %ss.", f.Label, f.Minimum, thing))
	}
	return Refusal(fmt.Sprintf("“%s” takes at most %s.", f.Label, counted(f.Maximum, thing)))
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
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
