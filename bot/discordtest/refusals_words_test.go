package discordtest_test

import (
	"fmt"
	"strings"
)

// This file holds the words from which the tables of refusals are made.

// x returns n characters, of more than one byte each.
func x(n int) string { return strings.Repeat("é", n) }

// times returns a JSON list of n elements made by a format in which # stands
// for the index.
func times(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// in returns a message with components, v2 one with Components V2.
func in(components string) string { return `{"components":[` + components + `]}` }
func v2(components string) string { return `{"flags":32768,"components":[` + components + `]}` }

func row(components string) string { return `{"type":1,"components":[` + components + `]}` }

// button returns a button of style 1 with further fields.
func button(fields string) string { return `{"type":2,"style":1,` + fields + `}` }

const (
	aButton   = `{"type":2,"style":1,"custom_id":"/b#","label":"x"}`
	aText     = `{"type":10,"content":"x"}`
	anOption  = `{"label":"o#","value":"o#"}`
	aPicture  = `{"media":{"url":"https://example.com/a.png"}}`
	someEmbed = `{"title":"x"}`
)

func menu(fields string) string { return row(`{"type":3,"custom_id":"/m",` + fields + `}`) }

func embed(fields string) string { return `{"embeds":[{` + fields + `}]}` }

func section(components, accessory string) string {
	return v2(`{"type":9,"components":` + components + `,"accessory":` + accessory + `}`)
}

// modal returns callback type 9 with components.
func modal(components string) string {
	return `{"type":9,"data":{"custom_id":"/form","title":"Form","components":[` + components + `]}}`
}

const aLabel = `{"type":18,"label":"Name#","component":{"type":4,"custom_id":"/name#","style":1,"min_length":2,"max_length":4,"value":"anna"}}`

// input returns a modal with one text input, and further fields of it.
func input(fields string) string {
	return modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":1` + fields + `}}`)
}
