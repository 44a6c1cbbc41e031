package main

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// A private channel is a direct or group message.
type private struct {
	channel *discordtest.Channel
	among   []web.Member
	withBot bool
}

// addPrivate opens direct messages between all people and with the bot, and a
// group message of all people.
func (t *town) addPrivate() {
	var all []*discordtest.User
	for _, m := range t.members {
		all = append(all, m.User)
		t.private = append(t.private, private{
			channel: t.discord.DirectMessage(m.User, t.app.User), among: []web.Member{m}, withBot: true,
		})
	}
	for i, a := range t.members {
		for _, b := range t.members[i+1:] {
			t.private = append(t.private, private{channel: t.discord.DirectMessage(a.User, b.User), among: []web.Member{a, b}})
		}
	}
	t.private = append(t.private, private{channel: t.discord.GroupMessage(all...), among: t.members})
}

// Channels returns what a member sees.
func (t *town) Channels(m web.Member) []web.Channel {
	var channels []web.Channel
	for _, g := range t.guilds {
		for _, c := range g.Channels() {
			channels = append(channels, t.guildChannel(c, web.Text))
			for _, thread := range c.Threads() {
				channels = append(channels, t.guildChannel(thread, web.Thread))
			}
		}
	}
	for _, p := range t.private {
		if slices.Contains(p.among, m) {
			channels = append(channels, p.seenBy(m))
		}
	}
	return channels
}

func (t *town) guildChannel(c *discordtest.Channel, kind web.Kind) web.Channel {
	w := web.Channel{
		ID: c.ID, Slug: c.Name, Name: c.Name, Topic: t.topics[c.ID], Kind: kind, Guild: c.Guild.ID, Members: ids(c.Members()), Real: c,
	}
	if parent := c.Parent(); parent != nil {
		w.Slug, w.Parent, w.Archived = c.ID, parent.ID, c.Archived()
		w.Topic = "A thread in #" + parent.Name
	}
	return w
}

// seenBy names the channel after those on its other side.
func (p private) seenBy(m web.Member) web.Channel {
	w := web.Channel{ID: p.channel.ID, Kind: web.Direct, Members: ids(p.channel.Members()), Real: p.channel}
	var others []string
	for _, other := range p.among {
		if other != m {
			others = append(others, other.User.Name)
		}
	}
	switch {
	case p.withBot:
		w.Slug, w.Name, w.Topic = "@noughts", botName, "Nobody else reads this"
	case len(others) == 1:
		w.Slug, w.Name, w.Topic = "@"+strings.ToLower(others[0]), others[0], "An app works here when you have installed it for yourself"
	default:
		w.Kind, w.Slug, w.Name = web.Group, "@group", strings.Join(others, ", ")
		w.Topic = "An app works here for those who have installed it for themselves"
	}
	return w
}

func ids(users []*discordtest.User) []discordtest.Snowflake {
	all := make([]discordtest.Snowflake, len(users))
	for i, u := range users {
		all[i] = u.ID
	}
	return all
}

// Client returns a member's client in a channel.
func (t *town) Client(m web.Member, c web.Channel) web.Client { return m.User.In(c.Real) }

var errThreadName = errors.New("a thread's name has 1 to 100 characters")

// NewThread opens a thread as a member does.
func (t *town) NewThread(m web.Member, c web.Channel, name string) (web.Channel, error) {
	name = strings.TrimSpace(name)
	if n := len([]rune(name)); n < 1 || n > 100 {
		return web.Channel{}, errThreadName
	}
	if c.Kind != web.Text {
		return web.Channel{}, errors.New("threads are opened in text channels")
	}
	thread := c.Real.NewThread(name, m.User)
	t.announce()
	return t.guildChannel(thread, web.Thread), nil
}

// Archive archives a thread, or opens it again.
func (t *town) Archive(_ web.Member, c web.Channel, archived bool) error {
	if c.Kind != web.Thread {
		return errors.New("only threads are archived")
	}
	c.Real.SetArchived(archived)
	t.announce()
	return nil
}

// Changed returns a channel that is closed when Channels has changed.
func (t *town) Changed() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.changed
}

// announce says that Channels has changed.
func (t *town) announce() {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.changed)
	t.changed = make(chan struct{})
}

// heed notices that a bot has opened or changed a thread.
func (t *town) heed(e discordtest.Exchange) {
	changes := strings.HasSuffix(e.Route, "/threads") || e.Method == http.MethodPatch && e.Route == "/channels/{channel}"
	if changes && e.Status < 300 {
		t.announce()
	}
}
