package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/learn"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// Texts of this command.
const (
	helpTitle       texts.Key = "help.title"
	helpIntro       texts.Key = "help.intro"
	helpCommand     texts.Key = "help.command"
	helpUserCommand texts.Key = "help.user_command"
	helpHow         texts.Key = "help.how"
	helpFriend      texts.Key = "help.friend"
)

// helpCommand declares /help: what the bot can do, privately. It begins with buttons
// that start a game.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.declare.Slash("help"),
		run: func(r *plan.Request) (plan.Plan, error) {
			return r.Private(func(l *texts.Language) plan.Content {
				parts := []discordgo.MessageComponent{
					card.Text("### " + l.Say(helpTitle) + "\n" + l.Say(helpIntro)),
					card.Row(
						discordgo.Button{CustomID: "/play/classic", Label: l.Say(texts.ButtonPlay), Style: discordgo.PrimaryButton},
						discordgo.Button{CustomID: "/play/ultimate", Label: l.Say(texts.ButtonPlayUltimate), Style: discordgo.PrimaryButton},
						discordgo.Button{CustomID: "/play/friend", Label: l.Say(helpFriend), Style: discordgo.SecondaryButton},
						discordgo.Button{CustomID: learn.List, Label: l.Say(texts.ButtonLearn), Style: discordgo.SecondaryButton},
					),
					card.Text(c.clickable(l, c.help(l))),
				}
				if links := c.ownerPages().Links(l); len(links) > 0 {
					parts = append(parts, card.Row(links...))
				}
				return plan.Components(card.Container(render.Accent(game.Empty), parts...))
			}), nil
		},
	}
}

// help lists the commands as they are declared.
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

// local returns a declared text in the reader's language.
func local(l *texts.Language, otherwise string, localised *map[discordgo.Locale]string) string {
	if localised != nil {
		if text, ok := (*localised)[discordgo.Locale(l.Code())]; ok {
			return text
		}
	}
	return otherwise
}
