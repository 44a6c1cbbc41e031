package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// What only this command says.
const (
	helpTitle       texts.Key = "help.title"
	helpIntro       texts.Key = "help.intro"
	helpCommand     texts.Key = "help.command"
	helpUserCommand texts.Key = "help.user_command"
	helpHow         texts.Key = "help.how"
)

// helpCommand declares /help: what the bot can do, privately.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.slash("help"),
		run: func(r *plan.Request) (plan.Plan, error) {
			return r.Private(func(l *texts.Language) plan.Content {
				return plan.Components(card.Container(render.Accent(game.Empty), card.Text(c.help(l))))
			}), nil
		},
	}
}

// help lists the commands as they are declared.
func (c *Commands) help(l *texts.Language) string {
	lines := []string{"### " + l.Say(helpTitle), l.Say(helpIntro), ""}
	for _, declared := range c.declarations {
		if declared.Type == discordgo.UserApplicationCommand {
			lines = append(lines, l.Say(helpUserCommand, "Name", local(l, declared.Name, declared.NameLocalizations)))
			continue
		}
		lines = append(lines, l.Say(helpCommand,
			"Name", local(l, declared.Name, declared.NameLocalizations),
			"About", local(l, declared.Description, declared.DescriptionLocalizations)))
	}
	return strings.Join(append(lines, "", l.Say(helpHow)), "\n")
}

// local returns a declared text in the reader's language.
func local(l *texts.Language, otherwise string, localised *map[discordgo.Locale]string) string {
	if localised != nil {
		if text, ok := (*localised)[discordgo.Locale(l.Code())]; ok {
			return text
		}
	}
	return otherwise
}
