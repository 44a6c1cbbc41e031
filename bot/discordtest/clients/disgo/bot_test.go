package disgo

import (
	"context"
	"log/slog"
	"testing"
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

	"noughts/bot/discordtest/clients"
)

func TestDisgo(t *testing.T) {
	t.Parallel()
	clients.Run(t, join)
}

// join starts a bot written with disgo as anybody writes one, but for the base
// address.
func join(t *testing.T, a clients.Account) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	client, err := disgo.New(a.Token,
		bot.WithLogger(log),
		bot.WithRestClientConfigOpts(rest.WithURL(a.URL+"/api/v10")),
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds)),
		bot.WithCacheConfigOpts(cache.WithCaches(cache.FlagGuilds)),
		bot.WithEventListenerFunc(func(e *events.Ready) {
			if err := handler.SyncCommands(e.Client(), commands(), nil); err != nil {
				log.Error("commands not registered", "error", err)
			}
		}),
		bot.WithEventListeners(router(log)),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		client.Close(ctx)
	})
	if err := client.OpenGateway(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// router routes every interaction to its handler, each in a goroutine of its
// own: the gateway must not wait for those that do.
func router(log *slog.Logger) *handler.Mux {
	m := handler.New()
	m.Use(middleware.GoErr(func(e *handler.InteractionEvent, err error) {
		log.Error("not answered", "error", err)
	}))
	m.SlashCommand("/ping", ping)
	m.SlashCommand("/guilds", guilds)
	m.SlashCommand("/pick", pick)
	m.Autocomplete("/pick", fruits)
	m.UserCommand("/Greet", greet)
	m.SlashCommand("/slow", slow)
	m.SlashCommand("/follow", follow)
	m.SlashCommand("/say", say)
	m.SlashCommand("/form", func(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
		return e.Modal(form("/form", "name", "hobby"))
	})
	m.Modal("/form", formSubmitted)
	m.SlashCommand("/menu", menu)
	m.ButtonComponent("/count/{n}", count)
	m.ButtonComponent("/later", later)
	m.ButtonComponent("/menu-form", func(_ discord.ButtonInteractionData, e *handler.ComponentEvent) error {
		return e.Modal(form("/menu-form", "name"))
	})
	m.Modal("/menu-form", func(e *handler.ModalEvent) error { return e.UpdateMessage(update("Form by " + e.Data.Text("name"))) })
	m.SelectMenuComponent("/colour", colour)
	return m
}

// commands are those of the story.
func commands() []discord.ApplicationCommandCreate {
	return []discord.ApplicationCommandCreate{
		discord.SlashCommandCreate{Name: "ping", Description: "Answer"},
		discord.SlashCommandCreate{Name: "guilds", Description: "Count the guilds"},
		discord.SlashCommandCreate{Name: "pick", Description: "Pick a fruit", Options: []discord.ApplicationCommandOption{
			discord.ApplicationCommandOptionString{Name: "fruit", Description: "Which one", Required: true, Autocomplete: true},
		}},
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
	}
}
