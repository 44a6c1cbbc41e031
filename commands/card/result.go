package card

import (
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

// byLine returns the text that names the winner and the winning lines. Each kind of line has its
// own text, because of the grammar of other languages.
func (d *drawing) byLine(winner game.Mark) string {
	args := []string{"Player", d.player(winner), "Loser", d.player(winner.Opponent())}
	if p, ok := d.position.(game.Nested); ok {
		var names []string
		for _, board := range p.WinningBoards() {
			names = append(names, boardName(d.texts, board))
		}
		return d.texts.Say("won.boards", append(args, "Boards", d.texts.And(names))...)
	}
	lines := []namedLine{{won: "won.single", key: "line.single"}} // on 1×1 the only square is a row, a column and both diagonals, so it has its own text
	if d.Match.Options.Variant.Size() > 1 {
		lines = lines[:0]
		for _, line := range completed(d.position) {
			lines = append(lines, nameLine(line))
		}
	}
	named := make([]string, len(lines))
	for i, line := range lines {
		named[i] = d.texts.Say(line.key, line.args...)
	}
	switch won := wordsOf(d.Match.Options.Variant).won; {
	case won != "":
		return d.texts.Say(won, append(args, "Lines", d.texts.And(named))...)
	case len(lines) == 1:
		return d.texts.Say(lines[0].won, append(args, lines[0].args...)...)
	}
	return d.texts.Say("won.lines", append(args, "Lines", d.texts.And(named))...)
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

type namedLine struct {
	key  texts.Key // names the line in a list of lines
	won  texts.Key // the sentence for a win with only this line
	args []string  // arguments of both texts
}

// nameLine returns the texts for a line. The squares must be in their order along the line.
func nameLine(line []game.Square) namedLine {
	from, to := line[0], line[len(line)-1]
	ends := []string{"From", from.String(), "To", to.String()}
	switch {
	case from.Row() == to.Row():
		return namedLine{"line.row", "won.row", append(ends, "Row", texts.Ordinal(from.Row()+1))}
	case from.Col() == to.Col():
		return namedLine{"line.column", "won.column", append(ends, "Column", from.String()[:1])}
	}
	return namedLine{"line.diagonal", "won.diagonal", ends}
}
