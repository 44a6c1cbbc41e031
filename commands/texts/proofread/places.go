// Package proofread says what is wrong with the texts of a language: what it lacks, what
// other languages have and it has not, what is too long for its place on Discord, and
// what English is left over. Its rules are the tests of our own languages and the
// command catalogue, by which whoever translates finds the faults before we do.
package proofread

import (
	"strings"

	"noughts/commands/texts"
)

// A Place is where Discord shows a text.
type Place struct {
	Name string // what Discord calls it
	Most int    // how many characters Discord takes there
}

// The places with a limit that a text of ours comes near. Source: Discord's documentation
// of application commands, components, modals and threads.
var (
	commandName    = Place{"command or option name", 32}
	description    = Place{"description of a command or option", 100}
	choice         = Place{"choice", 100}
	button         = Place{"button", 80}
	selectOption   = Place{"option of a menu", 100}
	placeholder    = Place{"placeholder of a menu", 150}
	modalTitle     = Place{"title of a modal", 45}
	modalLabel     = Place{"label in a modal", 45}
	inputHint      = Place{"placeholder in a modal", 100}
	threadName     = Place{"name of a thread", 100}
	altText        = Place{"description of a picture", 1024}
	messageContent = Place{"message", 2000}
)

// places are the places of texts by how their keys begin; the longest beginning counts.
var places = map[string]Place{
	"":                         messageContent,
	"command.":                 commandName,
	"option.":                  commandName,
	"choice.":                  choice,
	"style.":                   choice,
	"clock.":                   choice,
	"series.best_of":           choice,
	"button.":                  button,
	"guess.x":                  button,
	"guess.o":                  button,
	"guess.draw":               button,
	"replay.as_":               button,
	"replay.share":             button,
	"replay.back":              button,
	"replay.next":              button,
	"replay.last":              button,
	"tournament.join":          button,
	"tournament.leave":         button,
	"tournament.start":         button,
	"tournament.pause":         button,
	"tournament.resume":        button,
	"tournament.end":           button,
	"tournament.call_off":      button,
	"tournament.withdraw":      button,
	"tournament.table":         button,
	"tournament.end_yes":       button,
	"tournament.withdraw_yes":  button,
	"tournament.paused":        messageContent,
	"tournament.ended":         messageContent,
	"tournament.end_sure":      messageContent,
	"tournament.withdraw_sure": messageContent,
	"tournament.withdrawn":     messageContent,
	"tournament.thread":        threadName,
	"pad.":                     placeholder,
	"pick.placeholder":         placeholder,
	"pick.":                    selectOption,
	"pick.game":                messageContent,
	"paste.title":              modalTitle,
	"paste.label":              modalLabel,
	"paste.example":            inputHint,
	"paste.again":              messageContent,
	"profile.achievements":     button,
	"profile.history":          button,
	"profile.leaders":          button,
	"profile.chart":            altText,
	"review.chart":             altText,
	"replay.animation":         altText,
	"learn.button_":            button,
	"level.":                   choice,
	"language.name":            selectOption,
}

// PlaceOf returns where Discord shows a text.
func PlaceOf(key texts.Key) Place {
	name := string(key)
	if (strings.HasPrefix(name, "command.") || strings.HasPrefix(name, "option.")) && strings.Contains(name, ".about") {
		return description
	}
	for end := len(name); ; end-- {
		if place, ok := places[name[:end]]; ok {
			return place
		}
	}
}
