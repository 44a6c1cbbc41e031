// Package declare declares commands and their options as Discord wants them, each with its
// texts in every language: what a command is called is the text "command.<name>". Which
// commands there are, and what answers them, say the packages that use it.
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

// A Command is one entry of Discord's command list with what answers it.
type Command struct {
	Declaration *discordgo.ApplicationCommand
	Run         plan.Handler
	Complete    plan.Handler // answers its completions, nil without any
	Access      plan.Access  // who may use it
}

// A Declarer declares commands with the texts of a catalogue.
type Declarer struct{ texts *texts.Catalogue }

// With returns what declares commands with the texts of a catalogue.
func With(catalogue *texts.Catalogue) Declarer { return Declarer{catalogue} }

// Clocks are the times for a move that can be chosen, 0 for none.
var Clocks = []time.Duration{
	0, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour,
}

// OpenFor are the times that a challenge can wait; the first is what it waits if none is
// chosen.
var OpenFor = []time.Duration{match.ChallengeLife, time.Hour, 24 * time.Hour}

// seriesBestOf is what the lengths of series are called.
const seriesBestOf texts.Key = "series.best_of"

// Slash declares a slash command: for servers, direct and group messages,
// installed in a server or for a user. Its texts are "command.<name>" and
// "command.<name>.about".
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

// describe gives an option the description that it has in one command, the text
// "option.<name>.about.<command>", if there is one.
func (d Declarer) describe(o *discordgo.ApplicationCommandOption, command string) {
	about := texts.Key("option." + o.Name + ".about." + command)
	if l := d.texts.In(texts.Default); l.Has(about) {
		o.Description, o.DescriptionLocalizations = l.Say(about), d.locales(about)
	}
}

// InMenu declares a command in the menu of a member, by the text "command.<name>".
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

// Choose declares a text option with fixed values. Their names are the texts "choice.<value>".
func (d Declarer) Choose(option string, values ...string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, option)
	for _, value := range values {
		o.Choices = append(o.Choices, d.Choice(value, func(l *texts.Language) string { return l.Say(texts.Key("choice." + value)) }))
	}
	return o
}

// Game declares the choice of a kind of game.
func (d Declarer) Game() *discordgo.ApplicationCommandOption {
	return d.Choose("game", "classic", "ultimate")
}

// Size declares how large a classic board is.
func (d Declarer) Size() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "size")
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

// InARow declares how many in a row win on a classic board.
func (d Declarer) InARow() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "in_a_row")
	least := float64(game.LeastInARow)
	o.MinValue, o.MaxValue = &least, game.MaxSize
	return o
}

// Variant declares the choice of other rules on a classic board.
func (d Declarer) Variant() *discordgo.ApplicationCommandOption { return d.Choose("variant", "misere") }

// First declares the choice of who begins.
func (d Declarer) First() *discordgo.ApplicationCommandOption {
	return d.Choose("first", "me", "them", "random")
}

// Style declares the choice of a style: of all that package render has. Their names are the texts
// "style.<name>".
func (d Declarer) Style() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, "style")
	for _, style := range render.Styles {
		o.Choices = append(o.Choices, d.Choice(string(style), func(l *texts.Language) string { return l.Say(texts.Key("style." + style)) }))
	}
	return o
}

// Clock declares the choice of a clock.
func (d Declarer) Clock() *discordgo.ApplicationCommandOption { return d.Span("clock", Clocks) }

// OpenFor declares the choice of how long a challenge waits.
func (d Declarer) OpenFor() *discordgo.ApplicationCommandOption {
	return d.Span("open_for", OpenFor)
}

// Span declares the choice of a time, in seconds.
func (d Declarer) Span(option string, among []time.Duration) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, option)
	for _, span := range among {
		o.Choices = append(o.Choices, d.Choice(int(span.Seconds()), func(l *texts.Language) string { return card.Span(l, span) }))
	}
	return o
}

// Choice returns a value that an option can have, with its name in every language.
func (d Declarer) Choice(value any, name func(*texts.Language) string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{
		Name: name(d.texts.In(texts.Default)), NameLocalizations: d.localized(name), Value: value,
	}
}

// BestOf declares how many games a series has.
func (d Declarer) BestOf() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "best_of")
	for _, games := range match.SeriesLengths {
		o.Choices = append(o.Choices, d.Choice(games, func(l *texts.Language) string {
			return l.Say(seriesBestOf, "Games", texts.Ordinal(games))
		}))
	}
	return o
}

// Rated declares the choice whether a game counts for ratings.
func (d Declarer) Rated() *discordgo.ApplicationCommandOption {
	return d.Choose("rated", "rated", "casual")
}

// Coach declares the choice whether who plays against the computer is warned before a blunder.
func (d Declarer) Coach() *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionBoolean, "coach")
}

// Member declares the choice of a member, under a name.
func (d Declarer) Member(name string) *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionUser, name)
}

// Level declares a level, under a name, that is completed while it is typed, because the
// levels depend on the game.
func (d Declarer) Level(name string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, name)
	o.Autocomplete = true
	return o
}
