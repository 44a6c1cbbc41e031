package card

import (
	"strconv"
	"strings"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rules"
)

var pools = map[profile.Pool]texts.Key{
	profile.Classic3: "pool.classic3", profile.LargerClassic: "pool.classic", profile.Ultimate: "pool.ultimate",
	DailyPool:                          "pool.daily",
	profile.Classic3.AgainstComputer(): "pool.classic3", profile.LargerClassic.AgainstComputer(): "pool.classic", profile.Ultimate.AgainstComputer(): "pool.ultimate",
}

// Pool returns the name of the games in a pool of ratings.
func Pool(l *texts.Language, p profile.Pool) string { return l.Say(pools[p]) }

// Points formats a rating for members, with a question mark while the rating is provisional.
func Points(points int, provisional bool) string {
	if provisional {
		return strconv.Itoa(points) + "?"
	}
	return strconv.Itoa(points)
}

// Standing returns a member's standing in a pool after a number of rated games: the progress of the
// placement, or the rating once the placement is complete.
func Standing(l *texts.Language, points int, provisional bool, games int) string {
	if 0 < games && games < profile.Placement {
		return l.Say("rating.placing", "Number", texts.Ordinal(games), "Most", texts.Ordinal(profile.Placement))
	}
	return Points(points, provisional)
}

// Who returns the name of a player without their mark.
func Who(l *texts.Language, p match.Player) string {
	switch {
	case p.IsAnonymous():
		return l.Say("who.deleted")
	case p.IsComputer():
		return strings.TrimSpace(l.Say("player.computer", "Mark", "", "Face", Face(p.Level), "Level", Level(l, p.Level)))
	case p.IsTeam():
		return strings.TrimSpace(l.Say("player.team", "Mark", "", "ID", p.Team))
	}
	return strings.TrimSpace(l.Say("player.person", "Mark", "", "ID", p.ID))
}

// Tally returns the text with the numbers of games won, drawn and lost.
func Tally(l *texts.Language, t profile.Tally) string {
	return l.Say("tally", "Wins", l.Count("tally.wins", t.Wins), "Draws", l.Count("tally.draws", t.Draws), "Losses", l.Count("tally.losses", t.Losses))
}

// namedSquare returns a square's name and, if the square's place on the board has a name such as "center", that name
// too.
func namedSquare(l *texts.Language, v game.Variant, s game.Square) string {
	if nested, ok := rules.Start(v, game.X).(game.Nested); ok {
		board, cell := nested.Split(s)
		return l.Say("square.on_board", append(append(LocalBoard(l, board), LocalSquare(l, cell)...), "Square", s.String())...)
	}
	third := func(at int) (int, bool) { // returns 0, 1 or 2 for the first, middle or last row or column, and false for any other
		switch last := v.Size() - 1; {
		case at == 0:
			return 0, true
		case at == last:
			return 2, true
		case 2*at == last:
			return 1, true
		}
		return 0, false
	}
	col, isCol := third(s.Col())
	row, isRow := third(s.Row())
	if !isCol || !isRow || v.Size() < 3 {
		return s.String()
	}
	return l.Say("square.named", "Place", boardName(l, 3*row+col), "Square", s.String())
}

// SquareHint describes a square of a nested board by its local board and its number on that board. `board` is counted
// from 0.
func SquareHint(l *texts.Language, s game.Square, board int, number string) string {
	return l.Say("square.hint", append(LocalBoard(l, board), "Square", s.String(), "Number", number)...)
}
