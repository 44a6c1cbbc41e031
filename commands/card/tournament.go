package card

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
	"noughts/render"
	"noughts/render/picture"
)

const (
	cupColour = 0xE3A008
	// shortTable is the number of rows of the table in a tournament's message, tablePage the number of rows on a page
	// of the full table. A mention has 22 characters, so both messages stay below Discord's limit of 4000 characters.
	shortTable = 20
	tablePage  = 32
)

type tournamentCard struct {
	*texts.Language
	rec tournament.Record
	t   tournament.Tournament
}

// TournamentPath returns the custom id of an action on a tournament.
func TournamentPath(rec tournament.Record, action string) string {
	return "/t/" + string(rec.Tournament.ID) + "/" + action
}

func (c tournamentCard) button(action string, label texts.Key, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{CustomID: TournamentPath(c.rec, action), Label: c.Say(label), Style: style}
}

// Tournament draws the message that shows a tournament: the registered members before the start, and then the table.
func Tournament(l *texts.Language, web string, rec tournament.Record) []discordgo.MessageComponent {
	c := tournamentCard{l, rec, rec.Tournament}
	content := []discordgo.MessageComponent{Text(JoinLines(c.heading(), c.settings()))}
	var buttons []discordgo.MessageComponent
	started := c.t.System != tournament.ByNumber
	switch {
	case c.t.Status == tournament.Registration:
		begins := c.Say("tournament.closes", "When", Moment(c.t.Deadline))
		if starts := c.t.Options.Starts; !starts.IsZero() {
			begins = c.Say("tournament.starts", "When", fmt.Sprintf("<t:%d:f>", starts.Unix()))
		}
		content = append(content, Text(JoinLines(c.registered(), smallText(begins), smallText(c.next()))))
		buttons = append(buttons, c.button("join", "tournament.join", discordgo.SuccessButton), c.button("leave", "tournament.leave", discordgo.SecondaryButton),
			c.button("start", "tournament.start", discordgo.PrimaryButton), c.button("end", "tournament.call_off", discordgo.SecondaryButton))
	case started && c.t.Status == tournament.Over:
		content = append(content, Text(c.Say("tournament.below")))
	case c.t.Status == tournament.Over && c.next() != "":
		content = append(content, Text(c.next()))
	case started:
		content = append(content, Text(JoinLines(c.progress(web), c.table())))
		buttons = append(buttons, c.button("game", "tournament.to_game", discordgo.PrimaryButton), c.button("withdraw", "tournament.withdraw", discordgo.SecondaryButton),
			c.button("table-1", "tournament.table", discordgo.SecondaryButton), c.button("organize", "tournament.organize", discordgo.SecondaryButton))
	}
	if !started {
		buttons = append(buttons, c.doNotRepeat()...)
	}
	content = append(content, Rows(buttons)...)
	return []discordgo.MessageComponent{Container(cupColour, content...)}
}

func (c tournamentCard) next() string {
	start, ok := c.t.NextStart()
	if !ok || c.rec.Continued {
		return ""
	}
	return c.Say("tournament.next", "When", fmt.Sprintf("<t:%d:f>", start.Unix()))
}

func (c tournamentCard) doNotRepeat() (buttons []discordgo.MessageComponent) {
	if c.next() != "" {
		buttons = append(buttons, c.button("once", "tournament.stop_repeating", discordgo.SecondaryButton))
	}
	return buttons
}

// Organizing draws the page with the buttons of those who may run a tournament.
func Organizing(l *texts.Language, rec tournament.Record) []discordgo.MessageComponent {
	c := tournamentCard{l, rec, rec.Tournament}
	pause := c.button("pause", "tournament.pause", discordgo.SecondaryButton)
	if c.t.Status == tournament.Paused {
		pause = c.button("resume", "tournament.resume", discordgo.PrimaryButton)
	}
	content := []discordgo.MessageComponent{Text(JoinLines(c.heading(), c.progress("")))}
	if c.t.Status != tournament.Over {
		content = append(content, Row(pause, c.button("end", "tournament.end", discordgo.DangerButton)))
	}
	return content
}

func (c tournamentCard) heading() string {
	game := Variant(c.Language, c.t.Options.Match.Variant)
	switch {
	case c.t.Status != tournament.Over:
		return "### " + c.Say("tournament.title", "Game", game)
	case c.t.TooFew():
		return "### " + c.Say("tournament.too_few", "Game", game)
	case c.t.System == tournament.ByNumber:
		return "### " + c.Say("tournament.called_off", "Game", game)
	case c.t.Stopped:
		return "### " + c.Say("tournament.stopped", "Game", game)
	}
	return "### " + c.Say("tournament.over", "Game", game)
}

