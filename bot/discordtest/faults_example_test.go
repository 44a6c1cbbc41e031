package discordtest_test

import (
	"context"
	"fmt"
	"log"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/discordtest"
)

// Discord asks a bot to reconnect, and the bot resumes its session.
func ExampleApplication_Inject() {
	server := discordtest.NewServer()
	if err := server.Start(); err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	app := server.NewApplication("bot")
	dg, hangUp, err := join(server, app)
	if err != nil {
		log.Fatal(err)
	}
	defer hangUp()
	dg.LogLevel = discordgo.LogError - 1
	if err := dg.Open(); err != nil {
		log.Fatal(err)
	}
	fault := discordtest.Fault{Kind: discordtest.FaultReconnect}
	injection, err := app.Inject(fault)
	if err != nil {
		log.Fatal(err)
	}
	outcome, err := injection.Wait(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s asks to %s: %d resumes, %d identifies\n", fault, fault.Effect(), outcome.Resumes, outcome.Identifies)
	_ = dg.Close()
	// Output: op 7 asks to resume: 1 resumes, 0 identifies
}
