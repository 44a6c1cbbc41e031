// Package pages has commands and buttons that show a page and change no match: profiles and leaderboards (People), old games
// (Replays), and the lessons and openings of Ultimate.
package pages

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// People makes the pages about members' results.
type People struct {
	Declare   card.Builder
	Web       string                                      // the scheme and host of the web client for links
	Clickable func(l *texts.Language, text string) string // turns the commands in a text into links
}

// Commands returns the commands that show the pages.
func (p People) Commands() []card.Declaration {
	return []card.Declaration{
		{Declaration: p.Declare.Slash("profile", p.Declare.Options("member")...), Run: p.runProfile},
		{Declaration: p.Declare.Command(discordgo.UserApplicationCommand, "profile_member"), Run: p.runProfile},
		{Declaration: p.Declare.Slash("history", p.Declare.Options("member")...), Run: p.runHistory},
		p.leaderboardCommand(),
	}
}

// Presses returns the routes of the pages' buttons and menus.
func (p People) Presses() []plan.Route {
	return []plan.Route{
		{Pattern: "/profile/{member}/more", Handle: p.pressMoreOfProfile},
		{Pattern: "/profile/{member}/share", Handle: p.shareProfile, Access: plan.Writes, Anew: true},
		{Pattern: "/profile/{member}/achievements", Handle: pressAchievements},
		{Pattern: "/leaders", Handle: p.pressLeaders},
		{Pattern: "/leaders/{pool}/{scope}/game", Handle: p.pressLeadersPage},
		{Pattern: "/leaders/{pool}/{scope}/scope", Handle: p.pressLeadersPage},
		{Pattern: "/leaders/{pool}/{scope}/{page}", Handle: p.pressLeadersPage},
		{Pattern: "/leaders/{pool}/{scope}/share/{page}", Handle: p.pressLeadersPage, Access: plan.Writes, Anew: true},
		{Pattern: "/history/{member}", Handle: p.turnHistory},
		{Pattern: "/history/{member}/older/{at}/{id}", Handle: p.turnHistory},
		{Pattern: "/history/{member}/newer/{at}/{id}", Handle: p.turnHistory},
	}
}
