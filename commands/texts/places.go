package texts

import (
	"strings"
)

// A Slot is a kind of place where Discord shows a text.
type Slot struct {
	Name string // Discord's name of the place
	Most int    // Discord's limit in characters
}

// The places where Discord shows our texts. The limits are from Discord's documentation of application commands,
// components, modals and threads.
var (
	commandName    = Slot{"name of a command or option", 32}
	menuName       = Slot{"name of a command in a menu", 32}
	description    = Slot{"description of a command or option", 100}
	choice         = Slot{"choice", 100}
	button         = Slot{"button", 80}
	selectOption   = Slot{"option of a menu", 100}
	placeholder    = Slot{"placeholder of a menu", 150}
	modalTitle     = Slot{"title of a modal", 45}
	modalLabel     = Slot{"label in a modal", 45}
	inputHint      = Slot{"placeholder in a modal", 100}
	threadName     = Slot{"name of a thread", 100}
	altText        = Slot{"description of a picture", 1024}
	messageContent = Slot{"message", 2000}
)

// keysOf maps a place to the key prefixes of the texts shown there, separated by spaces. If several
// prefixes match a key, the longest wins. A prefix that ends with "$" matches only the whole key. A
// key that matches no prefix belongs to the content of a message.
var keysOf = map[Slot]string{
	commandName: "command. option.",
	choice:      "choice. style. clock. level. series.best_of",
	button: "button. guess.x$ guess.o$ guess.draw$ replay.as_ replay.first replay.back replay.next replay.last " +
		"tournament.to_game$ tournament.organize$ tournament.join tournament.leave tournament.start$ tournament.pause$ tournament.resume tournament.end$ tournament.call_off " +
		"tournament.withdraw$ tournament.table tournament.end_yes tournament.withdraw_yes profile.achievements profile.history " +
		"profile.leaders leaders.mine history.newer history.older learn.button_ puzzle.button_ daily.button_ help.friend " +
		"play_on.rival pad.back pings.on$ pings.off$ data.download data.delete$ data.yes data.back setting.on setting.off",
	selectOption: "pick.against pick.person pick.computer pick.challenge pick.watched pick.team pick.last pick.waits leaders.here_ leaders.all_ " +
		"setting.default settings.phone settings.numeric settings.pictures settings.words settings.usual_marks settings.everyone settings.here settings.elsewhere settings.nobody " +
		"settings.discords config.discords config.hour config.keep_ever language.name pool.",
	placeholder: "pad. pick.placeholder leaders.which_ friend.classic friend.ultimate history.replay history.review review.choose_game play_on.level " +
		"config.everywhere config.everybody config.nowhere settings.none_blocked",
	modalTitle: "paste.title",
	modalLabel: "paste.label",
	inputHint:  "paste.example",
	threadName: "thread.name tournament.thread",
	altText:    "profile.chart profile.chart_line review.chart replay.animation",
}

var places = func() map[string]Slot {
	m := make(map[string]Slot)
	for place, beginnings := range keysOf {
		for _, beginning := range strings.Fields(beginnings) {
			m[beginning] = place
		}
	}
	return m
}()

// PlaceOf returns the place where Discord shows the text of a key.
func PlaceOf(key Key) Slot {
	name := string(key)
	switch {
	case inMenu(key):
		return menuName
	case (strings.HasPrefix(name, "command.") || strings.HasPrefix(name, "option.")) && strings.Contains(name, ".about"):
		return description
	}
	if place, ok := places[name+"$"]; ok {
		return place
	}
	for end := len(name); end > 0; end-- {
		if place, ok := places[name[:end]]; ok {
			return place
		}
	}
	return messageContent
}

func inMenu(key Key) bool {
	return strings.HasPrefix(string(key), "command.") && strings.HasSuffix(string(key), "_member")
}
