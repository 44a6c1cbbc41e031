package card

import (
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// Ping returns the text of the message that mentions a member beside the board, and the id of that
// member. The id is "" if there is nobody to mention.
func Ping(l *texts.Language, web string, rec match.Record) (text, member string) {
	m := rec.Match
	if rec.Ping.Told == match.NextUp {
		if !m.WaitsForMember() {
			return Game(l, m), "" // nobody is waiting any more, so the message will soon be deleted
		}
		member = m.Hill.Queue[0]
		return l.Say("ping.next", "ID", member, "King", Player(l, m, m.Hill.Stays), "Game", LinkedGame(l, web, rec), "When", Moment(m.Deadline)), member
	}
	key, side := texts.Key("ping.turn"), m.Side(m.ToMove().ID)
	switch rec.Ping.Told {
	case match.Accepted:
		key = "ping.accepted_move"
		if m.ToMove().ID != m.Starter {
			key, side = "ping.accepted", m.Side(m.Starter)
		}
	case match.TimeShort:
		key = "ping.time"
	default: // match.YourTurn
	}
	side = max(side, game.X) // if nobody is to move any more, the message will soon be deleted
	text = l.Say(key, "Player", Player(l, m, side), "Opponent", Player(l, m, side.Opponent()),
		"Game", LinkedGame(l, web, rec), "When", Moment(m.Deadline))
	if m.InWords() && m.Status == match.Playing {
		d := newDrawing(l, rec, plan.View{}, render.Tiles{})
		text = JoinLines(append([]string{text, d.lastMove(), d.turn()}, d.inWords()...)...)
	}
	return text, m.Player(side).ID
}

// LinkedGame returns the name of a match's variant. The name is a link to the live message if the
// id of that message is known.
func LinkedGame(l *texts.Language, web string, rec match.Record) string {
	name := Game(l, rec.Match)
	if rec.Message == "" {
		return name
	}
	return "[" + name + "](" + Link(web, rec) + ")"
}
