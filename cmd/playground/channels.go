package main

import (
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// A private channel is a direct message or a group message: it belongs to no guild.
type private struct {
	channel *discordtest.Channel
	among   []web.Member
	withBot bool
}

// maxGroup is the largest number of people in a group message on Discord.
const maxGroup = 10

// addPrivate opens a direct message for each pair of people, and one between each person and the bot. It also opens a
// group message with the first ten people.
func (w *world) addPrivate() {
	var all []*discordtest.User
	for _, m := range w.members {
		all = append(all, m.User)
		w.private = append(w.private, private{
			channel: w.discord.DirectMessage(m.User, w.app.User), among: []web.Member{m}, withBot: true,
		})
	}
	for i, a := range w.members {
		for _, b := range w.members[i+1:] {
			w.private = append(w.private, private{channel: w.discord.DirectMessage(a.User, b.User), among: []web.Member{a, b}})
		}
	}
	group := min(len(all), maxGroup)
	w.private = append(w.private, private{channel: w.discord.GroupMessage(all[:group]...), among: w.members[:group]})
}

// Channels returns the channels that a member sees.
func (w *world) Channels(m web.Member) []web.Channel {
	var channels []web.Channel
	for _, g := range w.guilds {
		for _, c := range g.Channels() {
			channels = append(channels, w.guildChannel(c, web.Text))
			for _, thread := range c.Threads() {
				if !slices.Contains(thread.Members(), m.User) {
					continue
				}
				channels = append(channels, w.guildChannel(thread, web.Thread))
			}
		}
	}
	for _, p := range w.private {
		if slices.Contains(p.among, m) {
			channels = append(channels, p.seenBy(m))
		}
	}
	return channels
}

func (w *world) guildChannel(from *discordtest.Channel, kind web.Kind) web.Channel {
	c := web.Channel{
		ID: from.ID, Slug: from.Name(), Name: from.Name(), Topic: w.topics[from.ID], Kind: kind, Guild: from.Guild.ID, Members: ids(from.Members()), Real: from,
	}
	if parent := from.Parent(); parent != nil {
		c.Slug, c.Parent, c.Archived = from.ID, parent.ID, from.Archived()
		c.Topic = "A thread in #" + parent.Name()
	}
	return c
}

// seenBy returns the channel as the member m sees it. The channel's name is made of the names of the other people. In a
// direct message with the bot it is the bot's name.
func (p private) seenBy(m web.Member) web.Channel {
	c := web.Channel{ID: p.channel.ID, Kind: web.Direct, Members: ids(p.channel.Members()), Real: p.channel}
	var others []string
	for _, other := range p.among {
		if other != m {
			others = append(others, other.User.Name())
		}
	}
	switch {
	case p.withBot:
		c.Slug, c.Name, c.Topic = "@noughts", botName, "Only you and the bot read this"
	case len(others) == 1:
		c.Slug, c.Name, c.Topic = "@"+strings.ToLower(others[0]), others[0], "Apps work here if you installed them for yourself"
	default:
		c.Kind, c.Slug, c.Name = web.Group, "@group", strings.Join(others, ", ")
		c.Topic = "Apps work here for members who installed them for themselves"
	}
	return c
}

func ids(users []*discordtest.User) []discordtest.Snowflake {
	all := make([]discordtest.Snowflake, len(users))
	for i, u := range users {
		all[i] = u.ID
	}
	return all
}

// Client returns a member's client in a channel.
func (w *world) Client(m web.Member, c web.Channel) web.Client { return m.User.In(c.Real) }

const errThreadName web.Refusal = "A thread's name must have 1 to 100 characters."

// NewThread opens a thread on behalf of a member.
func (w *world) NewThread(m web.Member, c web.Channel, name string) (web.Channel, error) {
	name = strings.TrimSpace(name)
	if n := len([]rune(name)); n < 1 || n > 100 {
		return web.Channel{}, errThreadName
	}
	if c.Kind != web.Text {
		return web.Channel{}, web.Refusal("You can only create threads in text channels.")
	}
	thread := c.Real.NewThread(name, m.User)
	w.tellChanged()
	return w.guildChannel(thread, web.Thread), nil
}

// Archive archives a thread, or unarchives it.
func (w *world) Archive(_ web.Member, c web.Channel, archived bool) error {
	if c.Kind != web.Thread {
		return web.Refusal("Only threads can be archived.")
	}
	c.Real.SetArchived(archived)
	w.tellChanged()
	return nil
}

// Changed returns a Go channel that is closed when the list of channels changes, so that Channels must be called again.
func (w *world) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

// tellChanged wakes everybody who waits for the Go channel of Changed.
func (w *world) tellChanged() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.changed)
	w.changed = make(chan struct{})
}

// noticeThreads is called after each request of the bot. It calls tellChanged if the request has opened or changed a
// thread.
func (w *world) noticeThreads(e discordtest.Exchange) {
	changes := strings.HasSuffix(e.Route, "/threads") || e.Method == http.MethodPatch && e.Route == "/channels/{channel}"
	if changes && e.Status < 300 {
		w.tellChanged()
	}
}
