package card

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// Texts of a match with a queue.
const (
	// ButtonQueue labels the button that joins or leaves the queue.
	ButtonQueue texts.Key = "button.queue"

	hillKing       texts.Key = "hill.king"
	hillNext       texts.Key = "hill.next"
	hillNextMore   texts.Key = "hill.next_more"
	hillStaysFirst texts.Key = "hill.stays_first"
	hillStays      texts.Key = "hill.stays"
	hillRecord     texts.Key = "hill.record"
	hillUp         texts.Key = "hill.up"
	hillMember     texts.Key = "hill.member"
	buttonHillPlay texts.Key = "button.hill_play"
	buttonHillPass texts.Key = "button.hill_pass"
)

// maxNamed is how many members of the queue are named.
const maxNamed = 4

// Queues reports whether members can queue to play the winner of a match. They can in servers that have
// installed the bot, where it can mention them, but not in tournaments, which pair the players.
func Queues(rec match.Record) bool {
	return rec.Place.Guild != "" && !rec.Place.Away && rec.Tournament == "" && rec.Match.CanQueue()
}

// hill says who is king and who is in the queue. It is small text, because the two who play do not need it.
func (d *drawing) hill() string {
	if d.match.Status != match.Playing {
		return ""
	}
	var king string
	if d.match.Hill.Streak > 0 {
		king = d.texts.Count(hillKing, d.match.Hill.Streak, "Player", d.player(game.O))
	}
	if queue := d.queue(); king+queue != "" {
		return small(king, queue)
	}
	return ""
}

// queue names the members in the queue, "" for nobody.
func (d *drawing) queue() string {
	queue := d.match.Hill.Queue
	if len(queue) == 0 {
		return ""
	}
	var named []string
	for _, member := range queue[:min(len(queue), maxNamed)] {
		named = append(named, d.texts.Say(hillMember, "ID", member))
	}
	if more := len(queue) - len(named); more > 0 {
		return d.texts.Count(hillNextMore, more, "Members", d.texts.Comma(named))
	}
	return d.texts.Say(hillNext, "Members", d.texts.Comma(named))
}

// stays says who plays the next member of the queue, "" if the queue was empty.
func (d *drawing) stays() string {
	h := d.match.Hill
	player := d.player(h.Stays)
	switch {
	case h.Stays == game.Empty:
		return ""
	case h.Won == 0:
		return d.texts.Say(hillStaysFirst, "Player", player)
	case d.record:
		return d.texts.Count(hillRecord, h.Won, "Player", player)
	}
	return d.texts.Count(hillStays, h.Won, "Player", player)
}

// nextButtons returns the buttons for the match that follows one that is over.
func (d *drawing) nextButtons() []discordgo.MessageComponent {
	if d.match.InSeries() {
		return []discordgo.MessageComponent{d.button("next-game", buttonNextGame, discordgo.PrimaryButton)}
	}
	return []discordgo.MessageComponent{
		d.button("next-play", buttonHillPlay, discordgo.SuccessButton),
		d.button("next-pass", buttonHillPass, discordgo.SecondaryButton),
	}
}

// PingButtons returns the same buttons for the message that mentions the next member. Their paths differ from
// those on the board, so that a press tells which message it was on.
func PingButtons(l *texts.Language, m match.Match) []discordgo.MessageComponent {
	path := plan.BesideBoard + string(m.ID) + "/" + strconv.Itoa(m.Version) + "/"
	return []discordgo.MessageComponent{
		discordgo.Button{CustomID: path + "play", Label: l.Say(buttonHillPlay), Style: discordgo.SuccessButton},
		discordgo.Button{CustomID: path + "pass", Label: l.Say(buttonHillPass), Style: discordgo.SecondaryButton},
	}
}
