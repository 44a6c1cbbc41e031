package discordtest

import "time"

// guildCreated is the data of GUILD_CREATE: the guild with what a session
// without privileged intents learns of it, its own member only.
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
	Presences   []any           `json:"presences"`
	Stages      []any           `json:"stage_instances"`
	Scheduled   []any           `json:"guild_scheduled_events"`
	Sounds      []any           `json:"soundboard_sounds"`
}

// guildCreate returns the data of the guild's GUILD_CREATE for an application,
// or false when it is not in the guild any more.
func (w *world) guildCreate(id Snowflake, a *Application) (guildCreated, bool) {
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
		Members: []memberObject{self}, Channels: []channelObject{},
		Threads: []channelObject{}, VoiceStates: []any{}, Presences: []any{},
		Stages: []any{}, Scheduled: []any{}, Sounds: []any{},
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
func (w *world) guildsCreated(guilds []guildStub, a *Application) []guildCreated {
	var all []guildCreated
	for _, stub := range guilds {
		if created, ok := w.guildCreate(stub.ID, a); ok {
			all = append(all, created)
		}
	}
	return all
}

// joined tells a connected application that it is in the guild now.
func (g *Guild) joined(a *Application) {
	if created, ok := g.world.guildCreate(g.ID, a); ok {
		g.world.events.dispatch(a, g.ID, "GUILD_CREATE", created)
	}
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
	for _, a := range w.applications {
		if a.User == u {
			return a
		}
	}
	return nil
}
