package world

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// A GuildStub is a guild in READY, before its GUILD_CREATE.
type GuildStub struct {
	ID          object.Snowflake `json:"id"`
	Unavailable bool             `json:"unavailable"`
}

// GuildStubs returns the guilds that the application's bot is in, as in READY. It
// takes the world's lock.
func (w *World) GuildStubs(a *Application) []GuildStub {
	w.Lock()
	defer w.Unlock()
	stubs := []GuildStub{}
	for id, g := range w.Guilds {
		if g.Has(a) {
			stubs = append(stubs, GuildStub{ID: id, Unavailable: true})
		}
	}
	slices.SortFunc(stubs, func(a, b GuildStub) int { return strings.Compare(a.ID, b.ID) })
	return stubs
}

// GuildCreated is the data of GUILD_CREATE: the guild with the bot's own member or, with the privileged intent
// of presences, with all.
type GuildCreated struct {
	GuildObject
	JoinedAt    object.Time     `json:"joined_at"`
	Large       bool            `json:"large"`
	Unavailable bool            `json:"unavailable"`
	MemberCount int             `json:"member_count"`
	Members     []MemberObject  `json:"members"`
	Channels    []ChannelObject `json:"channels"`
	Threads     []ChannelObject `json:"threads"`
	VoiceStates []any           `json:"voice_states"`
	Presences   []Presence      `json:"presences"`
	Stages      []any           `json:"stage_instances"`
	Scheduled   []any           `json:"guild_scheduled_events"`
	Sounds      []any           `json:"soundboard_sounds"`
}

// A GuildView decides how much of a guild a session is told: its intents, and the number of members from which
// a guild is large.
type GuildView struct {
	Intents   object.Intents
	Threshold int
}

// maxMembersTold is the size up to which GUILD_CREATE lists all members of a guild.
const maxMembersTold = 75_000

// GuildsCreated returns the data of GUILD_CREATE for each guild in READY. It takes the world's lock.
func (w *World) GuildsCreated(guilds []GuildStub, a *Application, v GuildView) []GuildCreated {
	var all []GuildCreated
	for _, stub := range guilds {
		if created, ok := w.guildCreate(stub.ID, a, v); ok {
			all = append(all, created)
		}
	}
	return all
}

// guildCreate returns the data of the guild's GUILD_CREATE for a session of an application. It returns false if
// the application is not in the guild any more. It takes the world's lock.
func (w *World) guildCreate(id object.Snowflake, a *Application, v GuildView) (GuildCreated, bool) {
	w.Lock()
	defer w.Unlock()
	g := w.Guilds[id]
	if g == nil || !g.Has(a) {
		return GuildCreated{}, false
	}
	own := g.Member(a.User)
	user := a.User.Object()
	self := own.Resolved(nil)
	self.User = &user
	created := GuildCreated{
		GuildObject: g.Object(), JoinedAt: object.At(own.Joined), MemberCount: len(g.Members),
		Large:   len(g.Members) > v.Threshold,
		Members: []MemberObject{self}, Channels: []ChannelObject{},
		Threads: []ChannelObject{}, VoiceStates: []any{}, Presences: []Presence{},
		Stages: []any{}, Scheduled: []any{}, Sounds: []any{},
	}
	if v.Intents&object.IntentGuildPresences != 0 && len(g.Members) <= maxMembersTold {
		created.Members = g.MemberObjects(len(g.Members), func(*Member) bool { return true })
		created.Presences = PresencesOf(created.Members)
	}
	for _, c := range g.Channels {
		created.Channels = append(created.Channels, c.Object(a.User)) // also those it does not see, as Discord does
		for _, t := range c.Threads {
			if !t.Archived() && t.Reads(a.User) {
				created.Threads = append(created.Threads, t.Object(a.User))
			}
		}
	}
	return created, true
}

// tellInstalled sends GUILD_CREATE to a connected application. It takes the world's lock.
func (g *Guild) tellInstalled(a *Application) {
	const event = "GUILD_CREATE"
	for _, v := range views(g.World.Events.Listeners(a)) {
		if created, ok := g.World.guildCreate(g.ID, a, v); ok {
			g.World.Events.DispatchTo(a, g.ID, event, created, func(l Listener) bool {
				return l.view() == v && l.Hears(event, true)
			})
		}
	}
}

// view returns the view of a guild for the session.
func (l Listener) view() GuildView {
	return GuildView{Intents: l.Intents & object.IntentGuildPresences, Threshold: l.Threshold}
}

// views returns the different views of listeners.
func views(all []Listener) []GuildView {
	var out []GuildView
	for _, l := range all {
		if v := l.view(); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
