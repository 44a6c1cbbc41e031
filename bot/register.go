package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
)

// An application is the bot's application at Discord, with only the fields that the bot reads.
type application struct {
	ID           string  `json:"id"`
	VerifyKey    string  `json:"verify_key"`
	Interactions *string `json:"interactions_endpoint_url"`
}

// ownApplication asks Discord for the bot's application. Errors: those of Run.
func (b *Bot) ownApplication(ctx context.Context) (application, error) {
	var app application
	err := b.rest.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, &app)
	if err != nil {
		return app, b.explain(ctx, "cannot reach Discord", err)
	}
	return app, nil
}

// register updates the application's commands at Discord and stores their ids. Every process does
// so when it starts. Errors: those of Run.
func (b *Bot) register(ctx context.Context, app string) error {
	registered, err := syncCommands(ctx, b.rest, app, b.cfg.GuildID, b.commands.Declarations(), b.log)
	if err != nil {
		return b.explain(ctx, "cannot register the commands", err)
	}
	ids := make(map[string]string)
	for _, command := range registered {
		if fields, ok := command.(map[string]any); ok {
			name, _ := fields["name"].(string)
			if id, ok := fields["id"].(string); ok {
				ids[name] = id
			}
		}
	}
	b.commandIDs.Store(&ids)
	return nil
}

// knownCommandIDs returns the ids of the registered commands by name. It returns nil until register knows them.
func (b *Bot) knownCommandIDs() map[string]string {
	if ids := b.commandIDs.Load(); ids != nil {
		return *ids
	}
	return nil
}

// A registration compares this program's commands with those at Discord.
type registration struct {
	url        string
	wanted     []*discordgo.ApplicationCommand
	registered []any // the commands as Discord returned them
	same       bool
	twins      bool // members of the guild see commands twice, because they are also registered globally
}

// askRegistered asks Discord for the registered commands: the global ones, or those of a guild.
func askRegistered(ctx context.Context, client *rest.Client, app, guild string, wanted []*discordgo.ApplicationCommand) (r registration, err error) {
	r.url, r.wanted = discordgo.EndpointApplicationGlobalCommands(app), wanted
	if guild != "" {
		r.url, r.wanted = discordgo.EndpointApplicationGuildCommands(app, guild), forGuild(wanted)
	}
	if err := client.CallWithRetries(ctx, http.MethodGet, r.url+"?with_localizations=true", nil, &r.registered); err != nil {
		return r, fmt.Errorf("asking for the registered commands: %w", err)
	}
	if guild != "" {
		for _, command := range r.registered {
			withoutScope(command)
		}
		if r.twins, err = haveTwins(ctx, client, app, r.wanted); err != nil {
			return r, err
		}
	}
	r.same, err = sameCommands(r.wanted, r.registered)
	return r, err
}

// syncCommands registers the commands, globally or in a guild, unless Discord has the same ones. It
// returns the commands as Discord then has them.
func syncCommands(ctx context.Context, client *rest.Client, app, guild string, wanted []*discordgo.ApplicationCommand, log *slog.Logger) ([]any, error) {
	r, err := askRegistered(ctx, client, app, guild, wanted)
	if err != nil {
		return nil, err
	}
	if r.twins {
		log.Warn(commandTwins)
	}
	if r.same {
		log.Info("commands are up to date", "commands", len(r.wanted))
		return r.registered, nil
	}
	var registered []any
	if err := client.CallWithRetries(ctx, http.MethodPut, r.url, r.wanted, &registered); err != nil {
		return nil, fmt.Errorf("registering the commands: %w", err)
	}
	log.Info("commands registered", "commands", len(r.wanted), "guild", guild)
	return registered, nil
}

// commandTwins is the text of the warning if haveTwins returns true. The log and doctor.go use it.
const commandTwins = "the commands are also registered globally, so the server in DISCORD_GUILD_ID shows each of them twice: use another application for development, or unset DISCORD_GUILD_ID"

// haveTwins reports whether commands of a guild are also registered globally. The bot does not
// delete the global ones, because other servers may use them.
func haveTwins(ctx context.Context, client *rest.Client, app string, local []*discordgo.ApplicationCommand) (bool, error) {
	var global []*discordgo.ApplicationCommand
	if err := client.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointApplicationGlobalCommands(app), nil, &global); err != nil {
		return false, fmt.Errorf("asking for the commands of all servers: %w", err)
	}
	twin := func(g *discordgo.ApplicationCommand) bool {
		return slices.ContainsFunc(local, func(l *discordgo.ApplicationCommand) bool { return l.Name == g.Name })
	}
	return slices.ContainsFunc(global, twin), nil
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

// withoutScope deletes the fields contexts and integration_types of a registered command. Discord
// adds them to a guild's command, although only global commands can set them.
func withoutScope(command any) {
	if fields, ok := command.(map[string]any); ok {
		delete(fields, "contexts")
		delete(fields, "integration_types")
	}
}

// sameCommands reports whether the declared commands and the registered ones have the same canonical form.
func sameCommands(wanted []*discordgo.ApplicationCommand, registered []any) (bool, error) {
	encoded, err := json.Marshal(wanted)
	if err != nil {
		return false, fmt.Errorf("encoding the commands: %w", err)
	}
	var ours []any
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

// canonicalCommands returns commands in canonical form, sorted by type and name.
func canonicalCommands(list []any) []map[string]any {
	var all []map[string]any
	for _, item := range list {
		kept, _ := canonical(item)
		c, ok := kept.(map[string]any)
		if !ok {
			continue
		}
		if _, ok := c["type"]; !ok {
			c["type"] = float64(discordgo.ChatApplicationCommand)
		}
		for _, set := range []string{"contexts", "integration_types"} {
			if list, ok := c[set].([]any); ok {
				slices.SortFunc(list, func(a, b any) int { return cmp.Compare(number(a), number(b)) })
			}
		}
		all = append(all, c)
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
		c := map[string]any{}
		for key, field := range v {
			kept, says := canonical(field)
			if locales, ok := field.(map[string]any); ok { // a map of texts by locale, whose keys are not field names
				others := newTexts(locales, v[strings.TrimSuffix(key, "_localizations")])
				kept, says = others, len(others) > 0
			}
			if declared[key] && (says || key == "value" && field != nil) {
				c[key] = kept
			}
		}
		return c, len(c) > 0
	}
	return value, true
}

// newTexts returns the translations that differ from `everybody`, the text without a locale. Discord may omit the
// others.
func newTexts(locales map[string]any, everybody any) map[string]any {
	others := maps.Clone(locales)
	maps.DeleteFunc(others, func(_ string, text any) bool { return text == everybody || text == nil })
	return others
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}
