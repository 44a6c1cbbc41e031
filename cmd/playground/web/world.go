// Package web is the playground's page: a channel of a Discord, seen and used
// by one of its members.
//
// The server renders the messages; the browser swaps those that changed. All
// of Discord that it needs is a World, and a Client per member and channel.
package web

import (
	"context"

	"noughts/bot/discordtest"
)

// A Client is a member's eyes and hands in one channel. A
// *discordtest.Client is one.
type Client interface {
	Commands() []discordtest.Command
	Use(ctx context.Context, command string, values map[string]any) (*discordtest.Answer, error)
	UseOn(ctx context.Context, command string, target *discordtest.User) (*discordtest.Answer, error)
	UseOnMessage(ctx context.Context, command string, message discordtest.Snowflake) (*discordtest.Answer, error)
	Complete(ctx context.Context, command, option, text string, values map[string]any) ([]discordtest.Choice, error)
	Press(ctx context.Context, message discordtest.Snowflake, customID string) (*discordtest.Answer, error)
	Choose(ctx context.Context, message discordtest.Snowflake, customID string, values ...string) (*discordtest.Answer, error)
	SubmitForm(ctx context.Context, modal *discordtest.Answer, values map[string]any) (*discordtest.Answer, error)
	SayWith(content string, files ...discordtest.File) (discordtest.Message, error)
	StartTyping() error
	React(message discordtest.Snowflake, emoji string) error
	Unreact(message discordtest.Snowflake, emoji string) error
	Vote(message discordtest.Snowflake, answers ...int) error
	Delete(message discordtest.Snowflake) error
	Messages() []discordtest.Message
	Pings() int
	Changed() <-chan struct{}
}

// A Member is a person who can be played, or a bot, which is only shown.
type Member struct {
	Slug   string // in the page's address: "alice"
	Colour string // of the avatar: a CSS class, "blurple"
	User   *discordtest.User
}

// A Guild is a server that the page shows.
type Guild struct {
	ID     discordtest.Snowflake
	Name   string
	Roles  []*discordtest.Role
	Locale string // its language, as Discord has it
}

// A Locale is a language of people and guilds.
type Locale struct{ Code, Name string }

// A Kind is what a channel is.
type Kind int

// The kinds of channels.
const (
	Text   Kind = iota // a text channel of a guild
	Thread             // a thread of a text channel
	Direct             // a direct message
	Group              // a group message
)

// A Channel is a channel as one member sees it.
type Channel struct {
	ID       discordtest.Snowflake
	Slug     string // in the page's address; no other channel of the member's has it
	Name     string // without "#" or "@"
	Topic    string
	Kind     Kind
	Guild    discordtest.Snowflake   // "" outside guilds
	Parent   discordtest.Snowflake   // of a thread
	Archived bool                    // of a thread
	Members  []discordtest.Snowflake // who takes part, bots included
	Real     *discordtest.Channel
}

// A World is the Discord that the page shows. All methods are safe for
// concurrent use.
type World interface {
	// Guilds returns the guilds, in the order of display.
	Guilds() []Guild
	// Members returns everybody, persons first; there is at least one.
	Members() []Member
	// Channels returns what a member sees: at least one, each guild's together,
	// each thread after its channel.
	Channels(m Member) []Channel
	// Changed returns a channel that is closed when Channels has changed.
	Changed() <-chan struct{}
	// Client returns a member's client in a channel.
	Client(m Member, c Channel) Client
	// Locales returns the languages that there are.
	Locales() []Locale
	// Locale returns the language of a member's client.
	Locale(m Member) string
	SetLocale(m Member, locale string)
	SetGuildLocale(g Guild, locale string)
	// RolesOf returns the roles of a member of a guild, without that of everyone.
	RolesOf(g Guild, m Member) []*discordtest.Role
	// SetRoles makes them the only ones of the guild's that a member has, beside a bot's own.
	SetRoles(g Guild, m Member, wanted []*discordtest.Role)
	// Installed reports whether a member has installed the app for themselves.
	Installed(m Member) bool
	SetInstalled(m Member, installed bool)
	// EmojiImage returns the picture of an application's own emoji with its content type,
	// such as "image/png"; ok is false when there is no such emoji.
	EmojiImage(id discordtest.Snowflake) (contentType string, data []byte, ok bool)
	// Attachment returns the content of a message's file in the same way.
	Attachment(id discordtest.Snowflake) (contentType string, data []byte, ok bool)
	// Typing returns who types in a channel.
	Typing(c Channel) []*discordtest.User
	// NewThread opens a thread in a text channel, or returns a Refusal that says why it cannot.
	NewThread(m Member, c Channel, name string) (Channel, error)
	// Archive archives a thread, or opens it again.
	Archive(m Member, thread Channel, archived bool) error
}

// people returns the members who can be played.
func people(w World) []Member {
	var people []Member
	for _, m := range w.Members() {
		if !m.User.Bot {
			people = append(people, m)
		}
	}
	return people
}

func member(w World, id discordtest.Snowflake) (Member, bool) {
	return find(w.Members(), func(m Member) bool { return m.User.ID == id })
}
