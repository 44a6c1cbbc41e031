package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

type completion struct {
	Hint     string       `json:"hint"`     // describes what the member is typing
	Items    []suggestion `json:"items"`    // never nil
	Selected int          `json:"selected"` // index of the item that Enter chooses; if -1, Enter sends the line
}

type suggestion struct {
	Label       string      `json:"label"`
	Description string      `json:"description"`
	Line        string      `json:"line"`             // the whole line that results from choosing the suggestion
	Person      *personView `json:"person,omitempty"` // if the suggestion is a person
	Required    bool        `json:"required,omitempty"`
}

const (
	maxLine        = 8000 // bytes of a line that is completed
	maxSuggestions = 25   // that Discord's client shows
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
	if !isCommand(text) {
		writeJSON(w, http.StatusOK, completion{Items: []suggestion{}, Selected: -1})
		return
	}
	c, err := v.completeCommand(r.Context(), strings.TrimLeft(text, " "))
	if errors.Is(err, discordtest.ErrFailed) {
		err = Refusal("Loading options failed")
	}
	if err != nil {
		s.refuse(w, err)
		return
	}
	writeJSON(w, http.StatusOK, c)
}

func isCommand(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " "), "/") }

func (v *view) commands() []object.TypedCommand {
	var all []object.TypedCommand
	for _, c := range v.client.Commands() {
		if c.Type == object.CommandChatInput {
			all = append(all, c.Typed(v.locale)...)
		}
	}
	return all
}

// shownCommand returns what the member types for the command with a registered name, or its first word if it has
// subcommands. `typed` is false for a command that members choose in a menu.
func (v *view) shownCommand(name string) (shown string, typed bool) {
	first, _, _ := strings.Cut(name, " ")
	shown = name
	for _, c := range v.commands() {
		if c.Name == name {
			return c.Shown, true
		}
		if root, _, _ := strings.Cut(c.Name, " "); root == first {
			shown, _, _ = strings.Cut(c.Shown, " ")
			typed = true
		}
	}
	return shown, typed
}

func (v *view) completeCommand(ctx context.Context, text string) (completion, error) {
	commands := v.commands()
	l := object.SplitLine(text, commands)
	if l.Command == nil || text == "/"+l.Command.Shown || text == "/"+l.Command.Name {
		return v.suggestCommands(text, commands), nil
	}
	if len(l.Arguments) == 0 {
		return suggestOptions(l, text, strings.TrimLeft(l.Rest, " ")), nil
	}
	last := l.Arguments[len(l.Arguments)-1]
	fixed := v.fixedValues(last.Option)
	if partial, ok := finished(last, fixed); ok {
		return suggestOptions(l, text, partial), nil
	}
	values, err := v.fittingValues(ctx, text, last, fixed)
	if err != nil {
		return completion{}, err
	}
	c := completion{Hint: last.Option.Name + ": " + last.Option.Description, Items: []suggestion{}}
	for _, value := range values {
		value.Line = strings.TrimSuffix(text, last.Text) + value.Line + " "
		c.Items = append(c.Items, value)
	}
	if len(c.Items) == 0 {
		c.Selected = -1
		if last.Option.Autocomplete || len(fixed) > 0 {
			c.Hint = "No options match your search."
		}
	}
	return c, nil
}

// suggestCommands suggests commands: first those whose names begin with the typed text, then those that contain it.
func (v *view) suggestCommands(text string, commands []object.TypedCommand) completion {
	typed := strings.TrimPrefix(text, "/")
	c := completion{Hint: "Commands", Items: []suggestion{}}
	var later []suggestion
	for _, command := range commands {
		item := suggestion{Label: "/" + command.Shown, Description: command.Description, Line: "/" + command.Shown + " "}
		if o, ok := find(command.Options, func(o object.TypedOption) bool { return o.Required }); ok {
			item.Line += o.Name + ":"
		}
		switch {
		case hasPrefixFold(command.Shown, typed), hasPrefixFold(command.Name, typed):
			c.Items = append(c.Items, item)
		case containsFold(command.Shown, typed), containsFold(command.Name, typed):
			later = append(later, item)
		}
	}
	c.Items = append(c.Items, later...)
	switch {
	case len(commands) == 0:
		c.Hint, c.Selected = v.whyNoCommands(), -1
	case len(c.Items) == 0:
		c.Hint, c.Selected = "There is no such command.", -1
	}
	return c
}

