package discordtest_test

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

func TestPing(t *testing.T) {
	t.Parallel()
	discord := discordtest.New(t)
	bot, _ := discordgo.New("Bot " + discord.Application.Token)
	bot.Client, bot.Dialer = discord.HTTPClient(), &websocket.Dialer{NetDialContext: discord.DialContext}
	run(t, bot) // your bot: opens the session and registers /ping
	alice := discord.Member("alice")
	alice.Uses("/ping")
	alice.Sees("pong")
}

// run starts a bot that answers /ping.
func run(t *testing.T, bot *discordgo.Session) {
	t.Helper()
	bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		err := bot.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong"},
		})
		if err != nil {
			t.Error(err)
		}
	})
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bot.Close() })
	ping := []*discordgo.ApplicationCommand{{Name: "ping", Description: "Say pong"}}
	if _, err := bot.ApplicationCommandBulkOverwrite(bot.State.User.ID, "", ping); err != nil {
		t.Fatal(err)
	}
}
