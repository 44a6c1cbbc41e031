package discordtest_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A rebase is an http.RoundTripper that sends every request to the server at the address `base`. It is needed because
// discordgo's own URLs are fixed when the program starts.
type rebase struct {
	base *url.URL
	next http.RoundTripper
}

func (rt rebase) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = rt.base.Scheme, rt.base.Host, rt.base.Host
	return rt.next.RoundTrip(r)
}

// join returns a session of the real discordgo for an application. It works with a server on the
// network or in memory. hangUp closes the session's idle HTTP connections.
func join(s *discordtest.Server, a *discordtest.Application) (dg *discordgo.Session, hangUp func(), err error) {
	dg, err = discordgo.New("Bot " + a.Token)
	if err != nil {
		return nil, nil, err
	}
	base, err := url.Parse(s.URL())
	if err != nil {
		return nil, nil, err
	}
	network := &http.Transport{DialContext: s.DialContext}
	dg.Client = &http.Client{Transport: rebase{base, network}, Timeout: 20 * time.Second}
	dg.Dialer = &websocket.Dialer{NetDialContext: s.DialContext, HandshakeTimeout: 20 * time.Second}
	dg.StateEnabled = false
	dg.Identify.Intents = discordgo.IntentsNone
	return dg, network.CloseIdleConnections, nil
}

// The real discordgo connects to a server in memory and answers a member's command.
func Example_discordgo() {
	s := discordtest.NewServer()
	s.StartInMemory()
	defer s.Close()
	app := s.NewApplication("greeter")
	guild := s.NewGuild("Friends")
	guild.Install(app)
	alice := s.NewUser("alice")
	guild.Add(alice)
	channel := guild.NewChannel("general")

	dg, hangUp, err := join(s, app)
	if err != nil {
		log.Fatal(err)
	}
	defer hangUp()
	dg.AddHandler(greet)
	if err := dg.Open(); err != nil {
		log.Fatal(err)
	}
	defer func() { _ = dg.Close() }()
	hello := &discordgo.ApplicationCommand{Name: "hello", Description: "Say hello"}
	if _, err := dg.ApplicationCommandCreate(app.ID, "", hello); err != nil {
		log.Fatal(err)
	}

	answer, err := alice.In(channel).Use(context.Background(), "/hello", nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Message.Content)
	// Output: Hello, alice!
}

// greet answers any interaction with a greeting.
func greet(dg *discordgo.Session, i *discordgo.InteractionCreate) {
	err := dg.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: "Hello, " + i.Member.User.Username + "!"},
	})
	if err != nil {
		log.Print(err)
	}
}
