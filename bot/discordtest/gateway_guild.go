package discordtest

import (
	"slices"
	"time"
)

const (
	// minThreshold is the smallest large_threshold of an IDENTIFY, and what holds
	// without one; maxThreshold is the largest.
	minThreshold = 50
	maxThreshold = 250
	// maxMembersTold is up to how many members GUILD_CREATE tells of them all.
	maxMembersTold = 75_000
)

// A guildView is what decides how much of a guild a session is told: its intents,
// and from how many members on a guild is large.
type guildView struct {
	intents   Intents
	threshold int
}

// guildCreated is the data of GUILD_CREATE: the guild with its own member only,
// or, with the privileged intent of presences, with all.
type guildCreated struct {
	guildObject
	JoinedAt    time.Time       `json:"joined_at"`
	Large       bool            `json:"large"`
	Unavailable bool            `json:"unavailable"`
	MemberCount int             `json:"member_count"`
	Members     []memberObject  `json:"members"`
	Channels    []channelObject `json:"channels"`
	Threads     []channelObject `json:"threads"`
	VoiceStates []any           `json:"voice_states"`
	Presences   []presence      `json:"presences"`
	Stages      []any           `json:"stage_instances"`
	Scheduled   []any           `json:"guild_scheduled_events"`
	Sounds      []any           `json:"soundboard_sounds"`
}

// guildCreate returns the data of the guild's GUILD_CREATE for a session of an
// application, or false when it is not in the guild any more.
func (w *world) guildCreate(id Snowflake, a *Application, v guildView) (guildCreated, bool) {
	w.Lock()
	defer w.Unlock()
	g := w.guilds[id]
	if g == nil || !g.has(a) {
		return guildCreated{}, false
	}
	own := g.member(a.User)
	user := a.User.object()
	self := own.resolved(nil)
	self.User = &user
	created := guildCreated{
		guildObject: g.object(), JoinedAt: own.joined, MemberCount: len(g.members),
		Large:   len(g.members) > v.threshold,
		Members: []memberObject{self}, Channels: []channelObject{},
		Threads: []channelObject{}, VoiceStates: []any{}, Presences: []presence{},
		Stages: []any{}, Scheduled: []any{}, Sounds: []any{},
	}
	if v.intents&IntentGuildPresences != 0 && len(g.members) <= maxMembersTold {
		created.Members = g.memberObjects(len(g.members), func(*member) bool { return true })
		created.Presences = presencesOf(created.Members)
	}
	for _, c := range g.channels {
		created.Channels = append(created.Channels, c.object(a.User)) // also those it does not see, as Discord does
		for _, t := range c.threads {
			if !t.archived() && t.reads(a.User) {
				created.Threads = append(created.Threads, t.object(a.User))
			}
		}
	}
	return created, true
}

// guildsCreated returns the data of GUILD_CREATE for each guild of READY.
func (w *world) guildsCreated(guilds []guildStub, a *Application, v guildView) []guildCreated {
	var all []guildCreated
	for _, stub := range guilds {
		if created, ok := w.guildCreate(stub.ID, a, v); ok {
			all = append(all, created)
		}
	}
	return all
}

// joined tells a connected application that it is in the guild now.
func (g *Guild) joined(a *Application) {
	const event = "GUILD_CREATE"
	for _, v := range views(g.world.events.listeners(a)) {
		if created, ok := g.world.guildCreate(g.ID, a, v); ok {
			g.world.events.dispatchTo(a, g.ID, event, created, func(l listener) bool {
				return l.view() == v && l.hears(event, true)
			})
		}
	}
}

// view returns what decides how much of a guild the session is told.
func (l listener) view() guildView {
	return guildView{intents: l.intents & IntentGuildPresences, threshold: l.threshold}
}

// views returns the different views of listeners.
func views(all []listener) []guildView {
	var out []guildView
	for _, l := range all {
		if v := l.view(); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// left tells the application of a bot's user that it is in the guild no more.
func (g *Guild) left(u *User) {
	if a := g.world.applicationOf(u); a != nil {
		g.world.events.dispatch(a, g.ID, "GUILD_DELETE", map[string]Snowflake{"id": g.ID})
	}
}

// applicationOf returns the application whose bot the user is, or nil.
func (w *world) applicationOf(u *User) *Application {
	w.Lock()
	defer w.Unlock()
	return w.botOf(u)
}

// botOf is applicationOf for callers that hold s.mu.
func (w *world) botOf(u *User) *Application {
	for _, a := range w.applications {
		if a.User == u {
			return a
		}
	}
	return nil
}
