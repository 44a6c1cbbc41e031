package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/disgoorg/disgo/bot"
	"github.com/disgoorg/disgo/cache"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/events"
	"github.com/disgoorg/disgo/gateway"
	"github.com/disgoorg/disgo/handler"
	"github.com/disgoorg/disgo/handler/middleware"
	"github.com/disgoorg/disgo/rest"
	"github.com/disgoorg/snowflake/v2"
)

// features is the state of the bot that playFeatures tests. The command /do runs one of the bot's steps. A step calls
// disgo, and the bot answers with the result that disgo returned.
type features struct {
	mu    sync.Mutex
	heard []string // the events received since the last /heard

	shown   discord.Message // the message that the step "show" sends
	thread  snowflake.ID
	role    snowflake.ID
	channel snowflake.ID
	webhook *discord.IncomingWebhook
	news    snowflake.ID // id of the message that the webhook sends
	invite  string
}

// A step is one use of /do, with the library's REST client and the ids that a step needs. `user` is
// the member who used /do.
type step struct {
	rest.Rest
	app, guild, channel, user snowflake.ID
}

// A pace is an http.RoundTripper that delays each request until the next tick of the channel `next`. It keeps the bot
// below Discord's limit of 50 requests per second over all routes, because disgo does not wait when it meets that
// limit.
type pace struct {
	http.RoundTripper
	next <-chan time.Time
}

// RoundTrip waits for the next tick and sends the request.
func (p pace) RoundTrip(r *http.Request) (*http.Response, error) {
	<-p.next
	return p.RoundTripper.RoundTrip(r)
}

// options returns the options of the disgo client.
func (f *features) options() []bot.ConfigOpt {
	m := handler.New()
	m.Use(middleware.Go)
	m.SlashCommand("/do", f.do)
	m.SlashCommand("/heard", f.tell)
	return []bot.ConfigOpt{
		bot.WithGatewayConfigOpts(gateway.WithIntents(gateway.IntentGuilds, gateway.IntentGuildMessages,
			gateway.IntentGuildMessageReactions, gateway.IntentGuildMessageTyping, gateway.IntentGuildMessagePolls,
			gateway.IntentGuildInvites, gateway.IntentGuildWebhooks)),
		bot.WithCacheConfigOpts(cache.WithCaches(cache.FlagGuilds, cache.FlagChannels, cache.FlagRoles)),
		bot.WithEventListeners(m, f.listener()),
		bot.WithRestClientConfigOpts(rest.WithHTTPClient(&http.Client{
			Timeout:   20 * time.Second,
			Transport: pace{http.DefaultTransport, time.NewTicker(time.Second / 40).C},
		})),
		bot.WithEventListenerFunc(func(e *events.Ready) {
			commands := []discord.ApplicationCommandCreate{
				discord.SlashCommandCreate{Name: "do", Description: "Do a step", Options: []discord.ApplicationCommandOption{
					discord.ApplicationCommandOptionString{Name: "step", Description: "Which one", Required: true},
				}},
				discord.SlashCommandCreate{Name: "heard", Description: "Tell what has happened"},
			}
			if err := handler.SyncCommands(e.Client(), commands, nil); err != nil {
				slog.Error("commands not registered", "error", err)
			}
		}),
	}
}

func (f *features) do(data discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	if err := e.DeferCreateMessage(false); err != nil {
		return err
	}
	steps := map[string]func(step) (string, error){
		"show": f.show, "edit": f.edit, "reply": f.reply, "history": f.history,
		"react": f.react, "reactions": f.reactions, "unreact": f.unreact, "clearReactions": f.clearReactions,
		"pin": f.pin, "unpin": f.unpin, "bulk": f.bulk, "type": f.typing, "poll": f.poll, "votes": f.votes, "endPoll": f.endPoll,
		"openThread": f.openThread, "threadOfMessage": f.threadOfMessage, "leaveThread": f.leaveThread, "archive": f.archive,
		"reopen": f.reopen, "deleteThread": f.deleteThread, "members": f.members, "nicknames": f.nicknames, "timeOut": f.timeOut,
		"role": f.makeRole, "unrole": f.removeRole, "channel": f.makeChannel, "removeChannel": f.removeChannel,
		"webhook": f.makeWebhook, "removeWebhook": f.removeWebhook, "invite": f.makeInvite, "uninvite": f.removeInvite,
		"write": f.write,
	}
	run, ok := steps[data.String("step")]
	said := "no such step"
	if ok {
		var err error
		said, err = run(step{
			Rest: e.Client().Rest(), app: e.ApplicationID(), guild: *e.GuildID(), channel: e.Channel().ID(), user: e.User().ID,
		})
		if err != nil {
			said = fmt.Sprint("failed: ", err)
		}
	}
	_, err := e.UpdateInteractionResponse(update(said))
	return err
}

