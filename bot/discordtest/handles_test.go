package discordtest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// TestNobodyIsABadValue checks that a nil *User is refused with ErrBadValue, both as the target of a user command and
// as the value of an option.
func TestNobodyIsABadValue(t *testing.T) {
	t.Parallel()
	discord := discordtest.New(t)
	bot, _ := discordgo.New("Bot " + discord.Application.Token)
	bot.Client = discord.HTTPClient()
	_, err := bot.ApplicationCommandBulkOverwrite(discord.Application.ID, "", []*discordgo.ApplicationCommand{
		{Name: "Poke", Type: discordgo.UserApplicationCommand},
		{Name: "greet", Description: "Say hello", Options: []*discordgo.ApplicationCommandOption{
			{Name: "whom", Description: "Whom", Type: discordgo.ApplicationCommandOptionUser},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	alice := discord.Member("alice").Client()
	var nobody *discordtest.User
	if _, err := alice.UseOn(context.Background(), "Poke", nobody); !errors.Is(err, discordtest.ErrBadValue) {
		t.Errorf("a command on nobody: %v", err)
	}
	if _, err := alice.Use(context.Background(), "/greet", map[string]any{"whom": nobody}); !errors.Is(err, discordtest.ErrBadValue) {
		t.Errorf("an option that names nobody: %v", err)
	}
}
