package commandline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

// A Completion holds the suggestions for an unfinished line.
type Completion struct {
	Hint     string       `json:"hint"`     // describes what the member is typing
	Items    []Suggestion `json:"items"`    // never nil
	Selected int          `json:"selected"` // index of the item that Enter chooses; if -1, Enter sends the line
}

// A Suggestion is one way to continue an unfinished line.
type Suggestion struct {
	Label       string `json:"label"`
	Description string `json:"description"`
	Line        string `json:"line"`             // the whole line that results from choosing the suggestion
	Person      any    `json:"person,omitempty"` // if the suggestion is a person: the data that the page shows
	Required    bool   `json:"required,omitempty"`
}

// maxSuggestions is how many suggestions Discord's client shows at most.
const maxSuggestions = 25

// Complete suggests how to continue an unfinished line. It returns an error if the choices of an option have to come
// from the bot and the bot does not answer.
func (r Reader) Complete(ctx context.Context, text string) (Completion, error) {
	none := Completion{Items: []Suggestion{}, Selected: -1}
	if !strings.HasPrefix(text, "/") {
		return none, nil
	}
	l := parseLine(text, r.Commands)
	if l.command == nil || text == "/"+l.command.Shown() || text == "/"+l.command.Name() {
		return r.completeCommand(text), nil
	}
	if len(l.args) == 0 {
		return completeOption(l, text, strings.TrimLeft(l.rest, " ")), nil
	}
	last := l.args[len(l.args)-1]
	partial, closed := r.closed(last)
	if closed {
		return completeOption(l, text, partial), nil
	}
	c := Completion{Hint: last.option.shown + ": " + last.option.about, Items: []Suggestion{}}
	base := strings.TrimSuffix(text, last.text)
	items, err := r.suggestions(ctx, l, last)
	if err != nil {
		return none, err
	}
	for _, item := range items {
		item.Line = base + item.Line
		item.Line += " "
		c.Items = append(c.Items, item)
	}
	if len(c.Items) == 0 {
		c.Selected = -1
	}
	if len(c.Items) == 0 && (last.option.Autocomplete || len(r.fixed(last.option)) > 0) {
		c.Hint = "No options match your search."
	}
	return c, nil
}

func (r Reader) completeCommand(text string) Completion {
	typed := strings.ToLower(strings.TrimPrefix(text, "/"))
	c := Completion{Hint: "Commands", Items: []Suggestion{}}
	var later []Suggestion
	for _, l := range r.Commands {
		item := Suggestion{Label: "/" + l.Shown(), Description: l.about, Line: l.begun()}
		switch shown, name := strings.ToLower(l.Shown()), strings.ToLower(l.Name()); {
		case strings.HasPrefix(shown, typed), strings.HasPrefix(name, typed):
			c.Items = append(c.Items, item)
		case strings.Contains(shown, typed), strings.Contains(name, typed):
			later = append(later, item)
		}
	}
	c.Items = append(c.Items, later...)
	switch {
	case len(r.Commands) == 0:
		c.Hint, c.Selected = r.Channel.WhyNoCommands(), -1
	case len(c.Items) == 0:
		c.Hint, c.Selected = "There is no such command.", -1
	}
	return c
}

// begun returns the beginning of a line with the command: its name and, if it has required options, the name of the
// first of them.
func (c *Command) begun() string {
	line := "/" + c.Shown() + " "
	if i := slices.IndexFunc(c.options, func(o Option) bool { return o.Required }); i >= 0 {
		line += c.options[i].shown + ":"
	}
	return line
}

// completeOption suggests the names of options that the line does not have yet. `partial` is the beginning of such a
// name, at the end of `text`.
func completeOption(l line, text, partial string) Completion {
	c := Completion{Hint: "/" + l.command.Shown() + ": " + l.command.about, Items: []Suggestion{}, Selected: -1}
	base := strings.TrimSuffix(text, partial)
	for _, o := range l.command.options {
		used := slices.ContainsFunc(l.args, func(a arg) bool { return a.option.Name == o.Name })
		if used || !hasPrefixFold(o.shown, partial) && !hasPrefixFold(o.Name, partial) {
			continue
		}
		c.Items = append(c.Items, Suggestion{Label: o.shown, Description: o.about, Line: base + o.shown + ":", Required: o.Required})
		if partial != "" || o.Required {
			c.Selected = 0
		}
	}
	return c
}

