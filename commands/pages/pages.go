// Package pages has commands and buttons that show a page and change no match: profiles and leaderboards, old games,
// and the lessons and openings of Ultimate.
package pages

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/transcript"
)

// Pages makes the pages.
type Pages struct {
	Declare   card.Builder
	Web       string                                      // the scheme and host of the web client for links
	Clickable func(l *texts.Language, text string) string // turns the commands in a text into links
}

// Commands returns the commands that show the pages.
func (p Pages) Commands() []card.Declaration {
	return []card.Declaration{
		{Declaration: p.Declare.Slash("profile", p.Declare.Options("member")...), Run: p.runProfile},
		{Declaration: p.Declare.Command(discordgo.UserApplicationCommand, "profile_member"), Run: p.runProfile},
		{Declaration: p.Declare.Slash("history", p.Declare.Options("member")...), Run: p.runHistory},
		p.leaderboardCommand(),
		{Declaration: p.Declare.Slash("replay", Option(p.Declare)), Run: p.runReplay, Complete: Complete},
	}
}

// Presses returns the routes of the pages' buttons and menus. The button under a finished game and
// the menu of a member's history open a replay in a new message.
func (p Pages) Presses() []plan.Route {
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
		{Pattern: "/replay", Handle: p.open, Anew: true},
		{Pattern: "/replay/{game}", Handle: p.open, Anew: true},
		{Pattern: "/replay/{game}/at/{ply}/{from}", Handle: p.step},
		{Pattern: "/replay/{game}/words/{ply}", Handle: p.sends(func(shown card.Replay) plan.Content {
			return plan.Components(shown.Words()...)
		}), Anew: true},
		{Pattern: "/replay/{game}/picture/{ply}", Handle: p.sends(asPicture), Anew: true},
		{Pattern: "/replay/{game}/animation", Handle: p.sends(func(shown card.Replay) plan.Content {
			return withFile(animate(shown.Record), shown.Animation())
		}), Anew: true},
		{Pattern: "/replay/{game}/text", Handle: p.sends(func(shown card.Replay) plan.Content {
			written := transcript.Write(Transcript(shown.Record.Match))
			return withFile(plan.File{Name: card.ReplayFile, Type: "text/plain; charset=utf-8", Content: written}, shown.File())
		}), Anew: true},
		{Pattern: "/replay/{game}/share", Handle: p.share, Access: plan.Writes, Anew: true},
		{Pattern: LearnList, Handle: func(r *plan.Request) (plan.Plan, error) { return showLessons(r, r.Page) }},
		{Pattern: LearnList + "/beside", Handle: func(r *plan.Request) (plan.Plan, error) { return showLessons(r, r.Private) }},
		{Pattern: LearnList + "/{lesson}", Handle: pressLesson},
		{Pattern: LearnList + "/{lesson}/{answer}", Handle: pressLesson},
		{Pattern: openings, Handle: pressOpenings},
		{Pattern: openings + "/{moves}", Handle: pressOpenings},
	}
}
