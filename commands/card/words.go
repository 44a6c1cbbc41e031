package card

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

type words struct {
	name    texts.Key // name of a variant, with {{.Size}}
	won     texts.Key // a win with a line, with {{.Player}}, {{.Loser}} and {{.Lines}}; "" for the usual text
	drawn   texts.Key // a draw by the rules
	title   texts.Key // title of the rules
	lessons []lesson
	goal    texts.Key    // what a choice of a command's option and the message of a match say of the goal; "" for the usual goal
	board   game.Variant // the variant whose board the lessons use, and which the button after the lessons starts; see Played
	learn   string       // custom id of the button that opens more lessons; "" for none
	misfit  texts.Key    // see Misfit
}

var kinds = map[string]words{
	"classic": {
		name: "game.classic", drawn: "drawn.full_board",
		title: "rules.classic.title", board: game.Classic(3), lessons: []lesson{
			{text: "rules.classic.lines", moves: "a1 b1 b2 c1", try: true},
			{text: "rules.classic.draw", moves: "a1 b1 c1 b2 a2 c2 b3 a3 c3"},
		},
	},
	"ultimate": {
		name: "game.ultimate", drawn: "drawn.no_line",
		title: "rules.ultimate.title", board: game.Ultimate, learn: "/learn", lessons: []lesson{
			{text: "rules.ultimate.board", moves: "d4 b2 d5 b5 d6"},
			{text: "rules.ultimate.send", moves: "a1 b2", try: true},
			{text: "rules.ultimate.closed", moves: "b1 d1 c1 g1 a1 e5", try: true},
			{text: "rules.ultimate.win", moves: "d5 a4 c1 h2 e5 d4 a1 b2 f5 g4 b1 e2 g8 b5 g9 c9", try: true},
			{text: "rules.ultimate.draw"},
		},
	},
	"misere": {
		name: "game.misere", won: "won.misere", drawn: "drawn.full_board",
		title: "rules.misere.title", goal: "choice.misere", misfit: "refuse.misere", board: rules.Misere(3), lessons: []lesson{
			{text: "rules.misere.lines", moves: "a1 b1 b2 c1 c3"},
			{text: "rules.misere.draw", moves: "a1 b1 c1 b2 a2 c2 b3 a3 c3"},
			{text: "rules.misere.safe", moves: "a1 b2 b1 a2", try: true},
			{text: "rules.misere.force", moves: "c1 b2 a2 a1 c2 b1", try: true},
			{text: "rules.misere.mirror", moves: "b2 a1", try: true},
		},
	},
	"vanishing": {
		name: "game.vanishing", drawn: "drawn.repetition",
		title: "rules.vanishing.title", goal: "choice.vanishing", misfit: "refuse.vanishing", board: rules.Vanishing, lessons: []lesson{
			{text: "rules.vanishing.third", moves: "a1 b2 b1 a3", try: true},
			{text: "rules.vanishing.gone", moves: "a1 a2 c1 b3 c3 a3", try: true, wrong: "rules.row_gone"},
			{text: "rules.vanishing.threat", moves: "a1 b2 c1 c3 b3 a3", try: true, right: "rules.unstoppable", wrong: "rules.stoppable"},
			{text: "rules.vanishing.edge", try: true, right: "rules.edge", wrong: "rules.no_edge"},
		},
	},
}

// inARow holds the texts of classic variants where fewer marks in a row win than the board has columns. wordsOf adds
// the lesson, which uses the variant's own board.
var inARow = words{
	name: "game.in_a_row", drawn: "drawn.full_board", title: "rules.in_a_row.title",
}

// OtherKinds returns the kinds of variants on a classic board with other rules: the choices of the option variant.
func OtherKinds() []string {
	all := slices.Sorted(maps.Keys(kinds))
	return slices.DeleteFunc(all, func(kind string) bool { return kinds[kind].misfit == "" })
}

// Misfit returns the text that refuses a board which one of OtherKinds does not have, "" for other kinds.
func Misfit(kind string) texts.Key { return kinds[kind].misfit }

// Played returns the variant that a button starts which names only a kind of variants.
func Played(kind string) (game.Variant, bool) {
	w, ok := kinds[kind]
	return w.board, ok
}

func wordsOf(v game.Variant) words {
	if v.K == 0 {
		return kinds[v.Kind]
	}
	w := inARow
	w.board, w.lessons = v, []lesson{{text: "rules.in_a_row.lines", moves: diagonalWin(v)}}
	return w
}

