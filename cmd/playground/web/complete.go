package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"noughts/bot/discordtest"
)

// A completion is what the command line offers for the text so far.
type completion struct {
	Hint     string       `json:"hint"`     // what is being typed
	Items    []suggestion `json:"items"`    // never nil
	Selected int          `json:"selected"` // what Enter chooses; -1: Enter sends
}

type suggestion struct {
	Label       string      `json:"label"`
	Description string      `json:"description"`
	Line        string      `json:"line"` // the text when it is chosen
	Person      *personView `json:"person,omitempty"`
	Required    bool        `json:"required,omitempty"`
}

const (
	maxLine        = 2000 // bytes; Discord's own limit is 2000 characters
	maxSuggestions = 25
)

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	text := r.URL.Query().Get("line")
	if len(text) > maxLine {
		s.refuse(w, errTooLarge)
		return
	}
	c, err := v.completion(r.Context(), text)
	if err != nil {
		s.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, c)
}

// completion offers what may stand at the end of text. The error is the bot's
// failure to answer an autocompletion.
func (v *view) completion(ctx context.Context, text string) (completion, error) {
	none := completion{Items: []suggestion{}, Selected: -1}
	if !strings.HasPrefix(text, "/") {
		return none, nil
	}
	all := v.leaves()
	l := parseLine(text, all)
	if l.command == nil || text == "/"+l.command.shownName() {
		return v.completeCommand(text, all), nil
	}
	if len(l.args) == 0 {
		return completeOption(l, text, strings.TrimLeft(l.rest, " ")), nil
	}
	last := l.args[len(l.args)-1]
	partial, closed := v.closed(last)
	if closed {
		return completeOption(l, text, partial), nil
	}
	c := completion{Hint: last.option.shown + ": " + last.option.about, Items: []suggestion{}}
	base := strings.TrimSuffix(text, last.text)
	items, err := v.suggestions(ctx, l, last)
	if err != nil {
		return none, err
	}
	for _, item := range items {
		item.Line = base + item.Line + " "
		c.Items = append(c.Items, item)
	}
	if len(c.Items) == 0 {
		c.Selected = -1
	}
	if len(c.Items) == 0 && (last.option.Autocomplete || len(v.fixed(last.option)) > 0) {
		c.Hint = "No options match your search."
	}
	return c, nil
}

func (v *view) completeCommand(text string, all []leaf) completion {
	typed := strings.ToLower(strings.TrimPrefix(text, "/"))
	c := completion{Hint: "Commands", Items: []suggestion{}}
	var later []suggestion
	for _, l := range all {
		item := suggestion{Label: "/" + l.shownName(), Description: l.about, Line: "/" + l.shownName() + " "}
		switch at := strings.Index(strings.ToLower(l.shownName()), typed); {
		case at == 0:
			c.Items = append(c.Items, item)
		case at > 0:
			later = append(later, item)
		}
	}
	c.Items = append(c.Items, later...)
	switch {
	case len(all) == 0:
		c.Hint, c.Selected = v.whyNoCommands(), -1
	case len(c.Items) == 0:
		c.Hint, c.Selected = "There is no such command.", -1
	}
	return c
}

// whyNoCommands says why a member is offered no command here.
func (v *view) whyNoCommands() string {
	for _, m := range people(v.world) {
		for _, c := range v.world.Channels(m) {
			if len(v.world.Client(m, c).Commands()) > 0 {
				return "No app offers you anything here."
			}
		}
	}
	return "The bot is still joining; try again in a moment."
}

// completeOption offers the options that the line does not have yet.
func completeOption(l line, text, partial string) completion {
	c := completion{Hint: "/" + l.command.shownName() + ": " + l.command.about, Items: []suggestion{}, Selected: -1}
	base := strings.TrimSuffix(text, partial)
	for _, o := range l.command.options {
		_, used := find(l.args, func(a arg) bool { return a.option.Name == o.Name })
		if used || !strings.HasPrefix(strings.ToLower(o.shown), strings.ToLower(partial)) {
			continue
		}
		c.Items = append(c.Items, suggestion{Label: o.shown, Description: o.about, Line: base + o.shown + ":", Required: o.Required})
		if partial != "" || o.Required {
			c.Selected = 0
		}
	}
	return c
}

// closed says whether an option's value is complete, and what is typed after
// it: the beginning of another option's name.
func (v *view) closed(a arg) (partial string, ok bool) {
	text := strings.TrimLeft(a.text, " ")
	for _, s := range v.fixed(a.option) {
		rest, ok := cutPrefixFold(text, s.Line+" ")
		if ok {
			return strings.TrimLeft(rest, " "), true
		}
	}
	if len(v.fixed(a.option)) > 0 && a.option.Type != discordtest.OptionInteger {
		return "", false
	}
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return "", false
	}
	return text[at+1:], true
}

func cutPrefixFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return "", false
	}
	return text[len(prefix):], true
}

// suggestions offers values for the last option of a line.
func (v *view) suggestions(ctx context.Context, l line, a arg) ([]suggestion, error) {
	typed := strings.TrimSpace(a.text)
	if a.option.Autocomplete {
		return v.ask(ctx, l, a, typed)
	}
	var fitting []suggestion
	for _, s := range v.fixed(a.option) {
		if containsFold(s.Label, typed) || containsFold(s.Line, typed) {
			fitting = append(fitting, s)
		}
	}
	return fitting[:min(len(fitting), maxSuggestions)], nil
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// ask gets the choices of an autocompleted option from the bot. The other
// options are sent as far as they can be read already.
func (v *view) ask(ctx context.Context, l line, a arg, typed string) ([]suggestion, error) {
	values := map[string]any{}
	for _, other := range l.args[:len(l.args)-1] {
		if value, err := v.value(other); err == nil {
			values[other.option.Name] = value
		}
	}
	choices, err := v.client.Complete(ctx, l.command.name(), a.option.Name, typed, values)
	if err != nil {
		return nil, fmt.Errorf("loading options failed: %w", err)
	}
	items := make([]suggestion, len(choices))
	for i, c := range choices {
		items[i] = suggestion{Label: inLocale(c.Name, c.NameLocalizations, v.locale), Line: fmt.Sprint(c.Value)}
	}
	return items, nil
}

// fixed returns the values that an option is known to have without asking.
func (v *view) fixed(o option) []suggestion {
	switch {
	case len(o.Choices) > 0:
		return choiceSuggestions(o.Choices)
	case optionTakes[o.Type] != takes{}:
		return v.thingSuggestions(o)
	case o.Type == discordtest.OptionBoolean:
		return []suggestion{{Label: "True", Line: "True"}, {Label: "False", Line: "False"}}
	case o.Type == discordtest.OptionInteger:
		return numberSuggestions(o)
	}
	return nil
}

func choiceSuggestions(choices []discordtest.Choice) []suggestion {
	items := make([]suggestion, len(choices))
	for i, c := range choices {
		items[i] = suggestion{Label: c.Name, Line: c.Name}
	}
	return items
}

// numberSuggestions offers the numbers of a small range.
func numberSuggestions(o option) []suggestion {
	if o.MinValue == nil || o.MaxValue == nil || *o.MaxValue-*o.MinValue >= maxSuggestions {
		return nil
	}
	var items []suggestion
	for n := int(*o.MinValue); n <= int(*o.MaxValue); n++ {
		items = append(items, suggestion{Label: fmt.Sprint(n), Line: fmt.Sprint(n)})
	}
	return items
}
