package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/render"
)

// helpCommand declares /help: what the bot can do, privately.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.slash(texts.CommandHelp, texts.CommandHelpAbout),
		run: func(_ context.Context, r *request) (Reply, error) {
			return privateCard(container(render.Accent(game.Empty), text(c.help(r)))), nil
		},
	}
}

// help lists the commands as they are declared.
func (c *Commands) help(r *request) string {
	lines := []string{"### " + r.reader.Say(texts.HelpTitle), r.reader.Say(texts.HelpIntro), ""}
	for _, declared := range c.declarations {
		if declared.Type == discordgo.UserApplicationCommand {
			lines = append(lines, r.reader.Say(texts.HelpUserCommand, "Name", local(r, declared.Name, declared.NameLocalizations)))
			continue
		}
		lines = append(lines, r.reader.Say(texts.HelpCommand,
			"Name", local(r, declared.Name, declared.NameLocalizations),
			"About", local(r, declared.Description, declared.DescriptionLocalizations)))
	}
	return strings.Join(append(lines, "", r.reader.Say(texts.HelpHow)), "\n")
}

// local returns a declared text in the reader's language.
func local(r *request, otherwise string, localised *map[discordgo.Locale]string) string {
	if localised != nil {
		if text, ok := (*localised)[discordgo.Locale(r.reader.Code())]; ok {
			return text
		}
	}
	return otherwise
}