// say returns a text about a variant. If fewer marks in a row win than the board has columns, the text has a plural
// form for that number of marks.
func say(l *texts.Language, key texts.Key, v game.Variant) string {
	args := []string{"Size", texts.Ordinal(v.Size()), "X", MarkEmoji(l, game.X), "O", MarkEmoji(l, game.O)}
	if v.K != 0 {
		return l.Count(key, v.K, args...)
	}
	return l.Say(key, args...)
}

// Variant returns the name of a variant.
func Variant(l *texts.Language, v game.Variant) string { return say(l, wordsOf(v).name, v) }

// Game returns the name of a match's variant.
func Game(l *texts.Language, m match.Match) string { return Variant(l, m.Options.Variant) }

// Players returns the names of both players with their marks.
func Players(l *texts.Language, m match.Match) string {
	return l.Say("versus", "X", Player(l, m, game.X), "O", Player(l, m, game.O))
}

// Player returns the name of a side's player with the side's mark.
func Player(l *texts.Language, m match.Match, side game.Mark) string {
	return playerWithMark(l, m, side, markOf(l, m, side))
}

// playerWithMark returns the name of a side's player with the given mark. While it is not decided who plays
// X, it leaves out the mark.
func playerWithMark(l *texts.Language, m match.Match, side game.Mark, mark string) string {
	player := m.Player(side)
	if m.Begins == game.Empty && m.Options.First != match.FirstX {
		mark = ""
	}
	var said string
	switch {
	case player.IsComputer():
		said = l.Say("player.computer", "Mark", mark, "Face", Face(player.Level), "Level", Level(l, player.Level))
	case player.IsTeam():
		said = l.Say("player.team", "Mark", mark, "ID", player.Team)
	case player.IsAnonymous():
		said = l.Say("player.forgotten", "Mark", mark)
	case player.IsPerson():
		said = l.Say("player.person", "Mark", mark, "ID", player.ID)
	default:
		said = l.Say("player.anyone", "Mark", mark)
	}
	return strings.TrimSpace(said)
}

func markOf(l *texts.Language, m match.Match, side game.Mark) string {
	return cmp.Or(ownMark(m, side), MarkEmoji(l, side))
}

// MarkEmoji returns the emoji of a mark for use in sentences, "" for Empty. Labels of menus and
// buttons cannot show an application's emoji; use render.MarkEmoji there.
func MarkEmoji(l *texts.Language, m game.Mark) string {
	if m == game.Empty {
		return ""
	}
	return cmp.Or(l.Marks()[m-game.X], render.MarkEmoji(m))
}

func ownMark(m match.Match, side game.Mark) string {
	if side == game.Empty {
		return ""
	}
	return render.OwnMarkEmoji(m.Looks[side-game.X].Marks)
}

// Letter returns a mark as a letter, which screen readers pronounce better than its emoji.
func Letter(m game.Mark) string { return strings.ToUpper(m.String()) }

// Link returns the address of a match's live message in a web client. `web` is the scheme and host of the web client,
// "" for Discord's.
func Link(web string, rec match.Record) string {
	guild := rec.Place.Guild
	if guild == "" {
		guild = "@me"
	}
	return cmp.Or(web, "https://discord.com") + "/channels/" + guild + "/" + rec.MessageChannel() + "/" + rec.Message
}

// Moment formats a time as a countdown in Discord's format, which Discord shows in the reader's language.
func Moment(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Span returns a text for the duration of a move's time limit, "no limit" for 0.
func Span(l *texts.Language, d time.Duration) string {
	switch {
	case d == 0:
		return l.Say("clock.none")
	case d < time.Minute:
		return l.Count("clock.seconds", int(d/time.Second))
	case d < time.Hour:
		return l.Count("clock.minutes", int(d/time.Minute))
	case d < 24*time.Hour:
		return l.Count("clock.hours", int(d/time.Hour))
	}
	return l.Count("clock.days", int(d/(24*time.Hour)))
}

// StyleOf returns the style of a member's boards in a server.
func StyleOf(m match.Member, s match.Server) render.Style {
	style := render.Style(cmp.Or(m.Style, s.Style))
	if !slices.Contains(render.Styles, style) {
		return render.TileSet
	}
	return style
}

// OfPlayers returns the text that joins the name of a game and its players.
func OfPlayers(l *texts.Language, name, players string) string {
	return l.Say("game.of", "Game", name, "Players", players)
}

// JoinLines joins the lines that are not empty.
func JoinLines(lines ...string) string {
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// smallText joins the parts that are not empty, as a line of small text, "" for none.
func smallText(parts ...string) string {
	kept := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "" })
	if len(kept) == 0 {
		return ""
	}
	return "-# " + strings.Join(kept, " · ")
}
