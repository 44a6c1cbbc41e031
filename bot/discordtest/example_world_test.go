package discordtest_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// A site is a running Discord with a guild, a channel, a member and a bot that answers "/ping" and
// receives its interactions over HTTP.
type site struct {
	discord  *discordtest.Server
	app      *discordtest.Application
	guild    *discordtest.Guild
	channel  *discordtest.Channel
	alice    *discordtest.User
	bot      *discordgo.Session // only sends requests, has no gateway session
	endpoint *httptest.Server
}

func newSite() *site {
	s := &site{discord: discordtest.NewServer()}
	if err := s.discord.Start(); err != nil {
		log.Fatal(err)
	}
	s.app, s.guild, s.alice = s.discord.NewApplication("pong"), s.discord.NewGuild("Guild"), s.discord.NewUser("alice")
	s.channel = s.guild.NewChannel("general")
	s.guild.Add(s.alice)
	s.guild.Install(s.app)
	s.endpoint = httptest.NewServer(pong(s.app))
	if err := s.app.SetInteractionsURL(s.endpoint.URL); err != nil {
		log.Fatal(err)
	}
	bot, err := discordgo.New("Bot " + s.app.Token)
	if err != nil {
		log.Fatal(err)
	}
	bot.Client = s.discord.HTTPClient()
	_, err = bot.ApplicationCommandCreate(s.app.ID, "", &discordgo.ApplicationCommand{Name: "ping", Description: "Say pong"})
	if err != nil {
		log.Fatal(err)
	}
	s.bot = bot
	return s
}

func (s *site) close() {
	s.endpoint.Close()
	s.discord.Close()
}

// pong returns an interactions endpoint that answers every command and press with "pong".
func pong(a *discordtest.Application) http.HandlerFunc {
	key, err := hex.DecodeString(a.PublicKey)
	if err != nil {
		log.Fatal(err)
	}
	return func(w http.ResponseWriter, r *http.Request) {
		var i discordgo.Interaction
		switch {
		case !discordgo.VerifyInteraction(r, key):
			http.Error(w, "not from Discord", http.StatusUnauthorized)
			return
		case json.NewDecoder(r.Body).Decode(&i) != nil:
			http.Error(w, "not an interaction", http.StatusBadRequest)
			return
		}
		answer := discordgo.InteractionResponse{Type: discordgo.InteractionResponsePong}
		if i.Type != discordgo.InteractionPing {
			answer.Type = discordgo.InteractionResponseChannelMessageWithSource
			answer.Data = &discordgo.InteractionResponseData{Content: "pong", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Again", CustomID: "/again"}}},
			}}
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			log.Print(err)
		}
	}
}

// use types a command line and returns the bot's answer as text.
func use(c *discordtest.Client, line string) string {
	answer, err := c.Type(context.Background(), line)
	switch {
	case errors.Is(err, discordtest.ErrNotThere):
		return "no such command here"
	case err != nil:
		return err.Error()
	case answer.Message.Ephemeral():
		return answer.Message.Content + ", privately"
	}
	return answer.Message.Content
}

