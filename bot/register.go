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

// An application is what the bot asks of its own.
type application struct {
	ID           string  `json:"id"`
	VerifyKey    string  `json:"verify_key"`
	Interactions *string `json:"interactions_endpoint_url"`
}

// ownApplication asks who the bot is. Errors: as Run's.
func (b *Bot) ownApplication(ctx context.Context) (application, error) {
	var app application
	err := b.rest.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointApplications+"/@me", nil, &app)
	if err != nil {
		return app, b.explain(ctx, "cannot reach Discord", err)
	}
	return app, nil
}

// register brings the application's commands up to date, and notes the ids that they
// have at Discord: every process asks for them when it starts. Errors: as Run's.
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

// knownCommandIDs returns the ids of the registered commands by their names, nil until
// Discord has told them.
func (b *Bot) knownCommandIDs() map[string]string {
	if ids := b.commandIDs.Load(); ids != nil {
		return *ids
	}
	return nil
}

// syncCommands registers the commands with Discord, if what is registered
// differs: everywhere, or in one guild. It returns them as Discord has them then.
func syncCommands(ctx context.Context, client *rest.Client, app, guild string, wanted []*discordgo.ApplicationCommand, log *slog.Logger) ([]any, error) {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(app, guild)
		wanted = forGuild(wanted)
	}
	var registered []any
	if err := client.CallWithRetries(ctx, http.MethodGet, url+"?with_localizations=true", nil, &registered); err != nil {
		return nil, fmt.Errorf("asking for the registered commands: %w", err)
	}
	if guild != "" {
		for _, command := range registered {
			withoutScope(command)
		}
		if err := warnOfTwins(ctx, client, app, wanted, log); err != nil {
			return nil, err
		}
	}
	same, err := sameCommands(wanted, registered)
	if err != nil {
		return nil, err
	}
	if same {
		log.Info("the commands are registered already", "commands", len(wanted))
		return registered, nil
	}
	registered = nil
	if err := client.CallWithRetries(ctx, http.MethodPut, url, wanted, &registered); err != nil {
		return nil, fmt.Errorf("registering the commands: %w", err)
	}
	log.Info("registered the commands", "commands", len(wanted), "guild", guild)
	return registered, nil
}

// warnOfTwins says in the log that a server shows commands twice, if they are registered
// for all servers as well. Those are left alone: other servers may use them.
func warnOfTwins(ctx context.Context, client *rest.Client, app string, local []*discordgo.ApplicationCommand, log *slog.Logger) error {
	var global []*discordgo.ApplicationCommand
	if err := client.CallWithRetries(ctx, http.MethodGet, discordgo.EndpointApplicationGlobalCommands(app), nil, &global); err != nil {
		return fmt.Errorf("asking for the commands of all servers: %w", err)
	}
	twin := func(g *discordgo.ApplicationCommand) bool {
		return slices.ContainsFunc(local, func(l *discordgo.ApplicationCommand) bool { return l.Name == g.Name })
	}
	if slices.ContainsFunc(global, twin) {
		log.Warn("the commands are registered for all servers, too, so that the server in DISCORD_GUILD_ID shows each of them twice: use another application for development, or unset DISCORD_GUILD_ID")
	}
	return nil
}

// forGuild returns commands without what only global ones have.
func forGuild(all []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	var local []*discordgo.ApplicationCommand
	for _, c := range all {
		bare := *c
		bare.Contexts, bare.IntegrationTypes = nil, nil
		local = append(local, &bare)
	}
	return local
}

// withoutScope drops from a registered guild command what Discord fills in there.
func withoutScope(command any) {
	if fields, ok := command.(map[string]any); ok {
		delete(fields, "contexts")
		delete(fields, "integration_types")
	}
}

// sameCommands compares declarations with what Discord sent, by their canonical
// forms.
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

// declared are the fields of commands and options that their author declares.
// Discord adds ids, versions and defaults of its own.
var declared = map[string]bool{
	"type": true, "name": true, "name_localizations": true,
	"description": true, "description_localizations": true,
	"options": true, "required": true, "choices": true, "autocomplete": true, "value": true,
	"channel_types": true, "min_value": true, "max_value": true, "min_length": true, "max_length": true,
	"default_member_permissions": true, "nsfw": true, "contexts": true, "integration_types": true,
}

// canonicalCommands returns commands in canonical form, in the order of type and name.
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

// canonical returns a value without the fields that are not declared and those that say
// nothing: Discord sends null, false or an empty list where the library leaves a field
// out, and the other way round. It returns false for a value that says nothing itself.
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
			if locales, ok := field.(map[string]any); ok { // whose keys are not declared
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

// newTexts returns the texts by locale that are not the text for everybody: Discord may
// or may not keep those.
func newTexts(locales map[string]any, everybody any) map[string]any {
	others := maps.Clone(locales)
	maps.DeleteFunc(others, func(_ string, text any) bool { return text == everybody || text == nil })
	return others
}

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}
