package world

import (
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// A GuildStub is the placeholder of a guild in READY. The guild's GUILD_CREATE comes after READY.
type GuildStub struct {
	ID          object.Snowflake `json:"id"`
	Unavailable bool             `json:"unavailable"`
}

// GuildStubs returns the guilds of the application's bot in the form of READY. It takes the world's lock.
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

// GuildCreated is the data of GUILD_CREATE. It has all members if the session has the privileged
// intent for presences and the guild has at most 75,000 members. Otherwise it has only the bot.
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

// A GuildView has the settings of a session that decide the data of GUILD_CREATE: its intents, and
// the number of members above which a guild counts as large.
type GuildView struct {
	Intents   object.Intents
	Threshold int
}

// maxMembersTold is the maximum size of a guild for which GUILD_CREATE lists all members.
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

// guildCreate returns the data of a guild's GUILD_CREATE for a session of an application. It
// returns false if the bot is no longer in the guild. It takes the world's lock.
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
		created.Channels = append(created.Channels, c.Object(a.User)) // including channels that the bot cannot see, as Discord does
		for _, t := range c.Threads {
			if !t.Archived() && t.Reads(a.User) {
				created.Threads = append(created.Threads, t.Object(a.User))
			}
		}
	}
	return created, true
}

// tellInstalled sends GUILD_CREATE to the application's sessions after its bot was added to the guild. It takes the
// world's lock.
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

// view returns the settings for GUILD_CREATE that the session has.
func (l Listener) view() GuildView {
	return GuildView{Intents: l.Intents & object.IntentGuildPresences, Threshold: l.Threshold}
}

// views returns the different GuildViews that the Listeners have.
func views(all []Listener) []GuildView {
	var out []GuildView
	for _, l := range all {
		if v := l.view(); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
