package metrics

import (
	"slices"
	"time"

	"noughts/bot"
	"noughts/bot/limits"
	"noughts/game"
	"noughts/game/ai"
)

// A closed set is one of names that a label may have. What is not in it counts
// as other, so that no mistake elsewhere makes a series for each of something.
type closed map[string]bool

const (
	other = "other"
	none  = "none"
)

func (c closed) name(name string) string {
	if c[name] {
		return name
	}
	return other
}

// begin sets counts to zero that are alerted on: a rate does not see the first of
// what was not there before.
func (m *Metrics) begin() {
	for _, l := range limits.All {
		m.limited.WithLabelValues(string(l))
	}
	for _, route := range bot.CallRoutes {
		for _, status := range bot.CallStatuses {
			m.calls.WithLabelValues(route, status)
		}
	}
	for _, operation := range operations {
		m.storeErrors.WithLabelValues(operation)
	}
	for _, outcome := range bot.Outcomes {
		m.interactions.WithLabelValues(none, string(outcome))
	}
}

// Routes names the routes that Interacted will tell of. It is called before it.
func (m *Metrics) Routes(routes []string) {
	if m == nil {
		return
	}
	known := closed{}
	for _, route := range routes {
		known[route] = true
		for _, outcome := range bot.Outcomes {
			if outcome.ByHandler() {
				m.interactions.WithLabelValues(route, string(outcome))
			}
		}
	}
	m.routes.Store(&known)
}

// command returns the label of a route.
func (m *Metrics) command(route string) string {
	known := m.routes.Load()
	switch {
	case route == "":
		return none
	case known == nil:
		return other
	}
	return known.name(route)
}

// Interacted counts an interaction, and the time to its answer if it got one.
func (m *Metrics) Interacted(route string, o bot.Outcome, took time.Duration) {
	if m == nil {
		return
	}
	m.interactions.WithLabelValues(m.command(route), string(o)).Inc()
	if o.Answered() {
		m.answers.Observe(took.Seconds())
	}
}

// Limited counts an interaction or a new match that met a limit.
func (m *Metrics) Limited(l limits.Limit) {
	if m != nil {
		m.limited.WithLabelValues(string(l)).Inc()
	}
}

// Searched counts a search.
func (m *Metrics) Searched(v game.Variant, level string, took time.Duration) {
	if m == nil {
		return
	}
	if !slices.Contains(ai.Levels(v), level) {
		level = other
	}
	m.searches.WithLabelValues(v.String(), level).Observe(took.Seconds())
}

// Called counts a call of Discord's REST API.
func (m *Metrics) Called(route, status string, took time.Duration) {
	if m == nil {
		return
	}
	m.calls.WithLabelValues(route, status).Inc()
	m.callSeconds.WithLabelValues(route).Observe(took.Seconds())
}

// Identified counts a gateway session that was asked for.
func (m *Metrics) Identified() {
	if m != nil {
		m.identifies.Inc()
	}
}

// Resumed counts a gateway session that was taken up again.
func (m *Metrics) Resumed() {
	if m != nil {
		m.resumes.Inc()
	}
}
