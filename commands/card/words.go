package card

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/misere"
	"noughts/render"
)

// words are what members read about one kind of variants.
type words struct {
	name    texts.Key // of a variant: {{.Size}}
	won     texts.Key // by a line: {{.Player}}, {{.Loser}}, {{.Line}}
	drawn   texts.Key // because no move is left
	title   texts.Key // of the rules
	lessons []lesson
	board   game.Variant // that the lessons are played on
}

// kinds are the words of every kind of variants.
var kinds = map[string]words{
	"classic": {
		name: texts.GameClassic, won: texts.WonByLine, drawn: texts.DrawnByFullBoard,
		title: texts.RulesClassicTitle, board: game.Classic(3), lessons: []lesson{
			{texts.RulesClassicLines, "a1 b1 b2 c1 c3"},
			{texts.RulesClassicDraw, "a1 b1 c1 b2 a2 c2 b3 a3 c3"},
		},
	},
	"ultimate": {
		name: texts.GameUltimate, won: texts.WonByLine, drawn: texts.DrawnNoLine,
		title: texts.RulesUltimateTitle, board: game.Ultimate, lessons: []lesson{
			{texts.RulesUltimateBoard, "d6"},
			{texts.RulesUltimateClosed, "b1 d1 c1 g1 a1"},
			{texts.RulesUltimateDraw, ""},
		},
	},
	"misere": {
		name: texts.GameMisere, won: texts.WonMisere, drawn: texts.DrawnByFullBoard,
		title: texts.RulesMisereTitle, board: misere.Variant(3), lessons: []lesson{
			{texts.RulesMisereLines, "a1 b1 b2 c1 c3"},
			{texts.RulesClassicDraw, "a1 b1 c1 b2 a2 c2 b3 a3 c3"},
		},
	},
}

func wordsOf(v game.Variant) words { return kinds[v.Kind] }

// Variant returns the name of a variant.
func Variant(l *texts.Language, v game.Variant) string {
	return l.Say(wordsOf(v).name, "Size", v.Size())
}

// Game returns the name of the variant that a match is of.
func Game(l *texts.Language, m match.Match) string { return Variant(l, m.Options.Variant) }

// Players returns who plays which mark.
func Players(l *texts.Language, m match.Match) string {
	return l.Say(texts.Versus, "X", Player(l, m, game.X), "O", Player(l, m, game.O))
}

// Player returns a side's mark with who plays it.
func Player(l *texts.Language, m match.Match, side game.Mark) string {
	mark := render.MarkEmoji(side)
	switch player := m.Player(side); {
	case player.IsComputer():
		return l.Say(texts.PlayerComputer, "Mark", mark, "Face", Face(player.Level), "Level", Level(l, player.Level))
	case player.IsPerson():
		return l.Say(texts.PlayerPerson, "Mark", mark, "ID", player.ID)
	}
	return l.Say(texts.PlayerAnyone, "Mark", mark)
}

// Letter returns a mark as a letter, which is easier to hear than its emoji.
func Letter(m game.Mark) string { return strings.ToUpper(m.String()) }

// boardNames are the names of the local boards in reading order.
var boardNames = [9]texts.Key{
	texts.Board1, texts.Board2, texts.Board3, texts.Board4, texts.Board5,
	texts.Board6, texts.Board7, texts.Board8, texts.Board9,
}

// LocalBoard returns the name of a local board, counted from 0.
func LocalBoard(l *texts.Language, board int) string { return l.Say(boardNames[board]) }

// Link returns the address of a match's live message in the web client at an
// address, "" for Discord's own.
func Link(web string, rec match.Record) string {
	guild := rec.Place.Guild
	if guild == "" {
		guild = "@me"
	}
	return cmp.Or(web, "https://discord.com") + "/channels/" + guild + "/" + rec.Place.Channel + "/" + rec.Message
}

// Moment returns a time as Discord shows it counting down in the reader's own
// language.
func Moment(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// Span says how long a time for a move is.
func Span(l *texts.Language, d time.Duration) string {
	switch {
	case d == 0:
		return l.Say(texts.ClockNone)
	case d < time.Minute:
		return l.Count(texts.ClockSeconds, int(d/time.Second))
	case d < time.Hour:
		return l.Count(texts.ClockMinutes, int(d/time.Minute))
	case d < 24*time.Hour:
		return l.Count(texts.ClockHours, int(d/time.Hour))
	}
	return l.Count(texts.ClockDays, int(d/(24*time.Hour)))
}

// joinLines joins lines and drops the empty ones.
func joinLines(lines ...string) string {
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n")
}

// small makes a text small, and drops its empty parts.
func small(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return "-# " + strings.Join(kept, " · ")
}
