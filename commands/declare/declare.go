// Package declare declares commands and their options as Discord wants them, each with its texts in every
// language: the name of a command is the text "command.<name>". Other packages list the commands and handle
// them.
package declare

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A Command is an entry of Discord's command list with its handler.
type Command struct {
	Declaration *discordgo.ApplicationCommand
	Run         plan.Handler
	Complete    plan.Handler // handles completions; nil without any
	Access      plan.Access  // who may use it
}

// A Declarer declares commands with the texts of a catalogue.
type Declarer struct{ texts *texts.Catalogue }

// With returns a Declarer with the texts of a catalogue.
func With(catalogue *texts.Catalogue) Declarer { return Declarer{catalogue} }

// Clocks are the times for a move that members can choose, 0 for none.
var Clocks = []time.Duration{
	0, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour,
}

// OpenFor are the times that an open challenge can wait. The first is the default.
var OpenFor = []time.Duration{match.ChallengeLife, time.Hour, 24 * time.Hour}

// seriesBestOf is the name of a series' length.
const seriesBestOf texts.Key = "series.best_of"

// Slash declares a slash command for servers, direct messages and group messages, installed in a server or for
// a user. Its texts are "command.<name>" and "command.<name>.about".
func (d Declarer) Slash(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	declared := d.command(discordgo.ChatApplicationCommand, name)
	about := texts.Key("command." + name + ".about")
	declared.Description = d.say(about)
	if others := d.locales(about); others != nil {
		declared.DescriptionLocalizations = &others
	}
	declared.Options = options
	for _, o := range options {
		d.describe(o, name)
	}
	return declared
}

// describe sets the description that an option has in one command, the text "option.<name>.about.<command>", if
// that text exists.
func (d Declarer) describe(o *discordgo.ApplicationCommandOption, command string) {
	about := texts.Key("option." + o.Name + ".about." + command)
	if l := d.texts.In(texts.Default); l.Has(about) {
		o.Description, o.DescriptionLocalizations = l.Say(about), d.locales(about)
	}
}

// InMenu declares a command in a member's menu, with the text "command.<name>".
func (d Declarer) InMenu(name string) *discordgo.ApplicationCommand {
	return d.command(discordgo.UserApplicationCommand, name)
}

// command declares a command without a description.
func (d Declarer) command(t discordgo.ApplicationCommandType, command string) *discordgo.ApplicationCommand {
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

// Option declares an option. Its texts are "option.<name>" and "option.<name>.about".
func (d Declarer) Option(t discordgo.ApplicationCommandOptionType, option string) *discordgo.ApplicationCommandOption {
	name := texts.Key("option." + option)
	about := name + ".about"
	return &discordgo.ApplicationCommandOption{
		Type: t, Name: d.say(name), NameLocalizations: d.locales(name),
		Description: d.say(about), DescriptionLocalizations: d.locales(about),
	}
}

// Choose declares a text option with fixed values, named by the texts "choice.<value>".
func (d Declarer) Choose(option string, values ...string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, option)
	for _, value := range values {
		o.Choices = append(o.Choices, d.Choice(value, func(l *texts.Language) string { return l.Say(texts.Key("choice." + value)) }))
	}
	return o
}

// Game declares the option of the kind of game.
func (d Declarer) Game() *discordgo.ApplicationCommandOption {
	return d.Choose("game", "classic", "ultimate")
}

// Size declares the option of a classic board's size.
func (d Declarer) Size() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "size")
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

// Hour declares the option of an hour of the day.
func (d Declarer) Hour() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "hour")
	first := 0.0
	o.MinValue, o.MaxValue = &first, 23
	return o
}

// InARow declares the option of how many in a row win on a classic board.
func (d Declarer) InARow() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "in_a_row")
	least := float64(game.LeastInARow)
	o.MinValue, o.MaxValue = &least, game.MaxSize
	return o
}

// Variant declares the option of other rules on a classic board.
func (d Declarer) Variant() *discordgo.ApplicationCommandOption { return d.Choose("variant", "misere") }

// First declares the option of who begins.
func (d Declarer) First() *discordgo.ApplicationCommandOption {
	return d.Choose("first", "me", "them", "random")
}

// Style declares the option of a style: all styles of package render, named by the texts "style.<name>".
func (d Declarer) Style() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, "style")
	for _, style := range render.Styles {
		o.Choices = append(o.Choices, d.Choice(string(style), func(l *texts.Language) string { return l.Say(texts.Key("style." + style)) }))
	}
	return o
}

// Clock declares the option of a clock.
func (d Declarer) Clock() *discordgo.ApplicationCommandOption { return d.Span("clock", Clocks) }

// OpenFor declares the option of how long a challenge waits.
func (d Declarer) OpenFor() *discordgo.ApplicationCommandOption {
	return d.Span("open_for", OpenFor)
}

// Span declares an option that is one of some times, in seconds.
func (d Declarer) Span(option string, among []time.Duration) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, option)
	for _, span := range among {
		o.Choices = append(o.Choices, d.Choice(int(span.Seconds()), func(l *texts.Language) string { return card.Span(l, span) }))
	}
	return o
}

// Choice returns a value of an option, with its name in every language.
func (d Declarer) Choice(value any, name func(*texts.Language) string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{
		Name: name(d.texts.In(texts.Default)), NameLocalizations: d.localized(name), Value: value,
	}
}

// BestOf declares the option of how many games a series has.
func (d Declarer) BestOf() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "best_of")
	for _, games := range match.SeriesLengths {
		o.Choices = append(o.Choices, d.Choice(games, func(l *texts.Language) string {
			return l.Say(seriesBestOf, "Games", texts.Ordinal(games))
		}))
	}
	return o
}

// Rated declares the option whether a game counts for ratings.
func (d Declarer) Rated() *discordgo.ApplicationCommandOption {
	return d.Choose("rated", "rated", "casual")
}

// Coach declares the option of a coach, who warns a player against the computer before a blunder.
func (d Declarer) Coach() *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionBoolean, "coach")
}

// Member declares an option that is a member.
func (d Declarer) Member(name string) *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionUser, name)
}

// Level declares an option that is a level. It is completed while it is typed, because the levels depend on the
// game.
func (d Declarer) Level(name string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, name)
	o.Autocomplete = true
	return o
}
