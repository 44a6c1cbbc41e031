package card

import (
	"slices"
	"strings"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/classic"
	"noughts/game/match"
)

// resultWon says who has won where nobody knows any more how.
const resultWon texts.Key = "result.won"

// result says how the match ended.
func (d *drawing) result() string {
	winner := d.match.Result.Winner
	switch d.match.Result.Reason {
	case match.ByLine:
		if d.match.Dropped > 0 {
			return d.texts.Say(resultWon, "Player", d.player(winner))
		}
		return d.texts.Say(wordsOf(d.match.Options.Variant).won,
			"Player", d.player(winner), "Loser", d.player(winner.Opponent()), "Line", d.line())
	case match.ByResignation:
		return d.texts.Say(texts.WonByResignation, "Player", d.player(winner), "Loser", d.player(winner.Opponent()))
	case match.ByTimeout:
		return d.texts.Say(texts.WonOnTime, "Player", d.player(winner), "Loser", d.player(winner.Opponent()))
	case match.ByFullBoard:
		return d.texts.Say(wordsOf(d.match.Options.Variant).drawn)
	case match.ByAgreement:
		return d.texts.Say(texts.DrawnByAgreement)
	case match.Abandoned:
		return d.texts.Say(texts.EndAbandoned)
	}
	if d.match.Watched() || d.match.HasTeam() && len(d.match.Moves) > 1 {
		return d.texts.Say(texts.EndStopped)
	}
	return d.texts.Say(texts.EndAborted)
}

// line names the line or lines that decided the game.
func (d *drawing) line() string {
	if p, ok := d.position.(game.Nested); ok {
		return d.texts.Say(texts.LineBoards, "Boards", d.boardList(p.WinningBoards()))
	}
	size := d.match.Options.Variant.Size()
	if size == 1 {
		return d.texts.Say(texts.LineSingle) // which is a row, a column and both diagonals
	}
	var named []string
	for _, line := range completed(d.position) {
		named = append(named, d.flatLine(line))
	}
	return d.and(named)
}

// completed returns the lines that decided a game on a flat board. Those that
// overlap on one row, column or diagonal are one longer line.
func completed(p game.Position) (all [][]game.Square) {
	winning, length := p.WinningLine(), p.Variant().Length()
	for _, line := range classic.LinesInARow(p.Variant().Size(), length) {
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

// flatLine names a row, a column or a diagonal.
func (d *drawing) flatLine(line []game.Square) string {
	from, to := line[0], line[len(line)-1]
	switch {
	case from.Row() == to.Row():
		return d.texts.Say(texts.LineRow, "Row", texts.Ordinal(from.Row()+1), "From", from.String(), "To", to.String())
	case from.Col() == to.Col():
		return d.texts.Say(texts.LineColumn, "Column", from.String()[:1], "From", from.String(), "To", to.String())
	}
	return d.texts.Say(texts.LineDiagonal, "From", from.String(), "To", to.String())
}

// boardList names local boards.
func (d *drawing) boardList(boards []int) string {
	names := make([]string, len(boards))
	for i, board := range boards {
		names[i] = LocalBoard(d.texts, board)
	}
	return d.and(names)
}

// and lists words, the last after "and".
func (d *drawing) and(words []string) string { return And(d.texts, words) }

// And lists words, the last after "and".
func And(l *texts.Language, words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return l.Say(texts.ListAnd, "First", strings.Join(words[:last], ", "), "Last", words[last])
}
