// Package web is the playground's page: one channel of a Discord as one of its members sees and uses it. The server
// renders the messages, and the browser replaces those that have changed.
package web

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"noughts/bot/discordtest"
)

// A Client does what one member does in one channel. *discordtest.Client implements it.
type Client interface {
	Commands() []discordtest.Command
	Type(ctx context.Context, line string) (*discordtest.Answer, error)
	UseOn(ctx context.Context, command string, target *discordtest.User) (*discordtest.Answer, error)
	CompleteLine(ctx context.Context, line string) ([]discordtest.Choice, error)
	Press(ctx context.Context, message discordtest.Snowflake, customID string) (*discordtest.Answer, error)
	Choose(ctx context.Context, message discordtest.Snowflake, customID string, values ...string) (*discordtest.Answer, error)
	Submit(ctx context.Context, modal *discordtest.Answer, values map[string]string) (*discordtest.Answer, error)
	Say(content string) (discordtest.Message, error)
	Delete(message discordtest.Snowflake) error
	Messages() []discordtest.Message
	Pings() int
	Changed() <-chan struct{}
}

// A World is the Discord that the page shows. Its fields do not change while a Server serves it.
type World struct {
	App     *discordtest.Application
	Guilds  []*discordtest.Guild             // in the order of display
	Topics  map[discordtest.Snowflake]string // of the guilds' channels
	Members []Member                         // everybody, people first; at least one person
	Private []Private
	Locales []Locale // languages that members and guilds can choose

	// Client returns a member's client in a channel.
	Client func(Member, Channel) Client
	// EmojiImage and Attachment return a file by the id of an emoji or of a message's file. ok is false if there is none.
	EmojiImage, Attachment func(discordtest.Snowflake) (contentType string, data []byte, ok bool)

	changes   signal   // of the result of channels
	installed sync.Map // of users who have installed the app
}

// A Member is a person, whose view the page can show, or a bot.
type Member struct {
	Slug   string // identifier in the page's address, such as "alice"
	Colour string // CSS class of the avatar's colour, such as "blurple"
	User   *discordtest.User
}

// A Private channel is a direct message or a group message: it belongs to no guild.
type Private struct {
	Channel *discordtest.Channel
	Among   []Member // the people in it
	Bot     string   // the name of the bot that writes with one member; "" for none
}

// A Locale is a language that members and guilds can choose.
type Locale struct{ Code, Name string }

// A Kind is the kind of a channel.
type Kind int

// Kinds of channels.
const (
	Text   Kind = iota // a text channel of a guild
	Thread             // a thread of a text channel
	Direct             // a direct message
	Group              // a group message
)

// A Channel is a channel as a member sees it.
type Channel struct {
	ID       discordtest.Snowflake
	Slug     string // identifier in the page's address, unique among the member's channels
	Name     string // without "#" or "@"
	Topic    string
	Kind     Kind
	Guild    discordtest.Snowflake // "" outside guilds
	Archived bool                  // only for threads
	Real     *discordtest.Channel
}

// channels returns the channels that a member sees: at least one, grouped by guild, each thread after its parent.
func (w *World) channels(m Member) []Channel {
	var channels []Channel
	for _, g := range w.Guilds {
		for _, c := range g.Channels() {
			channels = append(channels, Channel{ID: c.ID, Slug: c.Name(), Name: c.Name(), Topic: w.Topics[c.ID], Guild: g.ID, Real: c})
			for _, thread := range c.Threads() {
				if slices.Contains(thread.Members(), m.User) {
					channels = append(channels, threadChannel(thread))
				}
			}
		}
	}
	for _, p := range w.Private {
		if slices.Contains(p.Among, m) {
			channels = append(channels, p.seenBy(m))
		}
	}
	return channels
}

func threadChannel(c *discordtest.Channel) Channel {
	return Channel{
		ID: c.ID, Slug: c.ID, Name: c.Name(), Topic: "A thread in #" + c.Parent().Name(), Kind: Thread, Guild: c.Guild.ID,
		Archived: c.Archived(), Real: c,
	}
}

// seenBy returns the channel as the member m sees it: named after the others.
func (p Private) seenBy(m Member) Channel {
	c := Channel{ID: p.Channel.ID, Kind: Direct, Real: p.Channel}
	var others []string
	for _, other := range p.Among {
		if other != m {
			others = append(others, other.User.Name())
		}
	}
	switch {
	case p.Bot != "":
		c.Slug, c.Name, c.Topic = "@"+strings.ToLower(p.Bot), p.Bot, "Only you and the bot read this"
	case len(others) == 1:
		c.Slug, c.Name, c.Topic = "@"+strings.ToLower(others[0]), others[0], "Apps work here if you installed them for yourself"
	default:
		c.Kind, c.Slug, c.Name = Group, "@group", strings.Join(others, ", ")
		c.Topic = "Apps work here for members who installed them for themselves"
	}
	return c
}

// Notice looks for opened and changed threads among the requests of bots. It fits discordtest.WithObserver.
func (w *World) Notice(e discordtest.Exchange) {
	changes := strings.HasSuffix(e.Route, "/threads") || e.Method == http.MethodPatch && e.Route == "/channels/{channel}"
	if changes && e.Status < 300 {
		w.changes.tell()
	}
}

// Install installs the app for a member, or uninstalls it.
func (w *World) Install(m Member, installed bool) {
	if installed {
		w.installed.Store(m.User, true)
		w.App.InstallFor(m.User)
	} else {
		w.installed.Delete(m.User)
		w.App.UninstallFor(m.User)
	}
}

func (w *World) people() []Member {
	return slices.DeleteFunc(slices.Clone(w.Members), func(m Member) bool { return m.User.Bot })
}

func (w *World) member(id discordtest.Snowflake) (Member, bool) {
	return find(w.Members, func(m Member) bool { return m.User.ID == id })
}

// A signal wakes everybody who waits for the next change. The zero signal is ready to use.
type signal struct {
	mu   sync.Mutex
	next chan struct{}
}

func (s *signal) changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = make(chan struct{})
	}
	return s.next
}

func (s *signal) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil {
		close(s.next)
		s.next = nil
	}
}
