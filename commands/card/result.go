package card

import (
	"slices"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

func (d *drawing) result() string {
	winner := d.Match.Result.Winner
	switch d.Match.Result.Reason {
	case match.ByLine:
		if d.Match.Dropped > 0 {
			return d.texts.Say("result.won", "Player", d.player(winner))
		}
		return d.byLine(winner)
	case match.ByResignation:
		return d.texts.Say("won.resignation", "Player", d.player(winner), "Loser", d.player(winner.Opponent()))
	case match.ByTimeout:
		return d.texts.Say("won.time", "Player", d.player(winner), "Loser", d.player(winner.Opponent()))
	case match.ByLeaving:
		return d.texts.Say("won.leaving", "Player", d.player(winner), "Loser", d.player(winner.Opponent()))
	case match.ByFullBoard:
		return d.texts.Say(wordsOf(d.Match.Options.Variant).drawn)
	case match.ByAgreement:
		return d.texts.Say("drawn.agreement")
	case match.Abandoned:
		return d.texts.Say("end.abandoned")
	case match.Moderated:
		return d.texts.Say("end.moderated")
	case match.Stranded:
		return d.texts.Say("end.stranded")
	}
	if d.Match.Watched() || d.Match.HasTeam() && len(d.Match.Moves) > 1 {
		return d.texts.Say("end.stopped")
	}
	return d.texts.Say("end.aborted")
}

// byLine returns the text that names the winner and the winning lines. Each kind of line has its
// own text, because of the grammar of other languages.
func (d *drawing) byLine(winner game.Mark) string {
	args := []string{"Player", d.player(winner), "Loser", d.player(winner.Opponent())}
	if p, ok := d.position.(game.Nested); ok {
		return d.texts.Say("won.boards", append(args, "Boards", d.boardList(p.WinningBoards()))...)
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

func (d *drawing) boardList(boards []int) string {
	names := make([]string, len(boards))
	for i, board := range boards {
		names[i] = boardName(d.texts, board)
	}
	return d.texts.And(names)
}
