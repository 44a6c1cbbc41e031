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

// memberSettings maps the segment of a custom id after /settings/ to the function that sets what the button or menu
// changes. Errors: *plan.Refusal.
var memberSettings = map[string]func(*plan.Request, *match.Member) error{
	"style":    func(r *plan.Request, m *match.Member) error { return choose(r, &m.Style, isStyle) },
	"language": func(r *plan.Request, m *match.Member) error { return choose(r, &m.Locale, isLanguage) },
	"words":    func(r *plan.Request, m *match.Member) error { return choose(r, &m.Words, isWords) },
	"marks":    func(r *plan.Request, m *match.Member) error { return choose(r, &m.Marks, isMark) },
	"keypad": func(r *plan.Request, m *match.Member) error {
		chosen := ""
		err := choose(r, &chosen, func(_ *plan.Request, chosen string) bool {
			return match.Keypad(chosen) != match.PhoneKeypad && match.Keypad(chosen).Valid()
		})
		m.Keypad = match.Keypad(chosen)
		return err
	},
	"challenges": chooseChallengers,
	"away":       chooseVacation,
	"blocked": func(r *plan.Request, m *match.Member) error {
		ids, err := r.ChosenIDs(card.MaxOptions)
		m.Blocked = slices.DeleteFunc(ids, func(id string) bool { return id == r.User })
		return err
	},
	"turn":   func(r *plan.Request, m *match.Member) error { return flip(r, &m.NoTurnPings, false) },
	"time":   func(r *plan.Request, m *match.Member) error { return flip(r, &m.NoReminders, false) },
	"daily":  func(r *plan.Request, m *match.Member) error { return flip(r, &m.DailyPings, true) },
	"rated":  func(r *plan.Request, m *match.Member) error { return flip(r, &m.Casual, false) },
	"listed": func(r *plan.Request, m *match.Member) error { return flip(r, &m.Unlisted, false) },
}

// choose sets a field to the value chosen from a menu, or to "" for the default.
func choose(r *plan.Request, field *string, isOffered func(r *plan.Request, chosen string) bool) error {
	chosen, err := r.Chosen()
	switch {
	case err != nil:
		return err
	case chosen == unset:
		chosen = ""
	case !isOffered(r, chosen):
		return plan.Refuse(texts.RefuseOldButton)
	}
	*field = chosen
	return nil
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

// flip sets a field by a button made by switchTo: to `when` if the switch is on, and else to the opposite.
func flip(r *plan.Request, field *bool, when bool) error {
	value := r.Vars["value"]
	if value != "yes" && value != "no" {
		return plan.Refuse(texts.RefuseOldButton)
	}
	*field = (value == "yes") == when
	return nil
}

const backNow = "back"

// chooseVacation sets how many days the user will be away, from a menu. If the user has pressed the button that ends a
// vacation, it ends the vacation.
func chooseVacation(r *plan.Request, m *match.Member) error {
	if r.Vars["value"] == backNow {
		m.ComeBack(r.Now)
		return nil
	}
	chosen, err := r.Chosen()
	if err != nil || chosen == unset {
		return err
	}
	days, err := strconv.Atoi(chosen)
	if err != nil || days < 1 || days > match.MaxVacation {
		return plan.Refuse(texts.RefuseOldButton)
	}
	m.GoAway(days, r.Now)
	return nil
}

// Values of the menu in which users choose who may challenge them. The menu also has the value match.FromNobody.
const (
	fromHere  = string(match.FromServer) // only members of this server
	fromThere = "elsewhere"              // only members of another server, chosen earlier
)

func chooseChallengers(r *plan.Request, m *match.Member) error {
	chosen, err := r.Chosen()
	to := match.Challengers(chosen)
	switch {
	case err != nil, chosen == fromThere:
		return err
	case chosen == unset:
		to = match.FromEveryone
	case chosen == fromHere && r.Place.Guild == "", chosen != fromHere && to != match.FromNobody:
		return plan.Refuse(texts.RefuseOldButton)
	}
	m.Challengers, m.ChallengeServer = to, ""
	if to == match.FromServer {
		m.ChallengeServer = r.Place.Guild
	}
	return nil
}

// pressSettings changes one setting of the user, and then shows the tab of that setting. The setting's function is called
// twice: on an empty member for its refusal, and on the stored member.
func (p Pages) pressSettings(r *plan.Request) (plan.Plan, error) {
	set := memberSettings[r.Vars["setting"]]
	if set == nil {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	if err := set(r, new(match.Member)); err != nil {
		return nil, err
	}
	return plan.ChangeMember{
		Change: func(m *match.Member) { _ = set(r, m) },
		Show:   func(m match.Member) plan.Answer { return p.settingsPage(r, m, tabOf(memberTabs, r.Vars["setting"])) },
	}, nil
}
