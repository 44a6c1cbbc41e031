package card

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A Declaration is one entry of Discord's command list, with its handlers.
type Declaration struct {
	Declaration *discordgo.ApplicationCommand
	Run         plan.Handler
	Complete    plan.Handler // handles autocomplete; nil if no option has it
	Access      plan.Access  // which members may use the command, and where
}

// A Builder declares commands with the texts of a catalogue.
type Builder struct{ Texts *texts.Catalogue }

// Clocks are the time limits for one move that members can choose. 0 means no limit.
var Clocks = []time.Duration{
	0, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour,
}

// OpenFor lists how long a challenge can wait for an opponent. Members choose one of these durations. The first is the
// default.
var OpenFor = []time.Duration{match.ChallengeLife, time.Hour, 24 * time.Hour}

// VoteClocks are the durations of a team's vote that members can choose.
var VoteClocks = []time.Duration{30 * time.Second, time.Minute, 5 * time.Minute, time.Hour, 24 * time.Hour}

// Slash declares a slash command that is available in servers, direct messages and group messages, and can be installed
// in a server or for a user. Its texts are "command.<name>" and "command.<name>.about".
func (d Builder) Slash(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	declared := d.Command(discordgo.ChatApplicationCommand, name)
	about := texts.Key("command." + name + ".about")
	declared.Description = d.say(about)
	if others := d.locales(about); others != nil {
		declared.DescriptionLocalizations = &others
	}
	declared.Options = options
	for _, o := range options { // an option can have a different description in this command
		about := texts.Key("option." + o.Name + ".about." + name)
		if l := d.Texts.ForLocale(texts.Default); l.Has(about) {
			o.Description, o.DescriptionLocalizations = l.Say(about), d.locales(about)
		}
	}
	return declared
}

// Command declares a command without options or description, with the text "command.<name>" as its name.
func (d Builder) Command(t discordgo.ApplicationCommandType, command string) *discordgo.ApplicationCommand {
	name := texts.Key("command." + command)
	declared := &discordgo.ApplicationCommand{
		Type: t,
		Name: d.say(name),
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		},
	}
	if others := d.locales(name); others != nil {
		declared.NameLocalizations = &others
	}
	return declared
}

// Option declares an option of a command. Its texts are "option.<name>" and "option.<name>.about".
func (d Builder) Option(t discordgo.ApplicationCommandOptionType, option string) *discordgo.ApplicationCommandOption {
	name := texts.Key("option." + option)
	about := name + ".about"
	return &discordgo.ApplicationCommandOption{
		Type: t, Name: d.say(name), NameLocalizations: d.locales(name),
		Description: d.say(about), DescriptionLocalizations: d.locales(about),
	}
}

// Options declares the options with the given names, which have the same values in every command.
func (d Builder) Options(names ...string) (all []*discordgo.ApplicationCommandOption) {
	for _, name := range names {
		all = append(all, d.named(name))
	}
	return all
}

func (d Builder) named(name string) *discordgo.ApplicationCommandOption {
	switch name {
	case "member", "opponent":
		return d.Option(discordgo.ApplicationCommandOptionUser, name)
	case "coach", "mine":
		return d.Option(discordgo.ApplicationCommandOptionBoolean, name)
	case "game":
		return d.Choose(name, "classic", "ultimate")
	case "variant":
		return d.Choose(name, OtherKinds()...)
	case "first":
		return d.Choose(name, "me", "them", "random")
	case "rated":
		return d.Choose(name, "rated", "casual")
	case "format":
		return d.Choose(name, "automatic", "elimination")
	case "repeat":
		return d.Choose(name, "weekly", "monthly")
	case "clock":
		return d.Span(name, Clocks)
	case "open_for":
		return d.Span(name, OpenFor)
	case "vote_clock":
		return d.Span(name, VoteClocks)
	case "size":
		return d.number(name, 1, game.MaxSize)
	case "in_a_row":
		return d.number(name, game.LeastInARow, game.MaxSize)
	case "hour":
		return d.number(name, 0, 23)
	}
	o := d.Option(discordgo.ApplicationCommandOptionString, name)
	switch name {
	case "channel":
		o.Type = discordgo.ApplicationCommandOptionChannel
		o.ChannelTypes = []discordgo.ChannelType{
			discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
		}
	case "best_of":
		o.Type = discordgo.ApplicationCommandOptionInteger
		for _, games := range match.SeriesLengths {
			o.Choices = append(o.Choices, d.Choice(games, func(l *texts.Language) string {
				return l.Say("series.best_of", "Games", texts.Ordinal(games))
			}))
		}
	case "style":
		for _, style := range render.Styles {
			o.Choices = append(o.Choices, d.Choice(string(style), func(l *texts.Language) string {
				return l.Say(texts.Key("style." + style))
			}))
		}
	default: // a level or a square: autocomplete, because the values depend on the game
		o.Autocomplete, o.Required = true, name == "square"
	}
	return o
}

func (d Builder) number(name string, least, most float64) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, name)
	o.MinValue, o.MaxValue = &least, most
	return o
}

// Choose declares a text option with fixed values, named by the texts "choice.<value>".
func (d Builder) Choose(option string, values ...string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, option)
	for _, value := range values {
		o.Choices = append(o.Choices, d.Choice(value, func(l *texts.Language) string { return l.Say(texts.Key("choice." + value)) }))
	}
	return o
}

// Span declares an option with durations as choices. Their values are in seconds.
func (d Builder) Span(option string, among []time.Duration) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, option)
	for _, span := range among {
		o.Choices = append(o.Choices, d.Choice(int(span.Seconds()), func(l *texts.Language) string { return Span(l, span) }))
	}
	return o
}

// Choice returns a choice of an option, with its name in every language.
func (d Builder) Choice(value any, name func(*texts.Language) string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{
		Name: name(d.Texts.ForLocale(texts.Default)), NameLocalizations: d.localized(name), Value: value,
	}
}