// closed reports whether the value of an option is complete. `partial` is the text that follows the value: the
// beginning of the next option's name.
func (r Reader) closed(a arg) (partial string, ok bool) {
	text := strings.TrimLeft(a.text, " ")
	known := slices.Clone(a.option.registered)
	for _, s := range r.fixed(a.option) {
		known = append(known, s.Line)
	}
	for _, value := range known {
		if rest, ok := cutPrefixFold(text, value+" "); ok {
			return strings.TrimLeft(rest, " "), true
		}
	}
	if len(r.fixed(a.option)) > 0 && a.option.Type != discordtest.OptionInteger {
		return "", false
	}
	at := strings.LastIndexByte(text, ' ')
	if at < 0 {
		return "", false
	}
	return text[at+1:], true
}

func hasPrefixFold(text, prefix string) bool {
	return strings.HasPrefix(strings.ToLower(text), strings.ToLower(prefix))
}

func cutPrefixFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return "", false
	}
	return text[len(prefix):], true
}

// suggestions returns suggestions for the value of the last option in a line. `a` is that option.
func (r Reader) suggestions(ctx context.Context, l line, a arg) ([]Suggestion, error) {
	typed := strings.TrimSpace(a.text)
	if a.option.Autocomplete {
		return r.ask(ctx, l, a, typed)
	}
	var fitting []Suggestion
	for _, s := range r.fixed(a.option) {
		if containsFold(s.Label, typed) || containsFold(s.Line, typed) {
			fitting = append(fitting, s)
		}
	}
	return fitting[:min(len(fitting), maxSuggestions)], nil
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// ask asks the bot for the choices of an option with autocompletion. Like Discord, it also sends the values of the
// other options in the line, but leaves out those that cannot be parsed yet.
func (r Reader) ask(ctx context.Context, l line, a arg, typed string) ([]Suggestion, error) {
	values := map[string]any{}
	for _, other := range l.args[:len(l.args)-1] {
		if value, err := r.value(other); err == nil {
			values[other.option.Name] = value
		}
	}
	choices, err := r.Channel.Choices(ctx, l.command.Name(), a.option.Name, typed, values)
	if err != nil {
		return nil, fmt.Errorf("loading options: %w", err)
	}
	items := make([]Suggestion, len(choices))
	for i, c := range choices {
		items[i] = Suggestion{Label: Translate(c.Name, c.NameLocalizations, r.Locale), Line: fmt.Sprint(c.Value)}
	}
	return items, nil
}

// fixed returns the possible values of an option, if they are known without asking the bot.
func (r Reader) fixed(o Option) []Suggestion {
	switch {
	case len(o.Choices) > 0:
		return choiceSuggestions(o.Choices)
	case o.Type == discordtest.OptionBoolean:
		return []Suggestion{{Label: "True", Line: "True"}, {Label: "False", Line: "False"}}
	case o.Type == discordtest.OptionInteger:
		return numberSuggestions(o)
	}
	return r.Channel.Nameable(o)
}

func choiceSuggestions(choices []discordtest.Choice) []Suggestion {
	items := make([]Suggestion, len(choices))
	for i, c := range choices {
		items[i] = Suggestion{Label: c.Name, Line: c.Name}
	}
	return items
}

// numberSuggestions returns all numbers within an option's bounds. It returns nil if a bound is missing or if there are
// more numbers than Discord's client shows suggestions.
func numberSuggestions(o Option) []Suggestion {
	if o.MinValue == nil || o.MaxValue == nil || *o.MaxValue-*o.MinValue >= maxSuggestions {
		return nil
	}
	var items []Suggestion
	for n := int(*o.MinValue); n <= int(*o.MaxValue); n++ {
		items = append(items, Suggestion{Label: fmt.Sprint(n), Line: fmt.Sprint(n)})
	}
	return items
}
