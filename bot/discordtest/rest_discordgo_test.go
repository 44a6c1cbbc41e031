package discordtest_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// A counter is a bot written with discordgo. It answers "/count" with a Components V2 message that
// has a text and a button, and shows the button's custom id in the text after a press.
type counter struct{ session *discordgo.Session }

func (c counter) handle(_ *discordgo.Session, i *discordgo.InteractionCreate) {
	kind := discordgo.InteractionResponseChannelMessageWithSource
	text := "nobody has pressed"
	if i.Type == discordgo.InteractionMessageComponent {
		kind = discordgo.InteractionResponseUpdateMessage
		text = "pressed " + i.MessageComponentData().CustomID
	}
	err := c.session.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: counted(text)})
	if err == nil && i.Type == discordgo.InteractionMessageComponent {
		_, err = c.session.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "thank you", Flags: discordgo.MessageFlagsEphemeral})
	}
	if err != nil {
		panic(err) // ends the test
	}
}

// counted returns a response with the message of the counter bot: `text` above a button.
func counted(text string) *discordgo.InteractionResponseData {
	return &discordgo.InteractionResponseData{
		Flags: discordgo.MessageFlagsIsComponentsV2,
		Components: []discordgo.MessageComponent{
			discordgo.Container{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: text}}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "More", Style: discordgo.PrimaryButton, CustomID: "/more", Emoji: &discordgo.ComponentEmoji{Name: "➕"}},
			}},
		},
	}
}

// startCounter connects the bot counter to a server and registers its commands.
func startCounter(t *testing.T, s *discordtest.Server, a *discordtest.Application) *discordgo.Session {
	t.Helper()
	dg := newSession(t, s, a)
	dg.AddHandler(counter{dg}.handle)
	if err := dg.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// discordgo's Close sleeps while it holds a lock that the first heartbeat takes, too. If the heartbeat waits
		// for that lock, the clock of the synctest bubble stops.
		synctest.Wait()
		_ = dg.Close()
	})
	_, err := dg.ApplicationCommandBulkOverwrite(a.ID, "", []*discordgo.ApplicationCommand{
		{Name: "count", Description: "Count presses"}, {Name: "Count for", Type: discordgo.UserApplicationCommand}})
	if err != nil {
		t.Fatal(err)
	}
	return dg
}

func TestDiscordgoAnswersCommandsAndPresses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		t.Cleanup(s.Close)
		app, guild, user := s.NewApplication("counter"), s.NewGuild("Guild"), s.NewUser("alice")
		channel := guild.NewChannel("games")
		guild.Add(user)
		guild.Install(app)
		dg := startCounter(t, s, app)

		alice := discordtest.Play(t, user.In(channel))
		message := alice.Uses("/count")
		if pressed := alice.Presses("➕ More"); pressed.ID != message.ID || discordtest.Text(pressed) != "pressed /more" {
			t.Errorf("pressed: %+v", pressed)
		}
		alice.Awaits("thank you")
		alice.SeesPrivately("thank you")

		checkSession(t, dg, app, guild, channel, message.ID)
	})
}

// checkSession checks that discordgo's REST requests succeed: reading commands, the user, the application, the guild
// and the channel, and editing a message. An empty message must be refused with the expected error.
func checkSession(t *testing.T, dg *discordgo.Session, app *discordtest.Application, guild *discordtest.Guild, channel *discordtest.Channel, message string) {
	t.Helper()
	commands, err := dg.ApplicationCommands(app.ID, "")
	if err != nil || !slices.ContainsFunc(commands, func(c *discordgo.ApplicationCommand) bool { return c.Name == "count" }) {
		t.Errorf("commands: %+v %v", commands, err)
	}
	components := counted("edited").Components
	edited, err := dg.ChannelMessageEditComplex(&discordgo.MessageEdit{ID: message, Channel: channel.ID, Components: &components})
	if err != nil || edited.Flags&discordgo.MessageFlagsIsComponentsV2 == 0 || edited.EditedTimestamp == nil {
		t.Errorf("edited: %+v %v", edited, err)
	}
	if me, err := dg.User("@me"); err != nil || !me.Bot {
		t.Errorf("me: %+v %v", me, err)
	}
	if a, err := dg.Application("@me"); err != nil || a.ID != app.ID {
		t.Errorf("application: %+v %v", a, err)
	}
	if g, err := dg.Guild(guild.ID); err != nil || g.Name != "Guild" {
		t.Errorf("guild: %+v %v", g, err)
	}
	if c, err := dg.Channel(channel.ID); err != nil || c.Name != "games" || c.GuildID != guild.ID {
		t.Errorf("channel: %+v %v", c, err)
	}
	var refused *discordgo.RESTError
	_, err = dg.ChannelMessageSend(channel.ID, "")
	if !errors.As(err, &refused) || refused.Message.Code != discordgo.ErrCodeCannotSendEmptyMessage {
		t.Errorf("an empty message: %v", err)
	}
}
