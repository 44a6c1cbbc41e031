// Package settings makes the pages of members' and servers' settings, with their commands, buttons
// and menus. It also lets members download and delete their data.
package settings

import (
	"slices"
	"strconv"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render"
)

// Pages makes the pages of settings.
type Pages struct {
	Declare  card.Builder
	Operator card.OperatorPages
}

// Commands returns the commands that show the pages.
func (p Pages) Commands() []card.Declaration {
	return []card.Declaration{{Declaration: p.Declare.Slash("settings"), Run: p.showSettings}, p.configCommand()}
}

// Presses returns the routes of the pages' buttons and menus.
func (p Pages) Presses() []plan.Route {
	return []plan.Route{
		{Pattern: "/settings", Handle: p.showSettings}, // leads back from the page that deletes the user's data
		{Pattern: "/settings/download", Handle: pressDownload},
		{Pattern: "/settings/delete", Handle: pressDelete},
		{Pattern: "/settings/delete/everything", Handle: pressDeleteEverything},
		{Pattern: "/settings/tab/{tab}", Handle: p.showSettings},
		{Pattern: "/settings/{setting}", Handle: p.pressSettings},
		{Pattern: "/settings/{setting}/{value}", Handle: p.pressSettings},
		{Pattern: "/config/tab/{tab}", Handle: p.showConfig, Access: plan.Manages},
		{Pattern: "/config/{setting}", Handle: p.pressConfig, Access: plan.Manages},
		{Pattern: "/config/{setting}/{value}", Handle: p.pressConfig, Access: plan.Manages},
	}
}

func (p Pages) showSettings(r *plan.Request) (plan.Plan, error) {
	shown, err := readTab(r, memberTabs)
	if err != nil {
		return nil, err
	}
	m, err := r.Read.Member(r.User)
	if err != nil {
		return nil, err
	}
	return p.settingsPage(r, m, shown), nil
}

// A memberSetting reads the value of one setting from a request, and returns a function that stores
// the value in the settings. Errors: *plan.Refusal.
type memberSetting func(*plan.Request) (func(*match.Member), error)

// memberSettings maps the segment of a custom id after /settings/ to the member setting that the button or menu
// changes.
var memberSettings = map[string]memberSetting{
	"style":    chosenSetting(isStyle, func(m *match.Member) *string { return &m.Style }),
	"language": chosenSetting(isLanguage, func(m *match.Member) *string { return &m.Locale }),
	"words":    chosenSetting(isWords, func(m *match.Member) *string { return &m.Words }),
	"marks":    chosenSetting(isMark, func(m *match.Member) *string { return &m.Marks }),
	"keypad": func(r *plan.Request) (func(*match.Member), error) {
		chosen, err := r.Chosen()
		keypad := match.Keypad(chosen)
		switch {
		case chosen == unset:
			keypad = match.PhoneKeypad
		case err == nil && (keypad == match.PhoneKeypad || !keypad.Valid()):
			err = plan.Refuse(texts.RefuseOldButton)
		}
		return func(m *match.Member) { m.Keypad = keypad }, err
	},
	"challenges": readChallenges,
	"away":       readVacation,
	"blocked": func(r *plan.Request) (func(*match.Member), error) {
		ids, err := r.ChosenIDs(card.MaxOptions)
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == r.User })
		return func(m *match.Member) { m.Blocked = ids }, err
	},
	"turn":   switchSetting(func(m *match.Member) *bool { return &m.NoTurnPings }, false),
	"time":   switchSetting(func(m *match.Member) *bool { return &m.NoReminders }, false),
	"daily":  switchSetting(func(m *match.Member) *bool { return &m.DailyPings }, true),
	"rated":  switchSetting(func(m *match.Member) *bool { return &m.Casual }, false),
	"listed": switchSetting(func(m *match.Member) *bool { return &m.Unlisted }, false),
}

// chosenSetting returns a setting that holds the value chosen from a menu, "" for the default.
func chosenSetting[T any](
	isOffered func(r *plan.Request, chosen string) bool, field func(*T) *string,
) func(*plan.Request) (func(*T), error) {
	return func(r *plan.Request) (func(*T), error) {
		chosen, err := r.Chosen()
		switch {
		case err != nil:
			return nil, err
		case chosen == unset:
			chosen = ""
		case !isOffered(r, chosen):
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *T) { *field(s) = chosen }, nil
	}
}

func isStyle(_ *plan.Request, chosen string) bool {
	return slices.Contains(render.Styles, render.Style(chosen))
}

func isWords(_ *plan.Request, chosen string) bool {
	return chosen == match.Words || chosen == match.WordsPrivately
}

func isMark(_ *plan.Request, chosen string) bool { return render.OwnMarkEmoji(chosen) != "" }

func isLanguage(r *plan.Request, chosen string) bool {
	return r.Texts.ForLocale(chosen).Code() == chosen
}

// switchSetting returns a setting that is changed by a button made by switchTo. `field` returns the bool field to
// change. The field has the value `when` if the switch is on, and the opposite value if it is off.
func switchSetting[T any](field func(*T) *bool, when bool) func(*plan.Request) (func(*T), error) {
	return func(r *plan.Request) (func(*T), error) {
		value := r.Vars["value"]
		if value != "yes" && value != "no" {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return func(s *T) { *field(s) = (value == "yes") == when }, nil
	}
}

const backNow = "back"

// readVacation reads how many days the user will be away, from a menu. If the user has pressed the button that ends a
// vacation, it returns the change that ends the vacation.
func readVacation(r *plan.Request) (func(*match.Member), error) {
	if r.Vars["value"] == backNow {
		return func(m *match.Member) { m.ComeBack(r.Now) }, nil
	}
	chosen, err := r.Chosen()
	if err != nil || chosen == unset {
		return func(*match.Member) {}, err
	}
	days, err := strconv.Atoi(chosen)
	if err != nil || days < 1 || days > match.MaxVacation {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return func(m *match.Member) { m.GoAway(days, r.Now) }, nil
}

// Values of the menu in which users choose who may challenge them. The menu also has the value match.FromNobody.
const (
	fromHere  = string(match.FromServer) // only members of this server
	fromThere = "elsewhere"              // only members of another server, chosen earlier
)

func readChallenges(r *plan.Request) (func(*match.Member), error) {
	chosen, err := r.Chosen()
	to := match.Challengers(chosen)
	switch {
	case err != nil:
		return nil, err
	case chosen == unset:
		to = match.FromEveryone
	case chosen == fromThere:
		return func(*match.Member) {}, nil
	case chosen == fromHere && r.Place.Guild == "", chosen != fromHere && to != match.FromNobody:
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return func(m *match.Member) {
		m.Challengers, m.ChallengeServer = to, ""
		if to == match.FromServer {
			m.ChallengeServer = r.Place.Guild
		}
	}, nil
}

// pressSettings changes one setting of the user, and then shows the tab of that setting.
func (p Pages) pressSettings(r *plan.Request) (plan.Plan, error) {
	read := memberSettings[r.Vars["setting"]]
	if read == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	change, err := read(r)
	if err != nil {
		return nil, err
	}
	return plan.ChangeMember{
		Change: change,
		Show:   func(m match.Member) plan.Answer { return p.settingsPage(r, m, tabOf(memberTabs, r.Vars["setting"])) },
	}, nil
}
