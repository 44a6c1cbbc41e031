package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
	"noughts/bot/config"
	"noughts/bot/rest"
)

type application struct {
	ID           string  `json:"id"`
	VerifyKey    string  `json:"verify_key"`
	Interactions *string `json:"interactions_endpoint_url"`
}

func (b *Bot) ownApplication(ctx context.Context) (application, error) {
	var app application
	err := b.rest.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, &app)
	if err != nil {
		return app, b.explain(ctx, "cannot reach Discord", err)
	}
	return app, nil
}

// The times of offerCommands: how long an attempt may take, and the pauses between attempts, which double.
const (
	registerLimit        = 10 * time.Second
	firstRegisterPause   = 15 * time.Second
	longestRegisterPause = 15 * time.Minute
)

// offerCommands registers the commands until it succeeds or ctx ends, and marks the bot as ready after the first
// attempt. Until then members have the commands that Discord knows. It then removes copies: see findCopies.
func (b *Bot) offerCommands(ctx context.Context, app string) {
	for pause := firstRegisterPause; ; pause = min(2*pause, longestRegisterPause) {
		attempt, cancel := context.WithTimeout(ctx, registerLimit)
		err := b.register(attempt, app)
		cancel()
		if ctx.Err() != nil {
			return
		}
		if !b.hasStarted() {
			b.log.Info("ready", "invite", inviteLink(app))
			b.readyAt = time.Now()
			close(b.ready)
		}
		if err == nil {
			break
		}
		wait, _ := rest.RateLimited(err)
		wait = max(wait, pause)
		b.log.Error("cannot register the commands; the bot runs on and tries again", "in", wait.Round(time.Second), "err", err)
		if backoff.Sleep(ctx, wait) != nil {
			return
		}
	}
	if b.cfg.GuildID == "" {
		b.removeCopies(ctx, app)
	}
}

// inviteLink returns the link that invites the bot, with the settings under Installation in the Developer Portal.
func inviteLink(app string) string { return "https://discord.com/oauth2/authorize?client_id=" + app }

// register registers the commands, globally or in a guild, unless Discord has the same ones, and stores their ids. Every
// process does so when it starts.
func (b *Bot) register(ctx context.Context, app string) error {
	r, err := askRegistered(ctx, b.rest, app, b.cfg.GuildID, b.commands.Declarations())
	if err != nil {
		return err
	}
	if r.twins {
		b.log.Warn(commandTwins)
	}
	if r.same {
		b.log.Info("commands are up to date", "commands", len(r.wanted))
	} else {
		r.registered = nil
		if err := b.rest.CallWithRetries(ctx, http.MethodPut, r.url, r.wanted, &r.registered); err != nil {
			return fmt.Errorf("registering the commands: %w", err)
		}
		b.log.Info("commands registered", "commands", len(r.wanted), "guild", b.cfg.GuildID)
	}
	ids := make(map[string]string)
	for _, c := range r.registered {
		name, _ := c["name"].(string)
		if id, ok := c["id"].(string); ok {
			ids[name] = id
		}
	}
	b.commandIDs.Store(&ids)
	return nil
}

// A command is a command as Discord returned it.
type command map[string]any

// A registration compares this program's commands with those at Discord.
type registration struct {
	url        string
	wanted     []any // this program's commands, and those of types that it does not know, as Discord returned them
	registered []command
	same       bool
	twins      bool // members of the guild see commands twice, because they are also registered globally
}

func askRegistered(ctx context.Context, client *rest.Client, app, guild string, declared []*discordgo.ApplicationCommand) (r registration, err error) {
	r.url, r.registered, err = commandsOf(ctx, client, app, guild)
	switch {
	case guild != "" && rest.NoAccess(err):
		return r, config.Errorf("DISCORD_GUILD_ID", "names a server in which the bot is not: %s", howToInstall)
	case err != nil:
		return r, fmt.Errorf("asking for the registered commands: %w", err)
	}
	if guild != "" {
		declared = forGuild(declared)
		for _, c := range r.registered { // Discord adds these fields, although only global commands can set them
			delete(c, "contexts")
			delete(c, "integration_types")
		}
		_, global, err := commandsOf(ctx, client, app, "")
		if err != nil {
			return r, fmt.Errorf("asking for the commands of all servers: %w", err)
		}
		r.twins = slices.ContainsFunc(global, func(c command) bool { return c.isAmong(declared) })
	}
	for _, c := range declared {
		r.wanted = append(r.wanted, c)
	}
	known, others := split(r.registered, func(c command) bool { return c.kind() <= discordgo.MessageApplicationCommand })
	for _, c := range others {
		r.wanted = append(r.wanted, c)
	}
	r.same, err = sameCommands(declared, known)
	return r, err
}

const howToInstall = "open the link on the Installation page of your application and choose it"

// commandsOf returns the commands of a guild, or the global ones if `guild` is "", and their URL.
func commandsOf(ctx context.Context, client *rest.Client, app, guild string) (url string, commands []command, err error) {
	url = discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	err = client.CallWithRetries(ctx, http.MethodGet, url+"?with_localizations=true", nil, &commands)
	return url, commands, err
}

// commandTwins is the warning about registration.twins. The bot does not delete the global commands: other servers may
// use them.
const commandTwins = "the commands are also registered globally, so the server in DISCORD_GUILD_ID shows each of them twice: use another application for development, or unset DISCORD_GUILD_ID"

// maxCopied is in how many servers findCopies looks. More servers than that do not belong to a bot in development.
const maxCopied = 100