func (v *view) whyNoCommands() string {
	for _, m := range v.world.people() {
		for _, c := range v.world.channels(m) {
			if len(v.world.Client(m, c).Commands()) > 0 {
				return "No app has commands for you here."
			}
		}
	}
	return "The bot is still joining; try again in a moment."
}

// suggestOptions suggests options that the line does not have yet. `partial` is the beginning of an option's name, at
// the end of `text`.
func suggestOptions(l object.Line, text, partial string) completion {
	c := completion{Hint: "/" + l.Command.Shown + ": " + l.Command.Description, Items: []suggestion{}, Selected: -1}
	for _, o := range l.Command.Options {
		_, used := find(l.Arguments, func(a object.Argument) bool { return a.Option.Name == o.Name })
		if used || !hasPrefixFold(o.Name, partial) && !hasPrefixFold(o.Registered.Name, partial) {
			continue
		}
		line := strings.TrimSuffix(text, partial) + o.Name + ":"
		c.Items = append(c.Items, suggestion{Label: o.Name, Description: o.Description, Line: line, Required: o.Required})
		if partial != "" || o.Required {
			c.Selected = 0
		}
	}
	return c
}

// finished reports whether the value of an argument is complete. `partial` is the text that follows it: the beginning
// of the next option's name.
func finished(a object.Argument, fixed []suggestion) (partial string, ok bool) {
	text := strings.TrimLeft(a.Text, " ")
	known := make([]string, 0, len(fixed)+len(a.Option.Choices))
	for _, s := range fixed {
		known = append(known, s.Line)
	}
	for _, c := range a.Option.Registered.Choices {
		known = append(known, c.Name)
	}
	for _, value := range known {
		if hasPrefixFold(text, value+" ") {
			return strings.TrimLeft(text[len(value):], " "), true
		}
	}
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || len(fixed) > 0 && a.Option.Type != object.OptionInteger {
		return "", false
	}
	return text[at+1:], true
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

func (v *view) fixedValues(o object.TypedOption) []suggestion {
	var values []suggestion
	add := func(value string) { values = append(values, suggestion{Label: value, Line: value}) }
	switch {
	case len(o.Choices) > 0:
		for _, c := range o.Choices {
			add(c.Name)
		}
	case o.Type == object.OptionBoolean:
		add("True")
		add("False")
	case o.Type == object.OptionInteger && o.MinValue != nil && o.MaxValue != nil && *o.MaxValue-*o.MinValue < maxSuggestions:
		for n := *o.MinValue; n <= *o.MaxValue; n++ {
			add(fmt.Sprint(n))
		}
	default:
		for _, n := range v.nameables(o.Type, o.ChannelTypes) {
			values = append(values, suggestion{Label: n.shown, Line: n.shown, Person: n.person})
		}
	}
	return values
}

// fittingValues returns suggestions for the value of the last argument. Without fixed values it asks the bot.
func (v *view) fittingValues(ctx context.Context, line string, last object.Argument, fixed []suggestion) ([]suggestion, error) {
	var fitting []suggestion
	if !last.Option.Autocomplete {
		typed := strings.TrimSpace(last.Text)
		var later []suggestion // those that do not begin with the typed text
		for _, s := range fixed {
			switch {
			case hasPrefixFold(s.Label, typed):
				fitting = append(fitting, s)
			case containsFold(s.Label, typed):
				later = append(later, s)
			}
		}
		fitting = append(fitting, later...)
		return fitting[:min(len(fitting), maxSuggestions)], nil
	}
	choices, err := v.client.CompleteLine(ctx, line)
	for _, c := range choices {
		translated, _ := object.Localized(c.NameLocalizations, v.locale)
		fitting = append(fitting, suggestion{Label: cmp.Or(translated, c.Name), Line: fmt.Sprint(c.Value)})
	}
	return fitting, err
}

// menu answers with the items of a member's context menu, below "Apps". The page requests them each time that it opens,
// because bots join and leave.
func (s *Server) menu(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err != nil {
		s.refuse(w, err)
		return
	}
	var commands []choiceView
	for _, c := range v.client.Commands() {
		if c.Type == object.CommandUser {
			commands = append(commands, choiceView{Value: c.Name, Name: c.Localized(v.locale).Name})
		}
	}
	s.render(w, "menu-items", commands)
}
