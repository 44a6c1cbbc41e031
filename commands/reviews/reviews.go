// Package reviews makes the pages of reviews. They show how well each side played, where the game turned, and each move
// with a better move and the reasons. Buttons begin a new match from any position.
package reviews

import (
	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
)

// Pages makes the pages of reviews.
type Pages struct {
	Declare   card.Builder
	Web       string                                      // the scheme and host of the web client for links
	Clickable func(l *texts.Language, text string) string // turns the commands in a text into links
	// Begin begins a match that the user starts, between players x and o. The match begins in the
	// position after the moves in `given`.
	Begin func(r *plan.Request, x, o match.Player, v game.Variant, given []game.Square) (plan.Plan, error)
}

// Presses returns the routes of the pages' buttons and menus.
func (p Pages) Presses() []plan.Route {
	return []plan.Route{
		{Pattern: "/review/{game}", Handle: p.pressOverview},
		{Pattern: "/review/{game}/share", Handle: p.pressShare, Access: plan.Writes, Anew: true},
		{Pattern: "/review/{game}/text", Handle: p.pressText, Anew: true},
		{Pattern: "/review/{game}/last", Handle: p.pressLast},
		{Pattern: "/review/{game}/{ply}", Handle: p.atMove(showMove)},
		{Pattern: "/review/{game}/{ply}/{from}", Handle: p.atMove(showMove)},
		{Pattern: "/review/{game}/{ply}/why", Handle: p.atMove(pressWhy)},
		{Pattern: tryPath, Handle: p.atMistake(pressTry)},
		{Pattern: tryPath + "/boards", Handle: p.atMistake(pressTry)},
		{Pattern: tryPath + "/board-{board}", Handle: p.atMistake(pressTry)},
		{Pattern: tryPath + "/from-{first}", Handle: p.atMistake(pressTriedSquare)},
		{Pattern: tryPath + "/taken-{square}", Handle: p.atMistake(pressTry)},
		{Pattern: tryPath + "/solution", Handle: p.atMistake(pressSolution)},
		{Pattern: tryPath + "/{square}", Handle: p.atMistake(pressTriedSquare)},
		{Pattern: "/review/{game}/{ply}/play", Handle: p.atMove(pressPlay)},
		{Pattern: "/review/{game}/{ply}/level", Handle: p.atMove(p.chooseLevel), Access: plan.Plays, Anew: true},
		{Pattern: "/review/{game}/{ply}/rival", Handle: p.atMove(p.pressRival), Access: plan.Plays, Anew: true},
		{Pattern: card.ReviewMenu, Handle: p.pressOverview},
		{Pattern: pastePath, Handle: pressPaste},
	}
}

// Forms returns the routes of the pages' forms.
func (p Pages) Forms() []plan.Route {
	return []plan.Route{{Pattern: pastePath, Handle: func(r *plan.Request) (plan.Plan, error) {
		return p.reviewText(r, r.Fields[pasteField])
	}}}
}

type subject struct {
	id     string        // identifies the game in custom ids
	rec    *match.Record // nil for a pasted game
	reader string        // id of the member who reads the page
}

// keyLength is the length of plan.Reviewed.Key. The ids of matches are shorter, so the length tells the two apart.
const keyLength = 32

// find returns the game with an id from a custom id, and the plan that asks for its review, if the user may see the
// game. If `public` is true, everybody in the channel must be allowed to see it.
func find(r *plan.Request, id string, public bool) (subject, plan.MakeReview, error) {
	switch {
	case len(id) == keyLength:
		return subject{id: id, reader: r.User}, plan.MakeReview{Key: id, Pasted: true}, nil
	case !match.ID(id).Valid():
		return subject{}, plan.MakeReview{}, plan.Refuse(texts.RefuseOldButton)
	}
	rec, err := r.Read.FinishedMatch(plan.FinishedMatch{Match: match.ID(id), Public: public})
	if err != nil {
		return subject{}, plan.MakeReview{}, err
	}
	s, ask := ofMatch(r, rec)
	return s, ask, nil
}

func ofMatch(r *plan.Request, rec match.Record) (subject, plan.MakeReview) {
	m := rec.Match
	g := ai.History{Start: rules.Start(m.Options.Variant, max(m.Begins, game.X)), Moves: m.WholeGame()}
	return subject{id: string(m.ID), rec: &rec, reader: r.User}, plan.MakeReview{Game: g}
}

func (s subject) player(l *texts.Language, side game.Mark) string {
	if s.rec == nil {
		return card.Letter(side)
	}
	return card.Player(l, s.rec.Match, side)
}

func (s subject) own() game.Mark {
	if s.rec == nil {
		return game.Empty
	}
	return s.rec.Match.Side(s.reader)
}

// path returns a custom id for the subject: its first page, or the page that `rest` names.
func (s subject) path(rest string) string {
	if rest == "" {
		return "/review/" + s.id
	}
	return "/review/" + s.id + "/" + rest
}

func (s subject) button(l *texts.Language, rest string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: s.path(rest), Label: l.Say(label), Style: style}
}
