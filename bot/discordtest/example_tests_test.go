package discordtest_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// inTest marks the body of an example as a test. When go test runs the examples themselves, inTest does nothing.
// TestExamples replaces inTest with a function that runs each body as a subtest.
var inTest = func(test func(t *testing.T)) {}

// This example tests a command. New makes a guild, a channel and an application; Member adds a
// member who uses the command.
func ExampleNew() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		serve(t, discord, pongs, &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
		alice := discord.Member("alice")
		alice.Uses("/ping")
		alice.Sees("pong")
	})
}

// pongs answers a command with a message that has a button, and updates that message when the button is pressed.
func pongs(i *discordgo.InteractionCreate) *discordgo.InteractionResponse {
	if i.Type == discordgo.InteractionMessageComponent {
		return &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseUpdateMessage,
			Data: &discordgo.InteractionResponseData{Content: "pong, pong", Components: []discordgo.MessageComponent{}},
		}
	}
	again := discordgo.Button{Label: "Again", CustomID: "again"}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: "pong", Components: []discordgo.MessageComponent{
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{again}},
		}},
	}
}

// A button is found by its label. Every member sees the result of a press.
func ExamplePlayer_Presses() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		serve(t, discord, pongs, &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
		alice, bob := discord.Member("alice"), discord.Member("bob")
		alice.Uses("/ping")
		bob.Presses("Again")
		alice.Sees("pong, pong")
		alice.CannotPress("Again")
	})
}

// The bot offers choices for an option with autocomplete while a member types.
func ExamplePlayer_Completes() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		fruits := func(i *discordgo.InteractionCreate) *discordgo.InteractionResponse {
			typed := i.ApplicationCommandData().Options[0].StringValue()
			return &discordgo.InteractionResponse{
				Type: discordgo.InteractionApplicationCommandAutocompleteResult,
				Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: typed + "ple", Value: "1"}, {Name: typed + "ricot", Value: "2"},
				}},
			}
		}
		serve(t, discord, fruits, &discordgo.ApplicationCommand{
			Name: "pick", Description: "Pick a fruit", Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "fruit", Description: "Which", Autocomplete: true},
			},
		})
		if names := discord.Member("alice").Completes("/pick", "fruit", "ap"); len(names) != 2 || names[1] != "apricot" {
			t.Errorf("the choices are %q", names)
		}
	})
}

// The answer to a command can hold a modal. Submit fills in the modal's inputs by their custom ids.
func ExampleClient_Submit() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		serve(t, discord, introduces, &discordgo.ApplicationCommand{Name: "hello", Description: "Introduce yourself"})
		alice := discord.Member("alice")
		form, err := alice.Client().Type(t.Context(), "/hello")
		if err != nil {
			t.Fatal(err)
		}
		_, err = alice.Client().Submit(t.Context(), form, map[string][]string{"name": {"Alice"}})
		if err != nil {
			t.Fatal(err)
		}
		alice.Sees("Hello, Alice!")
	})
}

// introduces asks for a member's name in a modal, and greets the member with that name.
func introduces(i *discordgo.InteractionCreate) *discordgo.InteractionResponse {
	if i.Type == discordgo.InteractionApplicationCommand {
		name := discordgo.TextInput{CustomID: "name", Label: "Your name", Style: discordgo.TextInputShort, Required: true, MaxLength: 20}
		return &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{CustomID: "who", Title: "Who are you?", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{name}},
			}},
		}
	}
	text := "Hello!"
	if row, ok := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow); ok {
		if name, ok := row.Components[0].(*discordgo.TextInput); ok {
			text = "Hello, " + name.Value + "!"
		}
	}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: text},
	}
}

// The bot's next two answers meet a rate limit. A library that waits as long as the limit demands loses no answer.
func ExampleFault() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		serve(t, discord, pongs, &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
		limit, err := discord.Application.Inject(discordtest.Fault{
			Kind: discordtest.FaultLimit, Route: discordtest.RouteCallback, Wait: 50 * time.Millisecond, Times: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		discord.Member("alice").Uses("/ping")
		if n := limit.Outcome().Struck; n != 2 {
			t.Errorf("%d answers were refused", n)
		}
	})
}

// In a testing/synctest bubble, time passes at once when every goroutine waits. Here the fifteen minutes for which an
// interaction token is valid pass without waiting.
func ExampleNewInMemory() {
	inTest(func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			discord := discordtest.NewInMemory(t)
			bot := serve(t, discord, pongs, &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
			var last *discordgo.Interaction
			bot.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { last = i.Interaction })
			t.Cleanup(synctest.Wait)
			alice := discord.Member("alice")
			alice.Uses("/ping")
			synctest.Wait()
			late := "too late"
			time.Sleep(14 * time.Minute)
			if _, err := bot.InteractionResponseEdit(last, &discordgo.WebhookEdit{Content: &late}); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute)
			if _, err := bot.InteractionResponseEdit(last, &discordgo.WebhookEdit{Content: &late}); err == nil {
				t.Error("the token is still valid")
			}
		})
	})
}

// A bot in another language is a program that gets the server's address in its environment. This
// example runs the test's own program; a real test could run "node bot.mjs".
func ExampleWorld_AwaitCommand() {
	inTest(func(t *testing.T) {
		discord := discordtest.New(t)
		bot := exec.CommandContext(context.Background(), os.Args[0], "-test.run=^TestProgramOfBot$")
		bot.Env = append(os.Environ(), "DISCORD_API_URL="+discord.URL(), "DISCORD_TOKEN="+discord.Application.Token)
		bot.Stdout, bot.Stderr = t.Output(), t.Output()
		end, err := bot.StdinPipe() // the bot ends when its standard input ends
		if err != nil {
			t.Fatal(err)
		}
		if err := bot.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = end.Close()
			_ = bot.Wait()
		})
		discord.AwaitCommand("ping")
		alice := discord.Member("alice")
		alice.Uses("/ping")
		alice.Sees("pong")
	})
}

// serve runs a bot, written with discordgo, until the test ends.
func serve(
	t *testing.T, discord *discordtest.World,
	respond func(*discordgo.InteractionCreate) *discordgo.InteractionResponse, commands ...*discordgo.ApplicationCommand,
) *discordgo.Session {
	t.Helper()
	bot, err := discordgo.New("Bot " + discord.Application.Token)
	if err != nil {
		t.Fatal(err)
	}
	bot.Client, bot.Dialer = discord.HTTPClient(), &websocket.Dialer{NetDialContext: discord.DialContext}
	bot.AddHandler(func(bot *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := bot.InteractionRespond(i.Interaction, respond(i)); err != nil {
			t.Error(err)
		}
	})
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = bot.Close()
		bot.Client.CloseIdleConnections()
	})
	if _, err := bot.ApplicationCommandBulkOverwrite(discord.Application.ID, "", commands); err != nil {
		t.Fatal(err)
	}
	return bot
}
