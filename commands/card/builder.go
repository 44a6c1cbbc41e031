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

// Slash declares a slash command that is available in servers, direct messages and group messages, and can be installed
// in a server or for a user. Its texts are "command.<name>" and "command.<name>.about".
func (d Builder) Slash(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
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

// describe replaces an option's description by the text "option.<name>.about.<command>", if that text exists. So an
// option can have a different description in this command.
func (d Builder) describe(o *discordgo.ApplicationCommandOption, command string) {
	about := texts.Key("option." + o.Name + ".about." + command)
	if l := d.Texts.ForLocale(texts.Default); l.Has(about) {
		o.Description, o.DescriptionLocalizations = l.Say(about), d.locales(about)
	}
}

// InMenu declares a command in the context menu of a member, with the text "command.<name>".
func (d Builder) InMenu(name string) *discordgo.ApplicationCommand {
	return d.command(discordgo.UserApplicationCommand, name)
}

func (d Builder) command(t discordgo.ApplicationCommandType, command string) *discordgo.ApplicationCommand {
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

// Choose declares a text option with fixed values, named by the texts "choice.<value>".
func (d Builder) Choose(option string, values ...string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, option)
	for _, value := range values {
		o.Choices = append(o.Choices, d.Choice(value, func(l *texts.Language) string { return l.Say(texts.Key("choice." + value)) }))
	}
	return o
}

// Game declares the option for the kind of game.
func (d Builder) Game() *discordgo.ApplicationCommandOption {
	return d.Choose("game", "classic", "ultimate")
}

// Size declares the option for the size of a classic board.
func (d Builder) Size() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "size")
	smallest := 1.0
	o.MinValue, o.MaxValue = &smallest, game.MaxSize
	return o
}

// Hour declares the option for an hour of the day, from 0 to 23.
func (d Builder) Hour() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "hour")
	first := 0.0
	o.MinValue, o.MaxValue = &first, 23
	return o
}

// InARow declares the option for the number of marks in a row that win on a classic board.
func (d Builder) InARow() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "in_a_row")
	least := float64(game.LeastInARow)
	o.MinValue, o.MaxValue = &least, game.MaxSize
	return o
}

// Variant declares the option that selects other rules on a classic board.
func (d Builder) Variant() *discordgo.ApplicationCommandOption {
	return d.Choose("variant", OtherKinds()...)
}

// First declares the option for the player who moves first.
func (d Builder) First() *discordgo.ApplicationCommandOption {
	return d.Choose("first", "me", "them", "random")
}

// Style declares the option for the style of the board. Its choices are all styles of package render, with the texts
// "style.<name>" as their names.
func (d Builder) Style() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, "style")
	for _, style := range render.Styles {
		o.Choices = append(o.Choices, d.Choice(string(style), func(l *texts.Language) string { return l.Say(texts.Key("style." + style)) }))
	}
	return o
}

// Clock declares the option for the time for one move.
func (d Builder) Clock() *discordgo.ApplicationCommandOption { return d.Span("clock", Clocks) }

// OpenFor declares the option for the time that a challenge waits.
func (d Builder) OpenFor() *discordgo.ApplicationCommandOption {
	return d.Span("open_for", OpenFor)
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

// BestOf declares the option for the number of games in a series.
func (d Builder) BestOf() *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionInteger, "best_of")
	for _, games := range match.SeriesLengths {
		o.Choices = append(o.Choices, d.Choice(games, func(l *texts.Language) string {
			return l.Say("series.best_of", "Games", texts.Ordinal(games))
		}))
	}
	return o
}

// Rated declares the option that says whether a game counts for ratings.
func (d Builder) Rated() *discordgo.ApplicationCommandOption {
	return d.Choose("rated", "rated", "casual")
}

// Coach declares the option for the coach, which warns a player before a blunder in a game against the computer.
func (d Builder) Coach() *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionBoolean, "coach")
}

// Member declares an option whose value is a member.
func (d Builder) Member(name string) *discordgo.ApplicationCommandOption {
	return d.Option(discordgo.ApplicationCommandOptionUser, name)
}

// Level declares an option whose value is a level of the computer. It uses autocomplete, because
// the list of levels depends on the game.
func (d Builder) Level(name string) *discordgo.ApplicationCommandOption {
	o := d.Option(discordgo.ApplicationCommandOptionString, name)
	o.Autocomplete = true
	return o
}
