package main

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// rebased is a transport that sends discordgo's requests to another host, because discordgo's base address is fixed.
type rebased struct{ base *url.URL }

func (t rebased) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.base.Scheme, t.base.Host, ""
	return http.DefaultTransport.RoundTrip(r)
}

// joinGuest connects a bot written with plain discordgo, using the printed environment variables.
// The bot has one command with a button that counts presses.
func joinGuest(t *testing.T, env map[string]string) {
	t.Helper()
	base, err := url.Parse(env["DISCORD_API_URL"])
	if err != nil || base.Host == "" {
		t.Fatalf("DISCORD_API_URL=%q: %v", env["DISCORD_API_URL"], err)
	}
	s, err := discordgo.New("Bot " + env["DISCORD_TOKEN"])
	if err != nil {
		t.Fatal(err)
	}
	s.Client.Transport = rebased{base}
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := s.InteractionRespond(i.Interaction, guestAnswer(i)); err != nil {
			t.Errorf("answering: %v", err)
		}
	})
	s.Identify.Intents = discordgo.IntentsNone
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	commands := []*discordgo.ApplicationCommand{{Name: "count", Description: "Count presses"}}
	if _, err := s.ApplicationCommandBulkOverwrite(env["APPLICATION_ID"], env["GUILD_ID"], commands); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ChannelMessageSend(env["CHANNEL_ID"], "the guest is here"); err != nil {
		t.Fatal(err)
	}
}

// guestAnswer returns the bot's answer. The bot keeps its count in the button's custom id.
func guestAnswer(i *discordgo.InteractionCreate) *discordgo.InteractionResponse {
	kind, count := discordgo.InteractionResponseChannelMessageWithSource, ""
	if i.Type == discordgo.InteractionMessageComponent {
		kind, count = discordgo.InteractionResponseUpdateMessage, i.MessageComponentData().CustomID
	}
	more := discordgo.Button{Label: "More", Style: discordgo.PrimaryButton, CustomID: count + "I"}
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Content:    "counted " + more.CustomID,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{more}}},
	}}
}

// invited starts a playground without a bot. It returns the printed environment variables and the page's address.
func invited(t *testing.T, args ...string) (env map[string]string, base string) {
	t.Helper()
	out := run(t, append([]string{"-bot", "none"}, args...)...)
	env = map[string]string{}
	for _, name := range []string{"DISCORD_API_URL", "DISCORD_TOKEN", "APPLICATION_ID", "GUILD_ID", "CHANNEL_ID"} {
		line := readLine(t, out)
		value, ok := strings.CutPrefix(line, name+"=")
		if !ok || value == "" {
			t.Fatalf("the line is %q, want %s=…", line, name)
		}
		env[name] = value
	}
	return env, readLine(t, out)
}

// TestGuestBot checks that a bot of another program can join the playground, and that its message, its command and
// its button appear on the page.
func TestGuestBot(t *testing.T) {
	t.Parallel()
	env, base := invited(t)
	view := "?as=bob&channel=general"
	joinGuest(t, env)

	eventually(t, base+"/"+view, regexp.MustCompile("the guest is here"))
	send(t, base+"/use"+view, url.Values{"line": {"/count"}})
	for _, counted := range []string{"I", "II", "III"} {
		key := eventually(t, base+"/"+view, regexp.MustCompile(`counted `+counted+`<[^§]*form="press-(\d+)" name="custom_id" value="(I+)"`))
		send(t, base+"/press"+view, url.Values{"message": {key[1]}, "custom_id": {key[2]}})
	}
	eventually(t, base+"/"+view, regexp.MustCompile(`counted IIII<`))
}
