// Package web is the playground's page: a channel of a Discord, seen and used
// by one of its members.
//
// The server renders the messages; the browser swaps those that changed. All
// of Discord that it needs is a Client per member and channel.
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
	Complete(ctx context.Context, command, option, text string, values map[string]any) ([]discordtest.Choice, error)
	Press(ctx context.Context, message discordtest.Snowflake, customID string) (*discordtest.Answer, error)
	Choose(ctx context.Context, message discordtest.Snowflake, customID string, values ...string) (*discordtest.Answer, error)
	Delete(message discordtest.Snowflake) error
	Messages() []discordtest.Message
	Changed() <-chan struct{}
}

// A Member is a person who can be played, or a bot, which is only shown.
type Member struct {
	Slug   string // in the page's address: "alice"
	Colour string // of the avatar: a CSS class, "blurple"
	User   *discordtest.User
}

// A Channel is a channel of the guild.
type Channel struct {
	ID    discordtest.Snowflake
	Name  string // without "#"; also in the page's address
	Topic string
}

// A World is the Discord that the page shows. It does not change.
type World struct {
	Guild    string
	GuildID  discordtest.Snowflake
	Channels []Channel
	Members  []Member // persons first; at least one
	// Client returns a member's client in a channel.
	Client func(Member, Channel) Client
}

// people returns the members who can be played.
func (w *World) people() []Member {
	var people []Member
	for _, m := range w.Members {
		if !m.User.Bot {
			people = append(people, m)
		}
	}
	return people
}

func (w *World) member(id discordtest.Snowflake) (Member, bool) {
	for _, m := range w.Members {
		if m.User.ID == id {
			return m, true
		}
	}
	return Member{}, false
}
