package commands

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/pages"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// Texts of the command /help.
const (
	helpTitle       texts.Key = "help.title"
	helpIntro       texts.Key = "help.intro"
	helpCommand     texts.Key = "help.command"
	helpUserCommand texts.Key = "help.user_command"
	helpHow         texts.Key = "help.how"
	helpFriend      texts.Key = "help.friend"
	helpAll         texts.Key = "help.all"
	helpToPlay      texts.Key = "help.to_play"
	helpInGame      texts.Key = "help.in_game"
	helpYourGames   texts.Key = "help.your_games"
	helpPuzzles     texts.Key = "help.puzzles"
	helpRatings     texts.Key = "help.ratings"
	helpAbout       texts.Key = "help.about"
)

// helpGroups are the commands grouped by purpose. /help shows each group on one line.
var helpGroups = []struct {
	title    texts.Key
	commands []string
}{
	{helpToPlay, []string{"classic", "ultimate", "challenge", "team", "tournament", "watch"}},
	{helpInGame, []string{"move", "board", "hint", "takeback", "draw", "resign"}},
	{helpYourGames, []string{"games", "history", "replay", "review"}},
	{helpPuzzles, []string{"puzzle", "daily"}},
	{helpRatings, []string{"profile", "leaderboard"}},
	{helpAbout, []string{"rules", "settings", "config", "help"}},
}

// helpAllPath is the custom id of the button that lists all commands.
const helpAllPath = "/help/all"

// helpCommand declares /help, which privately shows buttons that start a game, and the commands
// grouped by purpose. A further button opens the list of all commands.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.declare.Slash("help"),
		run: func(r *plan.Request) (plan.Plan, error) {
			l := r.Reader
			parts := []discordgo.MessageComponent{
				card.Text("### " + l.Say(helpTitle) + "\n" + l.Say(helpIntro)),
				card.Row(
					discordgo.Button{CustomID: "/play/classic", Label: l.Say(texts.ButtonPlay), Style: discordgo.PrimaryButton},
					discordgo.Button{CustomID: "/play/ultimate", Label: l.Say(texts.ButtonPlayUltimate), Style: discordgo.PrimaryButton},
					discordgo.Button{CustomID: "/play/friend", Label: l.Say(helpFriend), Style: discordgo.SecondaryButton},
					discordgo.Button{CustomID: pages.LearnList, Label: l.Say(texts.ButtonLearn), Style: discordgo.SecondaryButton},
				),
				card.Text(c.clickable(l, c.groups(l))),
				card.Row(append([]discordgo.MessageComponent{
					discordgo.Button{CustomID: helpAllPath, Label: l.Say(helpAll), Style: discordgo.SecondaryButton},
				}, c.operatorPages().Links(l)...)...),
			}
			return r.Private(plan.Components(card.Container(render.Accent(game.Empty), parts...))), nil
		},
	}
}

// pressAllCommands replaces the page of /help with the list of all commands.
func (c *Commands) pressAllCommands(r *plan.Request) (plan.Plan, error) {
	l := r.Reader
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), card.Text("### "+l.Say(helpAll)), card.Text(c.clickable(l, c.help(l)))))), nil
}

// groups returns the commands grouped by purpose, one line for each group.
func (c *Commands) groups(l *texts.Language) string {
	var lines []string
	for _, group := range helpGroups {
		var names []string
		for _, name := range group.commands {
			i := slices.IndexFunc(c.declarations, func(d *discordgo.ApplicationCommand) bool { return d.Name == name })
			names = append(names, "`/"+local(l, name, c.declarations[i].NameLocalizations)+"`")
		}
		lines = append(lines, "**"+l.Say(group.title)+"** · "+strings.Join(names, " "))
	}
	return strings.Join(lines, "\n")
}

// help returns the list of all commands with their descriptions.
func (c *Commands) help(l *texts.Language) string {
	var lines []string
	for _, declared := range c.declarations {
		if declared.Type == discordgo.UserApplicationCommand {
			lines = append(lines, l.Say(helpUserCommand, "Name", local(l, declared.Name, declared.NameLocalizations)))
			continue
		}
		lines = append(lines, l.Say(helpCommand, "Name", local(l, declared.Name, declared.NameLocalizations),
			"About", l.Say(texts.Key("command."+declared.Name+".about"))))
	}
	return strings.Join(append(lines, "", l.Say(helpHow)), "\n")
}

// local returns the text of a declaration in the reader's language, or `otherwise` if there is no translation.
func local(l *texts.Language, otherwise string, localised *map[discordgo.Locale]string) string {
	if localised != nil {
		if text, ok := (*localised)[discordgo.Locale(l.Code())]; ok {
			return text
		}
	}
	return otherwise
}
