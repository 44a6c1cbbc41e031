package web

import (
	"html/template"

	"noughts/bot/discordtest"
)

func (w *componentView) menu(c discordtest.Component) {
	w.Kind = "menu"
	w.Minimum, w.Maximum = orOne(c.MinValues), orOne(c.MaxValues)
	w.Multiple = w.Maximum > 1 || w.Minimum == 0
	w.Label = c.Placeholder
	if w.Label == "" {
		w.Label = "Make a selection"
	}
	w.Text = template.HTML(template.HTMLEscapeString(w.Label))
	for _, o := range optionViews(c) {
		w.Options = append(w.Options, o)
		if o.Selected {
			w.Text, w.Class = o.Label, "chosen"
		}
	}
}

func optionViews(menu discordtest.Component) []optionView {
	views := make([]optionView, len(menu.Options))
	for i, o := range menu.Options {
		views[i] = optionView{Label: emojiLabel(o.Emoji, o.Label), Value: o.Value, Description: o.Description, Selected: o.Default}
	}
	return views
}

func orOne(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}
