// Package web is the playground's page. It shows one channel of a Discord to one of its members,
// and lets the member use the channel.
//
// The server renders the messages, and the browser replaces those that have changed. The package
// reaches Discord only through a World, and through one Client for each member and channel.
package web

import (
	"context"

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
	SubmitForm(ctx context.Context, modal *discordtest.Answer, values map[string]any) (*discordtest.Answer, error)
	Say(content string) (discordtest.Message, error)
	Delete(message discordtest.Snowflake) error
	Messages() []discordtest.Message
	Pings() int
	Changed() <-chan struct{}
}

// A Member is a person, whose view the page can show, or a bot.
type Member struct {
	Slug   string // identifier in the page's address, such as "alice"
	Colour string // CSS class of the avatar's colour, such as "blurple"
	User   *discordtest.User
}

// A Guild is a server that the page shows.
type Guild struct {
	ID     discordtest.Snowflake
	Name   string
	Roles  []*discordtest.Role
	Locale string // the guild's language, as a Discord locale
}

// A Locale is a language that members and guilds can choose.
type Locale struct{ Code, Name string }

// A Kind is the kind of a channel.
type Kind int

// The kinds of channels.
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
	Guild    discordtest.Snowflake   // "" outside guilds
	Parent   discordtest.Snowflake   // parent channel of a thread
	Archived bool                    // only for threads
	Members  []discordtest.Snowflake // members of the channel, bots included
	Real     *discordtest.Channel
}

// A World is the Discord that the page shows. All methods are safe for
// concurrent use.
type World interface {
	// Guilds returns the guilds, in the order of display.
	Guilds() []Guild
	// Members returns everybody, people first. There is at least one person.
	Members() []Member
	// Channels returns the channels that a member sees: at least one, grouped by guild, each thread after its parent.
	Channels(m Member) []Channel
	// Changed returns a Go channel that is closed at the next change of the result of Channels.
	Changed() <-chan struct{}
	// Client returns a member's client in a channel.
	Client(m Member, c Channel) Client
	// Locales returns the languages that members and guilds can choose.
	Locales() []Locale
	// Locale returns the language of a member's client.
	Locale(m Member) string
	SetLocale(m Member, locale string)
	SetGuildLocale(g Guild, locale string)
	// RolesOf returns a member's roles in a guild, without the role @everyone.
	RolesOf(g Guild, m Member) []*discordtest.Role
	// SetRoles replaces the member's roles in the guild by `wanted`. A bot also keeps its managed role.
	SetRoles(g Guild, m Member, wanted []*discordtest.Role)
	// Installed reports whether a member has installed the app for themselves.
	Installed(m Member) bool
	SetInstalled(m Member, installed bool)
	// EmojiImage returns the image of a custom emoji and its content type, such as "image/png". ok
	// is false if there is no such emoji.
	EmojiImage(id discordtest.Snowflake) (contentType string, data []byte, ok bool)
	// Attachment returns the content of a message's file and its content type. ok is false if there is no such file.
	Attachment(id discordtest.Snowflake) (contentType string, data []byte, ok bool)
	// NewThread creates a thread in a text channel. It returns a Refusal if that is not possible.
	NewThread(m Member, c Channel, name string) (Channel, error)
	// Archive archives a thread, or unarchives it.
	Archive(m Member, thread Channel, archived bool) error
}

// people returns the members who are not bots.
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
