package settings

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/render"
)

// unset is the menu option for the default value of a setting. Discord does not accept "" as the value of an option.
const unset = "default"

type tab struct {
	name     string // the tab's name in custom ids
	title    texts.Key
	settings []string // the segment after /settings/ or /config/ in the custom id of each setting
}

// tabOf returns the name of the tab that contains a setting. It returns the name of the first tab for an unknown
// setting.
func tabOf(tabs []tab, setting string) string {
	i := slices.IndexFunc(tabs, func(t tab) bool { return slices.Contains(t.settings, setting) })
	return tabs[max(0, i)].name
}

// tabRow returns one button for each tab. The custom id of a button is `path` followed by the tab's name.
func tabRow(l *texts.Language, path string, tabs []tab, shown string) discordgo.ActionsRow {
	var buttons []discordgo.MessageComponent
	for _, t := range tabs {
		b := discordgo.Button{CustomID: path + t.name, Label: l.Say(t.title), Style: discordgo.SecondaryButton}
		if t.name == shown {
			b.Style = discordgo.PrimaryButton
		}
		buttons = append(buttons, b)
	}
	return card.Row(buttons...)
}

// readTab reads the name of a tab from a custom id. Without one it is that of the first tab. Errors: *plan.Refusal.
func readTab(r *plan.Request, tabs []tab) (string, error) {
	name := cmp.Or(r.Vars["tab"], tabs[0].name)
	if !slices.ContainsFunc(tabs, func(t tab) bool { return t.name == name }) {
		return "", plan.Refuse(texts.RefuseOldButton)
	}
	return name, nil
}

type choice struct{ value, label string }

func menu(path string, chosen string, choices []choice) discordgo.ActionsRow {
	m := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: path, Placeholder: plan.Shorten(choices[0].label, 100)}
	for _, c := range choices {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: plan.Shorten(c.label, card.MaxLabel), Value: c.value, Default: c.value == chosen})
	}
	return card.Row(m)
}

// selectMenu returns a menu of members, channels or roles, from which at most `most` values can be chosen.
func selectMenu(path string, of discordgo.SelectMenuDefaultValueType, chosen []string, most int, placeholder string) discordgo.ActionsRow {
	none := 0
	m := discordgo.SelectMenu{CustomID: path, MinValues: &none, MaxValues: most, Placeholder: placeholder}
	switch of {
	case discordgo.SelectMenuDefaultValueUser:
		m.MenuType = discordgo.UserSelectMenu
	case discordgo.SelectMenuDefaultValueRole:
		m.MenuType = discordgo.RoleSelectMenu
	case discordgo.SelectMenuDefaultValueChannel:
		m.MenuType = discordgo.ChannelSelectMenu
		m.ChannelTypes = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
		if most > 1 {
			m.ChannelTypes = append(m.ChannelTypes, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildForum)
		}
	}
	for _, id := range chosen[:min(len(chosen), most)] {
		m.DefaultValues = append(m.DefaultValues, discordgo.SelectMenuDefaultValue{ID: id, Type: of})
	}
	return card.Row(m)
}

// switchTo returns a button that shows whether a setting is on, and switches the setting when
// pressed. The custom id contains the new state, so pressing the button twice changes nothing more.
func switchTo(l *texts.Language, path string, what texts.Key, on bool) discordgo.Button {
	b := discordgo.Button{CustomID: path + "/yes", Label: l.Say("setting.off", "Name", l.Say(what)), Style: discordgo.SecondaryButton}
	if on {
		b.CustomID, b.Label, b.Style = path+"/no", l.Say("setting.on", "Name", l.Say(what)), discordgo.SuccessButton
	}
	return b
}

// styleChoices returns the styles as choices. The first choice is the default, which is the style `otherwise`.
func styleChoices(l *texts.Language, otherwise string) []choice {
	choices := []choice{{unset, l.Say("setting.default", "Name", l.Say(styleName(otherwise)))}}
	for _, style := range render.Styles {
		choices = append(choices, choice{string(style), l.Say(styleName(string(style)))})
	}
	return choices
}

func styleName(style string) texts.Key {
	if style == "" {
		style = string(render.TileSet)
	}
	return texts.Key("style." + style)
}

// languageChoices returns the languages as choices, by their own names. The first choice stands for the language that
// Discord reports for the member or server. `discords` is the label of this choice.
func languageChoices(r *plan.Request, discords string) []choice {
	choices := []choice{{unset, discords}}
	for _, l := range r.Texts.Offered() {
		choices = append(choices, choice{l.Code(), l.Name()})
	}
	return choices[:min(len(choices), card.MaxOptions)]
}
