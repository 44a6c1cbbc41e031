package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// Texts of a ping.
const (
	pingAccepted     texts.Key = "ping.accepted"
	pingAcceptedMove texts.Key = "ping.accepted_move"
	pingTurn         texts.Key = "ping.turn"
	pingTime         texts.Key = "ping.time"
	pingNext         texts.Key = "ping.next"
)

// Ping returns what a player is told beside the board, with links to a web client, and
// which member that is.
func Ping(l *texts.Language, web string, rec match.Record) (text, member string) {
	m := rec.Match
	if rec.Ping.Told == match.NextUp {
		if !m.WaitsForMember() {
			return Game(l, m), "" // the ping is about to go
		}
		member = m.Hill.Queue[0]
		return l.Say(pingNext, "ID", member, "King", Player(l, m, m.Hill.Stays), "Game", LinkedGame(l, web, rec), "When", Moment(m.Deadline)), member
	}
	key, side := pingTurn, m.Side(m.ToMove().ID)
	switch rec.Ping.Told {
	case match.Accepted:
		key = pingAcceptedMove
		if m.ToMove().ID != m.Owner {
			key, side = pingAccepted, m.Side(m.Owner)
		}
	case match.TimeShort:
		key = pingTime
	default: // match.YourTurn
	}
	side = max(side, game.X) // nobody has the turn any more: the ping is about to go
	return l.Say(key, "Player", Player(l, m, side), "Opponent", Player(l, m, side.Opponent()),
		"Game", LinkedGame(l, web, rec), "When", Moment(m.Deadline)), m.Player(side).ID
}

// LinkedGame returns the name of the variant that a match is of, as a link to its live
// message if that is known.
func LinkedGame(l *texts.Language, web string, rec match.Record) string {
	name := Game(l, rec.Match)
	if rec.Message == "" {
		return name
	}
	return "[" + name + "](" + Link(web, rec) + ")"
}
