package validate_test

import (
	"noughts/bot/discordtest/internal/testbot"
)

// This file has helpers that build the bodies in the tables of refusals.

func menu(fields string) string { return testbot.Row(`{"type":3,"custom_id":"/m",` + fields + `}`) }

func section(components, accessory string) string {
	return testbot.V2(`{"type":9,"components":` + components + `,"accessory":` + accessory + `}`)
}

// input returns a modal with one text input and further fields.
func input(fields string) string {
	return testbot.Modal(`{"type":18,"label":"l","component":{"type":4,"custom_id":"c","style":1` + fields + `}}`)
}
