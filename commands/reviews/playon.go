package reviews

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/render"
)

// Texts of the question against whom to play on.
const (
	playOnTitle  texts.Key = "play_on.title"
	playOnBefore texts.Key = "play_on.before"
	playOnHow    texts.Key = "play_on.how"
	playOnLevel  texts.Key = "play_on.level"
	playOnRival  texts.Key = "play_on.rival"
)

// from returns after how many moves one plays on: after the move that is shown, or before it if it was a mistake.
func (m move) from() int {
	if m.ply > 0 {
		if made, _ := m.made(); made.Mark >= review.Doubtful {
			return m.ply - 1
		}
	}
	return m.ply
}

// side returns the reader's side when playing on: that of the game, if the reader played it, else the side to
// move.
func (m move) side(reader string) game.Mark {
	if m.rec != nil {
		if side := m.rec.Match.Side(reader); side != game.Empty {
			return m.asX(side)
		}
	}
	return m.asX(m.Side(m.from()))
}

// asX returns a side of the game as it is in a match, where X has made the first move.
func (m move) asX(side game.Mark) game.Mark {
	if m.Game.Start.ToMove() == game.O {
		return side.Opponent()
	}
	return side
}

// rival returns the member against whom the reader has played the game, "" for none.
func (m move) rival(reader string) string {
	if m.rec == nil || m.rec.Match.Side(reader) == game.Empty {
		return ""
	}
	if other := m.rec.Match.Player(m.rec.Match.Side(reader).Opponent()); other.IsPerson() && !other.IsAnonymous() {
		return other.ID
	}
	return ""
}

// pressPlay asks privately against whom the reader wants to play on from a position.
func (p Pages) pressPlay(r *plan.Request) (plan.Plan, error) {
	return p.atMove(r, func(at move) (plan.Plan, error) {
		if at.Position(at.from()).Outcome().Over {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return r.Private(func(l *texts.Language) plan.Content {
			at.texts = l
			return plan.Components(at.playOn(r.User)...)
		}), nil
	})
}

// playOn draws the question against whom to play on.
func (m move) playOn(reader string) []discordgo.MessageComponent {
	l, here := m.texts, strconv.Itoa(m.ply)
	side := m.side(reader)
	levels := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: m.path(here + "/level"), Placeholder: l.Say(playOnLevel)}
	for _, level := range ai.Levels(m.Variant()) {
		levels.Options = append(levels.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(card.RatedLevel(l, m.Variant(), level), 100), Value: level,
		})
	}
	title := l.Say(playOnTitle, "Move", texts.Ordinal(m.ply))
	before := m
	if before.ply = m.from(); before.ply < m.ply {
		title = l.Say(playOnBefore, "Move", texts.Ordinal(m.ply), "Square", m.Game.Moves[before.ply].String())
	}
	said := "### " + title + "\n" + l.Say(playOnHow, "Mark", card.Letter(side))
	content := []discordgo.MessageComponent{card.Text(said), m.board(before.view()), card.Row(levels)}
	if m.rival(reader) != "" {
		content = append(content, card.Row(discordgo.Button{CustomID: m.path(here + "/rival"), Label: l.Say(playOnRival), Style: discordgo.SecondaryButton}))
	}
	return []discordgo.MessageComponent{card.Container(render.Accent(side), content...)}
}

// chooseLevel begins a match against a level from a position.
func (p Pages) chooseLevel(r *plan.Request) (plan.Plan, error) {
	return p.atMove(r, func(at move) (plan.Plan, error) {
		level, err := r.Chosen()
		if err == nil && !slices.Contains(ai.Levels(at.Variant()), level) {
			err = plan.Refuse(texts.RefuseOldButton)
		}
		if err != nil {
			return nil, err
		}
		return p.begin(r, at, match.Computer(level))
	})
}

// pressRival challenges the member against whom the caller has played the game.
func (p Pages) pressRival(r *plan.Request) (plan.Plan, error) {
	return p.atMove(r, func(at move) (plan.Plan, error) {
		rival := at.rival(r.User)
		if rival == "" {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return p.begin(r, at, match.Person(rival))
	})
}

// begin begins a match of the caller's against another player from a position.
func (p Pages) begin(r *plan.Request, at move, other match.Player) (plan.Plan, error) {
	if at.Position(at.from()).Outcome().Over {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	x, o := match.Person(r.User), other
	if at.side(r.User) == game.O {
		x, o = o, x
	}
	return p.Begin(r, x, o, at.Variant(), at.Game.Moves[:at.from()])
}
