package discordtest_test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestExamples runs the tests inside the examples that use inTest.
func TestExamples(t *testing.T) {
	t.Parallel()
	for name, example := range map[string]func(){
		"New": ExampleNew, "Presses": ExamplePlayer_Presses, "Completes": ExamplePlayer_Completes,
		"NewInMemory": ExampleNewInMemory, "AwaitCommand": ExampleWorld_AwaitCommand, "Play": ExamplePlay,
		"Submit": ExampleClient_Submit, "Fault": ExampleFault,
	} {
		var shown func(t *testing.T)
		inTest = func(test func(t *testing.T)) { shown = test }
		example()
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown(t)
		})
	}
}

// TestProgramOfBot is the bot's program in ExampleWorld_AwaitCommand, which starts it as a process
// of its own. The program gets the server's address and the bot's token from environment variables.
// In a normal run of the tests it does nothing.
func TestProgramOfBot(t *testing.T) {
	base, err := url.Parse(os.Getenv("DISCORD_API_URL"))
	token := os.Getenv("DISCORD_TOKEN")
	if err != nil || base.Host == "" || token == "" || !slices.Contains(os.Args, "-test.run=^TestProgramOfBot$") {
		return
	}
	bot, err := discordgo.New("Bot " + token)
	if err != nil {
		t.Fatal(err)
	}
	bot.Client = &http.Client{Transport: rebase{base, http.DefaultTransport}}
	run(t, bot)
	_, _ = io.Copy(io.Discard, os.Stdin)
}
