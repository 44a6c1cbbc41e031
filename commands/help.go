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

const helpAllPath = "/help/all"

// runHelp privately shows buttons that start a game, the user's ladders, and the commands that the user may use, grouped by
// purpose. A further button opens the list of all commands.
func (c *Commands) runHelp(r *plan.Request) (plan.Plan, error) {
	l := r.Language
	button := func(path string, label texts.Key, style discordgo.ButtonStyle) discordgo.MessageComponent {
		return discordgo.Button{CustomID: path, Label: l.Say(label), Style: style}
	}
	known, err := r.Read.Profile(plan.ResultsOf{Member: r.User, Reader: r.User})
	if err != nil {
		return nil, err
	}
	return r.Private(plan.Components(card.Container(render.Accent(game.Empty),
		card.Text(card.JoinLines("### "+l.Say("help.title"), l.Say("help.intro"), card.Ladders(l, known.AllLadders()))),
		card.Row(
			button("/play/classic", "button.play", discordgo.PrimaryButton),
			button("/play/ultimate", "button.play_ultimate", discordgo.PrimaryButton),
			button("/play/friend", "help.friend", discordgo.SecondaryButton),
			button(pages.LearnList, "button.learn", discordgo.SecondaryButton),
		),
		card.Text(c.clickable(l, c.groups(r))),
		card.Row(append([]discordgo.MessageComponent{button(helpAllPath, "help.all", discordgo.SecondaryButton)},
			c.operatorPages().Links(l)...)...),
	))), nil
}

func (c *Commands) pressAllCommands(r *plan.Request) (plan.Plan, error) {
	l := r.Language
	return r.Page(plan.Components(card.Container(render.Accent(game.Empty), card.Text("### "+l.Say("help.all")), card.Text(c.clickable(l, c.help(r)))))), nil
}

func (c *Commands) groups(r *plan.Request) string {
	l := r.Language
	var lines []string
	for _, group := range helpGroups {
		var names []string
		for _, name := range group.commands {
			if !c.canUse(r, name) {
				continue
			}
			i := slices.IndexFunc(c.declarations, func(d *discordgo.ApplicationCommand) bool { return d.Name == name })
			names = append(names, "`/"+local(l, name, c.declarations[i].NameLocalizations)+"`")
		}
		if len(names) > 0 {
			lines = append(lines, "**"+l.Say(group.title)+"** · "+strings.Join(names, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func (c *Commands) help(r *plan.Request) string {
	l := r.Language
	var lines []string
	for _, declared := range c.declarations {
		if !c.canUse(r, declared.Name) {
			continue
		}
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
