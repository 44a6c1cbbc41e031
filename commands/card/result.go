package card

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// endings are the sentences about the end of a match for a reason that needs no other arguments than the players.
var endings = map[match.Reason]texts.Key{
	match.ByResignation: "won.resignation", match.ByTimeout: "won.time", match.ByLeaving: "won.leaving",
	match.ByAgreement: "drawn.agreement", match.Abandoned: "end.abandoned", match.Moderated: "end.moderated",
	match.Stranded: "end.stranded",
}

// headline returns the first line of a finished match: the result, or that of the series if the match ends it.
func (d *drawing) headline() string {
	winner, over := d.Match.SeriesResult()
	points := d.Match.SeriesScore().HalfPoints()
	switch {
	case over && winner != game.Empty:
		mine, other := points[winner-game.X], points[winner.Opponent()-game.X]
		return "### " + d.texts.Say("series.won", "Player", d.player(winner), "Points", halves(mine), "Other", halves(other))
	case over && d.Match.Result.Decided():
		return "### " + d.texts.Say("series.drawn", "Points", halves(points[0]))
	}
	return "### " + d.result()
}

func (d *drawing) result() string {
	winner, reason := d.Match.Result.Winner, d.Match.Result.Reason
	key, ok := endings[reason]
	switch {
	case ok:
	case reason == match.ByLine && d.Match.Dropped == 0:
		return capital(d.byLine(winner))
	case reason == match.ByLine:
		key = "result.won"
	case reason == match.ByFullBoard:
		key = wordsOf(d.Match.Options.Variant).drawn
	case d.Match.Watched() || d.Match.HasTeam() && len(d.Match.Moves) > 1:
		key = "end.stopped"
	default:
		key = "end.aborted"
	}
	return capital(d.texts.Say(key, "Player", d.player(winner), "Loser", d.player(winner.Opponent())))
}

// capital returns a headline with its first word in upper case, unless it begins with a mention.
func capital(headline string) string {
	for i, r := range headline {
		if strings.HasPrefix(headline[i:], "<@") || unicode.IsUpper(r) {
			break
		}
		if unicode.IsLower(r) && !strings.Contains(headline[:i], "<") {
			return headline[:i] + strings.ToUpper(string(r)) + headline[i+utf8.RuneLen(r):]
		}
	}
	return headline
}

// byLine returns the text that names the winner and the winning lines or local boards.
func (d *drawing) byLine(winner game.Mark) string {
	var names []string
	if p, ok := d.position.(game.Nested); ok {
		for _, board := range p.WinningBoards() {
			names = append(names, boardName(d.texts, board))
		}
	} else {
		for _, line := range completed(d.position) {
			name := line[0].String()
			if len(line) > 1 {
				name += "–" + line[len(line)-1].String()
			}
			names = append(names, name)
		}
	}
	key := cmp.Or(wordsOf(d.Match.Options.Variant).won, "won.line")
	return d.texts.Say(key, "Player", d.player(winner), "Loser", d.player(winner.Opponent()), "Lines", d.texts.Comma(names))
}

// completed returns the winning lines of a game on a board without local boards. If lines on the same row, column or
// diagonal overlap, it joins them to one longer line.
func completed(p game.Position) (all [][]game.Square) {
	winning, length := p.WinningLine(), p.Variant().Length()
	for _, line := range rules.LinesInARow(p.Variant().Size(), length) {
		if slices.ContainsFunc(line, func(s game.Square) bool { return !slices.Contains(winning, s) }) {
			continue
		}
		last := len(all) - 1
		if last >= 0 && slices.Equal(all[last][len(all[last])-length+1:], line[:length-1]) {
			all[last] = append(slices.Clip(all[last]), line[length-1])
		} else {
			all = append(all, line)
		}
	}
	return all
}
