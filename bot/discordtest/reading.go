package discordtest

import (
	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/rest"
	"noughts/bot/discordtest/object"
)

// Text returns all text that a message shows, a line each: its content, its
// embeds, its text displays. Not the labels of buttons and menus: see Buttons and
// Menus.
func Text(m Message) string { return object.Text(m) }

// Buttons returns a message's buttons in the order in which they are shown,
// disabled ones included.
func Buttons(m Message) []Component { return object.Buttons(m) }

// Menus returns a message's menus in the order in which they are shown, disabled
// ones included.
func Menus(m Message) []Component { return object.Menus(m) }

// Faults returns what a bot should survive: one fault of each kind, and of some
// several.
func Faults() []Fault { return fault.All() }

// FatalFaults returns what must end a bot.
func FatalFaults() []Fault { return fault.Fatal() }

// DrawFaults returns n of the given faults in an order that only the seed
// decides: each as often as every other, give or take one.
func DrawFaults(seed uint64, n int, from ...Fault) []Fault { return fault.Draw(seed, n, from...) }

// NotServed returns what Discord's API has and this package does not, such as
// "GET /guilds/{guild_id}/bans", sorted by paths: requests for it are answered
// with 501 and a sentence that says so.
func NotServed() []string { return rest.NotServed() }
