package settings

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/render"
)

// Parts that the pages of settings share.
const (
	settingDefault texts.Key = "setting.default"
	settingOn      texts.Key = "setting.on"
	settingOff     texts.Key = "setting.off"
)

// maxListed is how many channels, roles or members a menu can list.
const maxListed = 25

// unset is the value of an option in a menu that stands for the default, as Discord takes no
// empty one.
const unset = "default"

// A tab is one of the pages that settings are shown on.
type tab struct {
	name     string // in custom ids
	title    texts.Key
	settings []string // by the last part of their custom ids
}

// tabOf returns the name of the tab that has a setting, of the first one for any other.
func tabOf(tabs []tab, setting string) string {
	i := slices.IndexFunc(tabs, func(t tab) bool { return slices.Contains(t.settings, setting) })
	return tabs[max(0, i)].name
}

// tabRow returns the buttons that lead from tab to tab. Their custom ids are the path with a tab's name.
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

// readTab reads which tab a button leads to. Errors: *plan.Refusal.
func readTab(r *plan.Request, tabs []tab) (string, error) {
	name := r.Vars["tab"]
	if !slices.ContainsFunc(tabs, func(t tab) bool { return t.name == name }) {
		return "", plan.Refuse(texts.RefuseOldButton)
	}
	return name, nil
}

// A choice is an option of a menu.
type choice struct{ value, label string }

// menu returns a menu for one option.
func menu(path string, chosen string, choices []choice) discordgo.ActionsRow {
	m := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: path, Placeholder: plan.Shorten(choices[0].label, 100)}
	for _, c := range choices {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: plan.Shorten(c.label, 100), Value: c.value, Default: c.value == chosen})
	}
	return card.Row(m)
}

// lists returns a menu that lists members, channels or roles, up to most of them.
func lists(path string, of discordgo.SelectMenuDefaultValueType, chosen []string, most int, placeholder string) discordgo.ActionsRow {
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

// switchTo returns a button that says whether something is on, and turns it over. The path has the
// new state, so that a repeated press is a no-op.
func switchTo(l *texts.Language, path string, what texts.Key, on bool) discordgo.Button {
	b := discordgo.Button{CustomID: path + "/yes", Label: l.Say(settingOff, "Name", l.Say(what)), Style: discordgo.SecondaryButton}
	if on {
		b.CustomID, b.Label, b.Style = path+"/no", l.Say(settingOn, "Name", l.Say(what)), discordgo.SuccessButton
	}
	return b
}

// readSwitch reads what a button of switchTo is for.
func readSwitch(r *plan.Request) (on bool, err error) {
	switch r.Vars["value"] {
	case "yes":
		return true, nil
	case "no":
		return false, nil
	}
	return false, plan.Refuse(texts.RefuseOldButton)
}

// ofSwitch is a setting, of a member or of a server, that such a button turns over. when is
// what the field is while it is on.
func ofSwitch[T any](field func(*T) *bool, when bool) func(*plan.Request) (func(*T), error) {
	return func(r *plan.Request) (func(*T), error) {
		on, err := readSwitch(r)
		return func(s *T) { *field(s) = on == when }, err
	}
}

// styleChoices returns the styles, and the default first, with what that is.
func styleChoices(l *texts.Language, otherwise string) []choice {
	choices := []choice{{unset, l.Say(settingDefault, "Name", l.Say(styleName(otherwise)))}}
	for _, style := range render.Styles {
		choices = append(choices, choice{string(style), l.Say(styleName(string(style)))})
	}
	return choices
}

// styleName returns the key of what a style is called, that of the first for "".
func styleName(style string) texts.Key {
	if style == "" {
		style = string(render.TileSet)
	}
	return texts.Key("style." + style)
}

// chosenStyle reads a style from a menu, "" for the default.
func chosenStyle(r *plan.Request) (string, error) {
	chosen, err := r.Chosen()
	switch {
	case err != nil || chosen == unset:
		return "", err
	case !slices.Contains(render.Styles, render.Style(chosen)):
		return "", plan.Refuse(texts.RefuseOldButton)
	}
	return chosen, nil
}

// languageChoices returns the languages that there are, by their own names, and Discord's first.
func (p Pages) languageChoices(discords string) []choice {
	choices := []choice{{unset, discords}}
	for _, l := range p.Texts.Offered() {
		choices = append(choices, choice{l.Code(), l.Name()})
	}
	return choices[:min(len(choices), maxListed)]
}

// chosenLanguage reads a language from a menu, by Discord's code: "" for Discord's.
func chosenLanguage(r *plan.Request) (string, error) {
	chosen, err := r.Chosen()
	switch {
	case err != nil || chosen == unset:
		return "", err
	case r.Texts.In(chosen).Code() != chosen:
		return "", plan.Refuse(texts.RefuseOldButton)
	}
	return chosen, nil
}