// A bot that receives its interactions over HTTP needs no gateway. Discord accepts the bot's
// endpoint only if the endpoint rejects invalid signatures.
func ExampleApplication_SetInteractionsURL() {
	s := newSite()
	defer s.close()
	careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"type":1}`)
	}))
	defer careless.Close()

	fmt.Println(use(s.alice.In(s.channel), "/ping"))
	err := s.app.SetInteractionsURL(careless.URL)
	fmt.Println("accepted:", !errors.Is(err, discordtest.ErrEndpoint))
	// Output:
	// pong
	// accepted: false
}

// Permissions follow Discord's rules for roles, channel overwrites and timeouts.
func ExampleChannel_Overwrite() {
	s := newSite()
	defer s.close()
	players := s.guild.NewRole("players", 0)
	s.channel.Overwrite(s.guild.Everyone(), 0, discordtest.PermissionUseCommands)
	s.channel.Overwrite(players, discordtest.PermissionUseCommands, 0)
	alice := s.alice.In(s.channel)

	fmt.Println(use(alice, "/ping"))
	s.guild.Give(s.alice, players)
	fmt.Println(use(alice, "/ping"))
	s.guild.TimeOut(s.alice, time.Hour)
	fmt.Println(use(alice, "/ping"))
	// Output:
	// no such command here
	// pong
	// no such command here
}

// In an archived and locked thread members cannot use components.
func ExampleChannel_NewThread() {
	s := newSite()
	defer s.close()
	thread := s.channel.NewThread("a game", s.alice)
	alice := s.alice.In(thread)

	fmt.Println(use(alice, "/ping"))
	thread.SetArchived(true)
	thread.SetLocked(true)
	message := alice.Messages()[0].ID
	_, err := alice.Press(context.Background(), message, "/again")
	fmt.Println("may press:", !errors.Is(err, discordtest.ErrNotAllowed))
	thread.SetLocked(false)
	if _, err := s.bot.ChannelMessageSend(thread.ID, "wake up"); err != nil {
		log.Fatal(err)
	}
	fmt.Println("archived:", thread.Archived())
	// Output:
	// pong
	// may press: false
	// archived: false
}

// A private thread is visible to its members and to users who manage threads.
func ExampleChannel_NewPrivateThread() {
	s := newSite()
	defer s.close()
	bob := s.discord.NewUser("bob")
	s.guild.Add(bob)
	thread := s.channel.NewPrivateThread("for two", s.alice)
	alice := s.alice.In(thread)

	fmt.Println(use(alice, "/ping"))
	fmt.Println("bob sees messages:", len(bob.In(thread).Messages()))
	if _, err := s.bot.ChannelMessageSend(thread.ID, "hello"); err != nil {
		fmt.Println("the bot only answers")
	}
	if err := alice.Invite(bob); err != nil {
		log.Fatal(err)
	}
	fmt.Println("bob sees messages:", len(bob.In(thread).Messages()))
	if _, err := alice.Say("Come in, <@" + s.app.User.ID + ">"); err != nil { // the mention adds the bot to the thread, as Invite would
		log.Fatal(err)
	}
	if _, err := s.bot.ChannelMessageSend(thread.ID, "hello"); err == nil {
		fmt.Println("the bot is there")
	}
	// Output:
	// pong
	// bob sees messages: 0
	// the bot only answers
	// bob sees messages: 1
	// the bot is there
}

// An application that a user has installed works everywhere for that user. If the user may not use
// external apps in a guild, only that user sees the answers.
func ExampleApplication_InstallFor() {
	s := newSite()
	defer s.close()
	elsewhere := s.discord.NewGuild("Elsewhere")
	elsewhere.Add(s.alice)
	channel := elsewhere.NewChannel("general")

	fmt.Println(use(s.alice.In(channel), "/ping"))
	s.app.InstallFor(s.alice)
	fmt.Println(use(s.alice.In(channel), "/ping"))
	elsewhere.Everyone().SetPermissions(discordtest.PermissionViewChannel | discordtest.PermissionUseCommands)
	fmt.Println(use(s.alice.In(channel), "/ping"))
	// Output:
	// no such command here
	// pong
	// pong, privately
}

// A member types a command's localised name. The bot receives the command under its default name.
func ExampleCommand_Localized() {
	s := newSite()
	defer s.close()
	_, err := s.bot.ApplicationCommandCreate(s.app.ID, "", &discordgo.ApplicationCommand{
		Name: "go", Description: "Go on",
		NameLocalizations: &map[discordgo.Locale]string{discordgo.German: "los", discordgo.EnglishGB: "proceed"},
	})
	if err != nil {
		log.Fatal(err)
	}
	s.alice.SetLocale("de")
	alice := s.alice.In(s.channel)
	command := alice.Commands()[0]
	fmt.Println(command.Name, command.Localized("de").Name, command.Localized("en-US").Name)
	fmt.Println(use(alice, "/los"))
	// Output:
	// go los proceed
	// pong
}

// A command works in the bot's direct messages with a user, but not in a group message, because the
// bot is not in the group.
func ExampleServer_DirectMessage() {
	s := newSite()
	defer s.close()
	fmt.Println(use(s.alice.In(s.discord.DirectMessage(s.alice, s.app.User)), "/ping"))
	bob := s.discord.NewUser("bob")
	fmt.Println(use(s.alice.In(s.discord.GroupMessage(s.alice, bob)), "/ping"))
	// Output:
	// pong
	// no such command here
}

// The observer sees Discord's error response, which names the invalid field.
func ExampleWithObserver() {
	discord := discordtest.NewServer(discordtest.WithObserver(func(e discordtest.Exchange) {
		if e.Status >= 400 {
			fmt.Println(e.Method, e.Route, e.Status)
			fmt.Println(string(e.Answer))
		}
	}))
	if err := discord.Start(); err != nil {
		log.Fatal(err)
	}
	defer discord.Close()
	app := discord.NewApplication("bot")
	bot, err := discordgo.New("Bot " + app.Token)
	if err != nil {
		log.Fatal(err)
	}
	bot.Client = discord.HTTPClient()
	_, err = bot.ApplicationCommandCreate(app.ID, "", &discordgo.ApplicationCommand{Name: "Ping", Description: "Say pong"})
	fmt.Println("refused:", err != nil)
	// Output:
	// POST /applications/{application}/commands 400
	// {"code":50035,"message":"Invalid Form Body","errors":{"name":{"_errors":[{"code":"APPLICATION_COMMAND_INVALID_NAME","message":"Command name is invalid"}]}}}
	// refused: true
}

// Members can write messages and react to them without a bot and without a network.
func ExampleClient_React() {
	discord := discordtest.NewServer()
	guild, alice, bob := discord.NewGuild("Guild"), discord.NewUser("alice"), discord.NewUser("bob")
	channel := guild.NewChannel("general")
	guild.Add(alice, bob)

	question, err := alice.In(channel).Say("Who plays?")
	if err != nil {
		log.Fatal(err)
	}
	if err := bob.In(channel).React(question.ID, "👍"); err != nil {
		log.Fatal(err)
	}
	seen, _ := alice.In(channel).Message(question.ID)
	for _, r := range seen.Reactions {
		fmt.Println(r.Emoji.Name, r.Count, r.Me)
	}
	// Output: 👍 1 false
}
