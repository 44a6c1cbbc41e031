package card

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

const maxNamed = 4

// Queues reports whether members can queue to play against the winner of a match. The bot must be able to mention the
// queued members, so it must be installed in the server. A match of a tournament has no queue, because the tournament
// decides who plays whom.
func Queues(rec match.Record) bool {
	return rec.Place.Guild != "" && !rec.Place.Away && rec.Tournament == "" && rec.Match.CanQueue()
}

// hill returns the text about the king (the player who won the last game) and the queue. The text is small, because the
// two players do not need it.
func (d *drawing) hill() string {
	if d.Match.Status != match.Playing {
		return ""
	}
	var king string
	if d.Match.Hill.Streak > 0 {
		king = d.texts.Count("hill.king", d.Match.Hill.Streak, "Player", d.player(game.O))
	}
	if queue := d.queue(); king+queue != "" {
		return smallText(king, queue)
	}
	return ""
}

func (d *drawing) queue() string {
	queue := d.Match.Hill.Queue
	if len(queue) == 0 {
		return ""
	}
	var named []string
	for _, member := range queue[:min(len(queue), maxNamed)] {
		named = append(named, d.texts.Say("hill.member", "ID", member))
	}
	if more := len(queue) - len(named); more > 0 {
		return d.texts.Count("hill.next_more", more, "Members", d.texts.Comma(named))
	}
	return d.texts.Say("hill.next", "Members", d.texts.Comma(named))
}

func (d *drawing) stays() string {
	h := d.Match.Hill
	player := d.player(h.Stays)
	switch {
	case h.Stays == game.Empty:
		return ""
	case h.Won == 0:
		return d.texts.Say("hill.stays_first", "Player", player)
	case d.HillRecord:
		return d.texts.Count("hill.record", h.Won, "Player", player)
	}
	return d.texts.Count("hill.stays", h.Won, "Player", player)
}

// nextButtons returns the buttons below a finished match that lead to the next match. In a series this is the button
// that begins the next game. In a queue it is the button that begins the match against the winner, and the button that
// lets the next member of the queue play instead.
func (d *drawing) nextButtons() []discordgo.MessageComponent {
	if d.Match.InSeries() {
		return []discordgo.MessageComponent{d.button("next-game", "button.next_game", discordgo.PrimaryButton)}
	}
	return []discordgo.MessageComponent{
		d.button("next-play", "button.hill_play", discordgo.SuccessButton),
		d.button("next-pass", "button.hill_pass", discordgo.SecondaryButton),
	}
}

// PingButtons returns the buttons Play and Pass for the message that mentions the next member of the queue. Their
// custom ids differ from those of the same buttons on the board, so a press shows which message it came from.
func PingButtons(l *texts.Language, m match.Match) []discordgo.MessageComponent {
	path := plan.BesideBoard + string(m.ID) + "/" + strconv.Itoa(m.Version) + "/"
	return []discordgo.MessageComponent{
		discordgo.Button{CustomID: path + "play", Label: l.Say("button.hill_play"), Style: discordgo.SuccessButton},
		discordgo.Button{CustomID: path + "pass", Label: l.Say("button.hill_pass"), Style: discordgo.SecondaryButton},
	}
}