func (c tournamentCard) settings() string {
	system := map[tournament.System]texts.Key{
		tournament.ByNumber: "tournament.automatic", tournament.RoundRobin: "tournament.round_robin", tournament.Swiss: "tournament.swiss", tournament.Elimination: "tournament.elimination",
	}[max(c.t.System, c.t.Options.System)]
	rated := texts.Key("tournament.rated")
	if c.t.Options.Match.Casual {
		rated = "tournament.unrated"
	}
	by := c.Say("tournament.by_forgotten")
	if c.t.Organiser != match.Anonymous {
		by = c.Say("tournament.by", "ID", c.t.Organiser)
	}
	said := smallText(c.Say(system), c.Say("tournament.clock", "Time", Span(c.Language, c.t.Options.Match.Clock)), c.Say(rated), by)
	if system == "tournament.elimination" {
		said += "\n" + smallText(c.Say("tournament.draws"))
	}
	return said
}

func (c tournamentCard) registered() string {
	said := c.Say("tournament.nobody")
	if len(c.t.Players) > 0 {
		names := make([]string, len(c.t.Players))
		for i := range names {
			names[i] = c.player(i)
		}
		said = c.Count("tournament.players", len(names), "Players", c.Comma(names))
	}
	if _, plays := c.t.Number(c.t.Organiser); plays || c.t.Organiser == match.Anonymous {
		return said
	}
	return said + "\n" + c.Say("tournament.organizer_joins", "ID", c.t.Organiser)
}

// player returns a mention of a player. If the player's data was deleted, it returns a general name.
func (c tournamentCard) player(n int) string {
	if c.t.Players[n].ID == match.Anonymous {
		return strings.TrimSpace(c.Say("player.forgotten", "Mark", ""))
	}
	return strings.TrimSpace(c.Say("player.person", "Mark", "", "ID", c.t.Players[n].ID))
}

func (c tournamentCard) round() string {
	return c.Say("tournament.round", "Round", texts.Ordinal(len(c.t.Rounds)), "Rounds", texts.Ordinal(c.t.RoundsInAll()))
}

func (c tournamentCard) progress(web string) string {
	said := []string{c.round(), c.Count("tournament.games", len(c.t.Open()))}
	if c.t.Status == tournament.Paused {
		said = append(said, c.Say("tournament.paused"))
	}
	if c.rec.Games != "" && c.rec.Games != c.rec.Place.Channel {
		link := cmp.Or(web, "https://discord.com") + "/channels/" + c.rec.Place.Guild + "/" + c.rec.Games
		said = append(said, c.Say("tournament.games_link", "Link", link))
	}
	return strings.Join(said, " · ")
}

var medals = map[int]string{1: "🥇", 2: "🥈", 3: "🥉"}

// table returns the first rows of the table. If players on equal points have different places, it has the columns that
// say why.
func (c tournamentCard) table() string {
	lines := append([]string{smallText(c.Say("tournament.columns"))}, c.rows(0, shortTable, "tournament.row", "tournament.row_left")...)
	if c.ranksEquals() {
		lines = append([]string{smallText(c.Say("tournament.full_columns"))}, c.rows(0, shortTable, "tournament.full_row", "tournament.full_row_left")...)
	}
	if more := len(c.t.Players) - shortTable; more > 0 {
		lines = append(lines, smallText(c.Count("tournament.more", more)))
	}
	return strings.Join(lines, "\n")
}

func (c tournamentCard) ranksEquals() bool {
	rows := c.t.Table()
	for i := 1; i < len(rows); i++ {
		if rows[i].Points == rows[i-1].Points && rows[i].Place != rows[i-1].Place {
			return true
		}
	}
	return false
}

// rows returns at most n rows of the table, beginning with row number `from`, counted from 0. `stays` is the text of a
// row, `left` the text of a row whose player has withdrawn.
func (c tournamentCard) rows(from, n int, stays, left texts.Key) (lines []string) {
	rows := c.t.Table()
	for _, row := range rows[min(from, len(rows)):min(from+n, len(rows))] {
		place := "`" + texts.Ordinal(row.Place) + "`" // no "1.", because Discord would turn it into a numbered list
		if medal := medals[row.Place]; medal != "" && c.t.HasWinner() {
			place = medal
		}
		key := stays
		if c.t.Players[row.Player].Withdrawn {
			key = left
		}
		lines = append(lines, c.Say(key, "Place", place, "Player", c.player(row.Player), "Points", fraction(row.Points, 2),
			"Buchholz", fraction(row.Buchholz, 2), "Sonneborn", fraction(row.SonnebornBerger, 4), "Won", texts.Ordinal(row.Wins)))
	}
	return lines
}

