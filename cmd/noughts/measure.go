package main

import (
	"noughts/bot"
	"noughts/bot/metrics"
)

// measure has the bot counted, and the database timed.
func measure(deps *bot.Deps) {
	m := metrics.New()
	deps.Meter, deps.Store = m, m.Store(deps.Store)
}
