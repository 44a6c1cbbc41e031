package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// helpCommand declares /help: what the bot can do, privately.
func (c *Commands) helpCommand() command {
	return command{
		declaration: c.slash(texts.CommandHelp, texts.CommandHelpAbout),
		run: func(r *plan.Request) (plan.Plan, error) {
			return private(card.Container(render.Accent(game.Empty), card.Text(c.help(r.Reader)))), nil
		},
	}
}

// help lists the commands as they are declared.
func (c *Commands) help(l *texts.Language) string {
	lines := []string{"### " + l.Say(texts.HelpTitle), l.Say(texts.HelpIntro), ""}
	for _, declared := range c.declarations {
		if declared.Type == discordgo.UserApplicationCommand {
			lines = append(lines, l.Say(texts.HelpUserCommand, "Name", local(l, declared.Name, declared.NameLocalizations)))
			continue
		}
		lines = append(lines, l.Say(texts.HelpCommand,
			"Name", local(l, declared.Name, declared.NameLocalizations),
			"About", local(l, declared.Description, declared.DescriptionLocalizations)))
	}
	return strings.Join(append(lines, "", l.Say(texts.HelpHow)), "\n")
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

// rulesCommand declares /rules: the rules with drawn boards, privately.
func (c *Commands) rulesCommand() command {
	return command{
		declaration: c.slash(texts.CommandRules, texts.CommandRulesAbout, c.gameOption()),
		run: func(r *plan.Request) (plan.Plan, error) {
			v, err := readGame(r)
			if err != nil {
				return nil, err
			}
			return private(card.Rules(r.Reader, v)...), nil
		},
	}
}

// pressRules explains the rules of the match's variant, to anybody.
func pressRules(r *plan.Request) (plan.Plan, error) {
	at, err := pressedBoard(r)
	if err != nil {
		return nil, err
	}
	return plan.On{Match: at.id, Decide: func(rec match.Record, _ plan.Facts) (plan.Decision, error) {
		return plan.Decision{Answer: private(card.Rules(r.Reader, rec.Match.Options.Variant)...).Answer}, nil
	}}, nil
}
