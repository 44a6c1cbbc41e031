package discordtest_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// connect starts a bot, written with discordgo, that knows "/ping" and a button. Only the bot's
// Client and Dialer differ from those of a bot on the real Discord.
func connect(s *discordtest.Server, a *discordtest.Application) (*discordgo.Session, error) {
	bot, err := discordgo.New("Bot " + a.Token)
	if err != nil {
		return nil, err
	}
	bot.Client = s.HTTPClient()
	bot.Dialer = &websocket.Dialer{NetDialContext: s.DialContext}
	bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		answer := discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Content: "pong", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Again", CustomID: "/again"}}},
			}},
		}
		if i.Type == discordgo.InteractionMessageComponent {
			answer = discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseUpdateMessage, Data: &discordgo.InteractionResponseData{Content: "pong, pong"},
			}
		}
		if err := bot.InteractionRespond(i.Interaction, &answer); err != nil {
			log.Print(err)
		}
	})
	if err := bot.Open(); err != nil {
		return nil, err
	}
	_, err = bot.ApplicationCommandCreate(a.ID, "", &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
	return bot, err
}

// This example starts a whole Discord on a port of the loopback interface, connects a bot to it,
// and lets a member use the bot.
func Example() {
	discord := discordtest.NewServer()
	if err := discord.Start(); err != nil {
		log.Fatal(err)
	}
	defer discord.Close()

	app, guild, alice := discord.NewApplication("pong"), discord.NewGuild("Guild"), discord.NewUser("alice")
	channel := guild.NewChannel("general")
	guild.Add(alice)
	guild.Install(app)

	bot, err := connect(discord, app)
	if err != nil {
		log.Fatal(err)
	}
	defer bot.Close()

	client := alice.In(channel)
	answer, err := client.Type(context.Background(), "/ping")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Message.Author.Username, "says", discordtest.Text(*answer.Message))
	answer, err = client.Press(context.Background(), answer.Message.ID, "/again")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Message.Author.Username, "says", discordtest.Text(*answer.Message))
	_, err = client.Press(context.Background(), answer.Message.ID, "/again")
	fmt.Println("the button is gone:", errors.Is(err, discordtest.ErrNotThere))
	// Output:
	// pong says pong
	// pong says pong, pong
	// the button is gone: true
}

// This example is like Example, but shorter: a Player's methods fail the test, so the code needs no error handling. In
// a synctest bubble the bot's three seconds to answer take no real time.
func ExamplePlay() {
	inTest(func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			discord := discordtest.NewServer()
			discord.StartInMemory()
			t.Cleanup(discord.Close)
			app, guild, user := discord.NewApplication("pong"), discord.NewGuild("Guild"), discord.NewUser("alice")
			channel := guild.NewChannel("general")
			guild.Add(user)
			guild.Install(app)
			bot, err := connect(discord, app)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				synctest.Wait() // lets the first heartbeat pass: Close sleeps while it holds a lock that a heartbeat may need
				_ = bot.Close()
			})

			alice := discordtest.Play(t, user.In(channel))
			alice.Uses("/ping")
			alice.Presses("Again")
			alice.Sees("pong, pong")
			alice.CannotPress("Again again")
		})
	})
}
