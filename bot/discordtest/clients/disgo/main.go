// Command disgo is a bot written with disgo. Only the base address of the API differs from that of
// a bot on the real Discord. The bot plays the story of package noughts/bot/discordtest/clients.
// With the argument "features" it is the bot of playFeatures in that package instead.
//
// It is a module of its own, so that users of noughts do not download disgo.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/disgoorg/disgo"
	"github.com/disgoorg/disgo/bot"
	"github.com/disgoorg/disgo/cache"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/events"
	"github.com/disgoorg/disgo/gateway"
	"github.com/disgoorg/disgo/handler"
	"github.com/disgoorg/disgo/handler/middleware"
	"github.com/disgoorg/disgo/rest"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "disgo:", err)
		os.Exit(1)
	}
}

// run runs the bot until its standard input ends.
func run(ctx context.Context) error {
	options := []bot.ConfigOpt{
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds)),
		bot.WithCacheConfigOpts(cache.WithCaches(cache.FlagGuilds)),
		bot.WithEventListenerFunc(register),
		bot.WithEventListeners(router()),
	}
	if len(os.Args) > 1 && os.Args[1] == "features" {
		options = new(features).options()
	}
	options = append(options, bot.WithRestClientConfigOpts(rest.WithURL(os.Getenv("DISCORD_API_URL")+"/api/v10")))
	client, err := disgo.New(os.Getenv("DISCORD_TOKEN"), options...)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		client.Close(ctx)
	}()
	if err := client.OpenGateway(ctx); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// register replaces the bot's global commands when the bot is ready.
func register(e *events.Ready) {
	if err := handler.SyncCommands(e.Client(), commands(), nil); err != nil {
		slog.Error("commands not registered", "error", err)
	}
}

// router returns the handlers of all interactions. Each interaction is handled in a goroutine of
// its own, because a handler would otherwise block the gateway's events.
func router() *handler.Mux {
	m := handler.New()
	m.Use(middleware.Go)
	m.SlashCommand("/ping", ping)
	m.SlashCommand("/guilds", guilds)
	m.SlashCommand("/pick", pick)
	m.Autocomplete("/pick", fruits)
	m.SlashCommand("/bans", bans)
	m.UserCommand("/Greet", greet)
	m.SlashCommand("/slow", slow)
	m.SlashCommand("/follow", follow)
	m.SlashCommand("/say", say)
	m.SlashCommand("/form", openForm)
	m.Modal("/form", formSubmitted)
	m.SlashCommand("/menu", menu)
	m.ButtonComponent("/count/{n}", count)
	m.ButtonComponent("/later", later)
	m.ButtonComponent("/menu-form", openMenuForm)
	m.Modal("/menu-form", menuFormSubmitted)
	m.SelectMenuComponent("/colour", colour)
	m.SlashCommand("/game", startGame)
	m.ButtonComponent("/cell/{game}/{n}", pressCell)
	return m
}

// commands returns the commands of the story.
func commands() []discord.ApplicationCommandCreate {
	return []discord.ApplicationCommandCreate{
		discord.SlashCommandCreate{Name: "ping", Description: "Answer"},
		discord.SlashCommandCreate{Name: "guilds", Description: "Count the guilds"},
		discord.SlashCommandCreate{Name: "pick", Description: "Pick a fruit", Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionString{Name: "fruit", Description: "Which one", Required: true, Autocomplete: true},
		}},
		discord.SlashCommandCreate{Name: "bans", Description: "Ask for what this Discord does not have"},
		discord.UserCommandCreate{Name: "Greet"},
		discord.SlashCommandCreate{Name: "slow", Description: "Take time", Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionBool{Name: "private", Description: "Answer privately"},
		}},
		discord.SlashCommandCreate{Name: "follow", Description: "Follow up"},
		discord.SlashCommandCreate{Name: "form", Description: "Show a form"},
		discord.SlashCommandCreate{Name: "menu", Description: "Show buttons and a menu"},
		discord.SlashCommandCreate{Name: "say", Description: "Write to the channel", Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionInt{Name: "times", Description: "How often", Required: true},
		}},
		discord.SlashCommandCreate{Name: "game", Description: "Play", Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionUser{Name: "opponent", Description: "Whom to play", Required: true},
		}},
	}
}
