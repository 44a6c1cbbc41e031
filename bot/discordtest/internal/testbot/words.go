package testbot

import (
	"fmt"
	"strings"
)

// GreetCommand is a command with options of several types, some with limits or choices.
const GreetCommand = `[{"name":"greet","description":"Say hello","options":[
	{"type":6,"name":"whom","description":"Whom","required":true},
	{"type":4,"name":"times","description":"How often","min_value":1,"max_value":9},
	{"type":3,"name":"tone","description":"How","choices":[{"name":"Loud voice","value":"loud"},{"name":"Soft","value":"soft"}]}]}]`

// AskCommands are the slash command /ask, /look with an autocompleted option, and the user command Poke.
const AskCommands = `[{"name":"ask","description":"x"},
	{"name":"look","description":"x","options":[{"type":3,"name":"what","description":"x","autocomplete":true}]},
	{"name":"Poke","type":2}]`

// Pad is a callback with a message that has a button.
const Pad = `{"type":4,"data":{"content":"pad","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}}`

// Command returns the JSON of a slash command. `fields` are its further fields, as JSON.
func Command(fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return `{"name":"go","description":"x"` + fields + `}`
}

// X returns n characters, each of more than one byte.
func X(n int) string { return strings.Repeat("é", n) }

// Times returns a JSON list of n elements in the given format. It replaces each # in the format by the element's index.
func Times(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// In returns the JSON of a message with components.
func In(components string) string { return `{"components":[` + components + `]}` }

// V2 returns the JSON of a message with Components V2.
func V2(components string) string { return `{"flags":32768,"components":[` + components + `]}` }

// Row returns the JSON of an action row.
func Row(components string) string { return `{"type":1,"components":[` + components + `]}` }

// Button returns the JSON of a button of style 1. `fields` are its further fields, as JSON.
func Button(fields string) string { return `{"type":2,"style":1,` + fields + `}` }

// JSON of components, parts of components, and an embed. Times replaces # by an index.
const (
	AButton   = `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`
	AText     = `{"type":10,"content":"x"}`
	AnOption  = `{"label":"o#","value":"o#"}`
	APicture  = `{"media":{"url":"https://example.com/a.png"}}`
	SomeEmbed = `{"title":"x"}`
)

// Modal returns a callback that opens a modal with components.
func Modal(components string) string {
	return `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[` + components + `]}}`
}

// ALabel is the JSON of a label with a text input, for a modal. Times replaces # by an index.
const ALabel = `{"type":18,"label":"Name#","component":{"type":4,"custom_id":"/name#","style":1,"min_length":2,"max_length":4,"value":"anna"}}`