// fraction formats a number of halves (if `parts` is 2) or quarters (if it is 4), such as 1½.
func fraction(n, parts int) string {
	rest := map[int]string{0: "", 1: "¼", 2: "½", 3: "¾"}[n%parts*4/parts]
	if n < parts && rest != "" {
		return rest
	}
	return strconv.Itoa(n/parts) + rest
}

// TablePage draws a page of the full table. `page` is counted from 1.
func TablePage(l *texts.Language, rec tournament.Record, page int) []discordgo.MessageComponent {
	c := tournamentCard{l, rec, rec.Tournament}
	pages := (len(c.t.Players) + tablePage - 1) / tablePage
	page = min(page, pages)
	said := "### " + c.Say("tournament.page", "Page", texts.Ordinal(page), "Pages", texts.Ordinal(pages))
	content := []discordgo.MessageComponent{Text(JoinLines(said, smallText(c.Say("tournament.full_columns")),
		strings.Join(c.rows((page-1)*tablePage, tablePage, "tournament.full_row", "tournament.full_row_left"), "\n"), smallText(c.Say("tournament.ties"))))}
	var turn []discordgo.MessageComponent
	if page > 1 {
		turn = append(turn, c.button("table-"+strconv.Itoa(page-1), texts.ButtonBack, discordgo.SecondaryButton))
	}
	if page < pages {
		turn = append(turn, c.button("table-"+strconv.Itoa(page+1), texts.ButtonNext, discordgo.SecondaryButton))
	}
	content = append(content, Rows(turn)...)
	return content
}

// Round draws the message with the pairings of the newest round.
func Round(l *texts.Language, rec tournament.Record) []discordgo.MessageComponent {
	c := tournamentCard{l, rec, rec.Tournament}
	lines := []string{"### " + c.round()}
	for _, p := range c.t.Rounds[len(c.t.Rounds)-1] {
		if p.O == tournament.Nobody {
			lines = append(lines, c.Say("tournament.bye", "Player", c.player(p.X)))
			continue
		}
		lines = append(lines, c.Say("tournament.pairing", "X", c.player(p.X), "O", c.player(p.O)))
	}
	limit := max(c.t.Options.Match.Clock, tournament.FirstClock)
	lines = append(lines, smallText(c.Say("tournament.first_move", "Time", Span(l, limit))))
	return []discordgo.MessageComponent{Container(render.Accent(game.Empty), Text(strings.Join(lines, "\n")))}
}

// TrophyPicture is the file name of the picture in the message that TournamentResult draws.
const TrophyPicture = "trophy.png"

// TournamentResult draws the message with the result of a tournament. `picture` says whether to show the trophy.
func TournamentResult(l *texts.Language, rec tournament.Record, picture bool) []discordgo.MessageComponent {
	c := tournamentCard{l, rec, rec.Tournament}
	heading := WithTrophy(l, Text(JoinLines(c.winners(), c.settings())), picture)
	buttons := append([]discordgo.MessageComponent{c.button("table-1", "tournament.table", discordgo.SecondaryButton)}, c.doNotRepeat()...)
	return []discordgo.MessageComponent{Container(cupColour, heading, Text(JoinLines(c.table(), smallText(c.next()))), Row(buttons...))}
}

// WithTrophy returns a text with a picture of a trophy beside it. If `picture` is false, it returns only the text.
func WithTrophy(l *texts.Language, text discordgo.TextDisplay, picture bool) discordgo.MessageComponent {
	if !picture {
		return text
	}
	alt := l.Say("tournament.trophy")
	return discordgo.Section{
		Components: []discordgo.MessageComponent{text},
		Accessory:  discordgo.Thumbnail{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + TrophyPicture}, Description: &alt},
	}
}

// Trophy returns the picture file that WithTrophy refers to.
func Trophy() plan.File {
	var file bytes.Buffer
	_ = picture.Encode(&file, picture.Trophy(128)) // writing to a buffer cannot fail
	return plan.File{Name: TrophyPicture, Type: "image/png", Content: file.Bytes()}
}

// winners returns the text that names the winners and the game. If nobody has won, it returns the heading.
func (c tournamentCard) winners() string {
	if !c.t.HasWinner() {
		return c.heading()
	}
	var first []string
	for _, row := range c.t.Table() {
		if row.Place == 1 && len(first) < maxWinners {
			first = append(first, c.player(row.Player))
		}
	}
	key := texts.Key("tournament.wins")
	if len(first) > 1 {
		key = "tournament.shared"
	}
	return "## " + c.Say(key, "Players", c.Comma(first)) + "\n" + Variant(c.Language, c.t.Options.Match.Variant)
}

const maxWinners = 6
