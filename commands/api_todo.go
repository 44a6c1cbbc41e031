package commands

// TEMPORARY signatures so that the other rooms compile; the author of this
// package replaces this file.

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"
)

// ErrNoMatch is returned by Matches.Find for a match that does not exist.
var ErrNoMatch = errors.New("commands: no such match")

// Commands is the set of all commands over their services.
type Commands struct{}

// New returns the commands.
func New(s Services) *Commands { panic("todo") }

// Declarations returns what is registered with Discord, sorted by type and name.
func (c *Commands) Declarations() []*discordgo.ApplicationCommand { panic("todo") }

// Handle answers one interaction. It checks type and data before use, never
// panics on foreign input, and always returns a complete Reply.
func (c *Commands) Handle(ctx context.Context, i *discordgo.Interaction) Reply { panic("todo") }

// LiveMessage returns the components of the live message of a game (flag
// IS_COMPONENTS_V2), for the edits the bot makes by itself.
func (c *Commands) LiveMessage(g Game) []discordgo.MessageComponent { panic("todo") }

// MovedMessage returns what is left in an old live message after the board was
// shown again further down the channel.
func (c *Commands) MovedMessage(g Game) []discordgo.MessageComponent { panic("todo") }
