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

var helpGroups = []struct {
	title    texts.Key
	commands []string
}{
	{"help.to_play", []string{"classic", "ultimate", "challenge", "team", "tournament", "watch"}},
	{"help.in_game", []string{"move", "board", "hint", "takeback", "draw", "resign"}},
	{"help.your_games", []string{"games", "history", "replay", "review"}},
	{"help.puzzles", []string{"puzzle", "daily"}},
	{"help.ratings", []string{"profile", "leaderboard"}},
	{"help.about", []string{"rules", "settings", "config", "help"}},
}

const helpAllPath = "/help/all"

// helpCommand declares /help, which privately shows buttons that start a game, and the commands
// grouped by purpose. A further button opens the list of all commands.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.declare.Slash("help"),
		run: func(r *plan.Request) (plan.Plan, error) {
			l := r.Reader
			parts := []discordgo.MessageComponent{
				card.Text("### " + l.Say("help.title") + "\n" + l.Say("help.intro")),
				card.Row(
					discordgo.Button{CustomID: "/play/classic", Label: l.Say("button.play"), Style: discordgo.PrimaryButton},
					discordgo.Button{CustomID: "/play/ultimate", Label: l.Say("button.play_ultimate"), Style: discordgo.PrimaryButton},
					discordgo.Button{CustomID: "/play/friend", Label: l.Say("help.friend"), Style: discordgo.SecondaryButton},
					discordgo.Button{CustomID: pages.LearnList, Label: l.Say("button.learn"), Style: discordgo.SecondaryButton},
				),
				card.Text(c.clickable(l, c.groups(l))),
				card.Row(append([]discordgo.MessageComponent{
					discordgo.Button{CustomID: helpAllPath, Label: l.Say("help.all"), Style: discordgo.SecondaryButton},
				}, c.operatorPages().Links(l)...)...),
			}
			return r.Private(plan.Components(card.Container(render.Accent(game.Empty), parts...))), nil
		},
	}
}

func (c *Commands) pressAllCommands(r *plan.Request) (plan.Plan, error) {
	l := r.Reader
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), card.Text("### "+l.Say("help.all")), card.Text(c.clickable(l, c.help(l)))))), nil
}

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

func (c *Commands) help(l *texts.Language) string {
	var lines []string
	for _, declared := range c.declarations {
		if declared.Type == discordgo.UserApplicationCommand {
			lines = append(lines, l.Say("help.user_command", "Name", local(l, declared.Name, declared.NameLocalizations)))
			continue
		}
		lines = append(lines, l.Say("help.command", "Name", local(l, declared.Name, declared.NameLocalizations),
			"About", l.Say(texts.Key("command."+declared.Name+".about"))))
	}
	return strings.Join(append(lines, "", l.Say("help.how")), "\n")
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
