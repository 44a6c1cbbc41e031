package web

import (
	"cmp"
	"fmt"
	"html/template"
	"path"
	"strings"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

type componentView struct {
	Message   discordtest.Snowflake
	Query     string
	Kind      string // selects the template
	At        string // position in the message, such as "c.0.2"; after an edit of the message, the page finds the component by it
	Text      template.HTML
	Label     string // text of a button or menu, for screen readers
	Class     string
	CustomID  string
	URL       string
	Disabled  bool
	Accent    string // colour of the edge, such as "#3498db"; "" for none
	Children  []componentView
	Accessory *componentView
	Options   []optionView
	Multiple  bool
	Minimum   int
	Maximum   int
	Pictures  []pictureView
}

type optionView struct {
	Label       template.HTML
	Plain       string // the label as plain text
	Value       string
	Description template.HTML
	Selected    bool
}

type pictureView struct {
	URL         string
	Description string
	Name        string // name of a file that is not a picture
}

type scope struct {
	message discordtest.Snowflake
	view    *view
	text    Context
}

func (s scope) components(all []discordtest.Component, at string) []componentView {
	views := make([]componentView, len(all))
	for i, c := range all {
		views[i] = s.component(c, fmt.Sprintf("%s.%d", at, i))
	}
	return views
}

func (s scope) component(c discordtest.Component, at string) componentView {
	w := componentView{
		Message: s.message, Query: s.view.Query(), At: at, CustomID: c.CustomID, Disabled: c.Disabled,
	}
	switch c.Type {
	case discordtest.TypeActionRow:
		w.Kind, w.Children = "row", s.components(c.Components, at)
	case discordtest.TypeContainer:
		w.Kind, w.Children, w.Accent = "container", s.components(c.Components, at), accent(c.AccentColor)
	case discordtest.TypeSection:
		w.Kind, w.Children = "section", s.components(c.Components, at)
		if c.Accessory != nil {
			accessory := s.component(*c.Accessory, at+".a")
			w.Accessory = &accessory
		}
	case discordtest.TypeTextDisplay:
		w.Kind, w.Text = "text", s.text.HTML(c.Content)
	case object.TypeButton:
		s.button(c, &w)
	case discordtest.TypeStringSelect, object.TypeUserSelect, object.TypeRoleSelect, object.TypeChannel:
		s.menu(s.view.withOptions(c), &w)
	case discordtest.TypeThumbnail:
		w.Kind, w.Pictures = "thumbnail", []pictureView{{URL: mediaURL(c.Media), Description: c.Description}}
	case discordtest.TypeMediaGallery:
		w.Kind = "gallery"
		for _, item := range c.Items {
			w.Pictures = append(w.Pictures, pictureView{URL: mediaURL(item.Media), Description: item.Description})
		}
	case discordtest.TypeFile:
		url := mediaURL(c.File)
		w.Kind, w.Pictures = "file", []pictureView{{URL: url, Name: path.Base(url)}}
	default:
		w.Kind, w.Label = "unknown", fmt.Sprintf("a component of type %d, which the playground cannot show", c.Type)
	}
	return w
}

// accent returns a colour such as "#3498db", which the page's script applies: the security policy would block a style
// within the HTML.
func accent(colour *int) string {
	if colour == nil {
		return ""
	}
	return fmt.Sprintf("#%06x", *colour&0xFFFFFF)
}

var buttonStyles = map[int]string{1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary"}

const linkStyle = 5

func (s scope) button(c discordtest.Component, w *componentView) {
	w.Kind, w.Class = "button", buttonStyles[c.Style]
	w.Text = emojiLabel(s.text, c.Emoji, c.Label)
	w.Label = plainLabel(c.Emoji, c.Label)
	if c.Style == linkStyle {
		w.Kind, w.URL = "link", c.URL
	}
}

func emojiLabel(text Context, e *discordtest.Emoji, label string) template.HTML {
	switch {
	case e == nil:
		return Emoji(label)
	case e.ID != "":
		return text.CustomEmoji(e.Name, e.ID) + Emoji(strings.TrimRight(" "+label, " "))
	}
	return Emoji(strings.TrimSpace(e.Name + " " + label))
}

func plainLabel(e *discordtest.Emoji, label string) string {
	switch {
	case e == nil:
		return label
	case e.ID != "":
		return strings.TrimSpace(":" + e.Name + ": " + label)
	}
	return strings.TrimSpace(e.Name + " " + label)
}

func (s scope) menu(c discordtest.Component, w *componentView) {
	w.Kind = "menu"
	w.Minimum, w.Maximum = orOne(c.MinValues), orOne(c.MaxValues)
	w.Multiple = w.Maximum > 1 || w.Minimum == 0
	w.Label = cmp.Or(c.Placeholder, "Make a selection")
	w.Text = Emoji(w.Label)
	for _, o := range optionViews(c, s.text) {
		w.Options = append(w.Options, o)
		if o.Selected {
			w.Text, w.Class = o.Label, "chosen"
		}
	}
}

func optionViews(menu discordtest.Component, text Context) []optionView {
	views := make([]optionView, len(menu.Options))
	for i, o := range menu.Options {
		views[i] = optionView{
			Label: emojiLabel(text, o.Emoji, o.Label), Plain: plainLabel(o.Emoji, o.Label), Value: o.Value,
			Description: Emoji(o.Description), Selected: o.Default,
		}
	}
	return views
}

func orOne(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}

func attachments(m discordtest.Message) []pictureView {
	var pictures []pictureView
	for _, a := range m.Files() {
		p := pictureView{URL: pageURL(a.URL), Description: a.Description}
		if !strings.HasPrefix(a.ContentType, "image/") {
			p.Name = a.Filename
		}
		pictures = append(pictures, p)
	}
	return pictures
}