// A serverCopy says that a server has commands of its own that are also registered globally: members see them twice.
// They are left after a start with DISCORD_GUILD_ID.
type serverCopy struct {
	guild, url string
	others     []command // the server's other commands
}

func findCopies(ctx context.Context, client *rest.Client, app string, declared []*discordgo.ApplicationCommand) (found []serverCopy, err error) {
	guilds, err := client.Guilds(ctx)
	if err != nil {
		return nil, err
	}
	for _, guild := range guilds[:min(len(guilds), maxCopied)] {
		url, all, err := commandsOf(ctx, client, app, guild)
		if err != nil && !rest.NoAccess(err) { // NoAccess: the bot was installed without commands
			return found, err
		}
		if own, others := split(all, func(c command) bool { return c.isAmong(declared) }); len(own) > 0 {
			found = append(found, serverCopy{guild, url, others})
		}
	}
	return found, nil
}

func (b *Bot) removeCopies(ctx context.Context, app string) {
	found, err := findCopies(ctx, b.rest, app, b.commands.Declarations())
	for _, c := range found {
		if failed := b.rest.CallWithRetries(ctx, http.MethodPut, c.url, c.others, nil); failed != nil {
			err = failed
			continue
		}
		b.log.Info("removed commands that a server showed twice, left from a start with DISCORD_GUILD_ID", "guild", c.guild)
	}
	if err != nil && ctx.Err() == nil {
		b.log.Warn("some servers may show commands twice", "err", err)
	}
}

func split(commands []command, is func(command) bool) (yes, no []command) {
	no = []command{} // in JSON a list, even if it is empty
	for _, c := range commands {
		if is(c) {
			yes = append(yes, c)
		} else {
			no = append(no, c)
		}
	}
	return yes, no
}

func (c command) isAmong(declared []*discordgo.ApplicationCommand) bool {
	return slices.ContainsFunc(declared, func(d *discordgo.ApplicationCommand) bool {
		return d.Name == c["name"] && cmp.Or(d.Type, discordgo.ChatApplicationCommand) == c.kind()
	})
}

func (c command) kind() discordgo.ApplicationCommandType {
	return cmp.Or(discordgo.ApplicationCommandType(number(c["type"])), discordgo.ChatApplicationCommand)
}

// forGuild returns the commands without the fields that only global commands may have.
func forGuild(all []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	var local []*discordgo.ApplicationCommand
	for _, c := range all {
		bare := *c
		bare.Contexts, bare.IntegrationTypes = nil, nil
		local = append(local, &bare)
	}
	return local
}

func sameCommands(wanted []*discordgo.ApplicationCommand, registered []command) (bool, error) {
	encoded, err := json.Marshal(wanted)
	if err != nil {
		return false, fmt.Errorf("encoding the commands: %w", err)
	}
	var ours []command
	if err := json.Unmarshal(encoded, &ours); err != nil {
		return false, err
	}
	return reflect.DeepEqual(canonicalCommands(ours), canonicalCommands(registered)), nil
}

// declared has the fields of commands and options that a program can declare. Discord adds other
// fields, such as ids and versions.
var declared = map[string]bool{
	"type": true, "name": true, "name_localizations": true,
	"description": true, "description_localizations": true,
	"options": true, "required": true, "choices": true, "autocomplete": true, "value": true,
	"channel_types": true, "min_value": true, "max_value": true, "min_length": true, "max_length": true,
	"default_member_permissions": true, "nsfw": true, "contexts": true, "integration_types": true,
}

func canonicalCommands(list []command) []map[string]any {
	var all []map[string]any
	for _, c := range list {
		kept := canonicalFields(c)
		kept["type"] = float64(c.kind())
		for _, set := range []string{"contexts", "integration_types"} {
			if list, ok := kept[set].([]any); ok {
				slices.SortFunc(list, func(a, b any) int { return cmp.Compare(number(a), number(b)) })
			}
		}
		all = append(all, kept)
	}
	slices.SortFunc(all, func(a, b map[string]any) int {
		return cmp.Or(
			cmp.Compare(number(a["type"]), number(b["type"])),
			strings.Compare(fmt.Sprint(a["name"]), fmt.Sprint(b["name"])))
	})
	return all
}

// canonical returns a value without undeclared fields and without empty fields, because discordgo and Discord omit
// different empty fields. Only a field named "value" stays even if it is empty. The result `says` is false if the
// value itself is empty.
func canonical(value any) (_ any, says bool) {
	switch v := value.(type) {
	case nil:
		return nil, false
	case bool:
		return v, v
	case string:
		return v, v != ""
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i], _ = canonical(item)
		}
		return items, len(items) > 0
	case map[string]any:
		c := canonicalFields(v)
		return c, len(c) > 0
	}
	return value, true
}

func canonicalFields(of map[string]any) map[string]any {
	c := map[string]any{}
	for key, field := range of {
		kept, says := canonical(field)
		if locales, ok := field.(map[string]any); ok { // a map of texts by locale, whose keys are not field names
			// Discord may omit the translations that are the same as the text without a locale.
			others, everybody := maps.Clone(locales), of[strings.TrimSuffix(key, "_localizations")]
			maps.DeleteFunc(others, func(_ string, text any) bool { return text == everybody || text == nil })
			kept, says = others, len(others) > 0
		}
		if declared[key] && (says || key == "value" && field != nil) {
			c[key] = kept
		}
	}
	return c
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}