func (f *features) tell(_ discord.SlashCommandInteractionData, e *handler.CommandEvent) error {
	f.mu.Lock()
	said := strings.Join(f.heard, "\n")
	f.heard = nil
	f.mu.Unlock()
	if said == "" {
		said = "nothing"
	}
	return e.CreateMessage(text(said))
}

// hear records an event for /heard.
func (f *features) hear(parts ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.heard = append(f.heard, strings.TrimSuffix(fmt.Sprintln(parts...), "\n"))
}

// listener returns a listener that records the events that playFeatures checks.
func (f *features) listener() bot.EventListener {
	channel := func(e bot.Event, id snowflake.ID) string {
		c, _ := e.Client().Caches().Channel(id)
		return c.Name()
	}
	return &events.ListenerAdapter{
		OnGuildMessageReactionAdd: func(e *events.GuildMessageReactionAdd) {
			f.hear("messageReactionAdd", *e.Emoji.Name, e.UserID)
		},
		OnGuildMessageReactionRemove: func(e *events.GuildMessageReactionRemove) {
			f.hear("messageReactionRemove", *e.Emoji.Name, e.UserID)
		},
		OnGuildMessageReactionRemoveEmoji: func(e *events.GuildMessageReactionRemoveEmoji) {
			f.hear("messageReactionRemoveEmoji", *e.Emoji.Name)
		},
		OnGuildMessageReactionRemoveAll: func(*events.GuildMessageReactionRemoveAll) { f.hear("messageReactionRemoveAll", "all") },
		OnGuildMemberTypingStart:        func(e *events.GuildMemberTypingStart) { f.hear("typingStart", e.Member.User.Username) },
		OnGuildChannelPinsUpdate:        func(e *events.GuildChannelPinsUpdate) { f.hear("channelPinsUpdate", channel(e, e.ChannelID)) },
		OnGuildChannelCreate:            func(e *events.GuildChannelCreate) { f.hear("channelCreate", e.Channel.Name()) },
		OnGuildChannelUpdate: func(e *events.GuildChannelUpdate) {
			if c, ok := e.Channel.(discord.GuildTextChannel); ok && c.Topic() != nil {
				f.hear("channelUpdate", *c.Topic())
			}
		},
		OnGuildChannelDelete: func(e *events.GuildChannelDelete) { f.hear("deleted", e.Channel.Name()) },
		OnThreadCreate:       func(e *events.ThreadCreate) { f.hear("threadCreate", e.Thread.Name()) },
		OnThreadUpdate: func(e *events.ThreadUpdate) {
			f.hear("threadUpdate", e.Thread.Name(), map[bool]string{true: "archived", false: "open"}[e.Thread.ThreadMetadata.Archived])
		},
		OnThreadDelete:        func(e *events.ThreadDelete) { f.hear("deleted", e.Thread.Name()) },
		OnRoleCreate:          func(e *events.RoleCreate) { f.hear("roleCreate", e.Role.Name) },
		OnRoleUpdate:          func(e *events.RoleUpdate) { f.hear("roleUpdate", e.OldRole.Name, "to", e.Role.Name) },
		OnRoleDelete:          func(e *events.RoleDelete) { f.hear("roleDelete", e.Role.Name) },
		OnGuildInviteCreate:   func(e *events.InviteCreate) { f.hear("inviteCreate", channel(e, e.ChannelID)) },
		OnGuildInviteDelete:   func(e *events.InviteDelete) { f.hear("inviteDelete", channel(e, e.ChannelID)) },
		OnGuildWebhooksUpdate: func(e *events.WebhooksUpdate) { f.hear("webhooksUpdate", channel(e, e.ChannelID)) },
	}
}

// names returns the sorted names of `things`, separated by commas.
func names[T any](things []T, name func(T) string) string {
	var out []string
	for _, t := range things {
		out = append(out, name(t))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
