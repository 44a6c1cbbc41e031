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

// Texts about members and their results that several pages use.
const (
	poolClassic3  texts.Key = "pool.classic3"
	poolClassic   texts.Key = "pool.classic"
	poolUltimate  texts.Key = "pool.ultimate"
	whoDeleted    texts.Key = "who.deleted"
	whoMembers    texts.Key = "who.members"
	tally         texts.Key = "tally"
	tallyWins     texts.Key = "tally.wins"
	tallyDraws    texts.Key = "tally.draws"
	tallyLosses   texts.Key = "tally.losses"
	squareNamed   texts.Key = "square.named"
	squareOnBoard texts.Key = "square.on_board"
)

// pools maps pools of ratings to the keys of their names.
var pools = map[profile.Pool]texts.Key{
	profile.Classic3: poolClassic3, profile.LargerClassic: poolClassic, profile.Ultimate: poolUltimate,
	profile.Classic3.AgainstComputer(): poolClassic3, profile.LargerClassic.AgainstComputer(): poolClassic, profile.Ultimate.AgainstComputer(): poolUltimate,
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

// ratingPlacing is the text with the progress of a member's placement: the first rated games in a pool.
const ratingPlacing texts.Key = "rating.placing"

// Standing returns a member's standing in a pool after a number of rated games: the progress of the
// placement, or the rating once the placement is complete.
func Standing(l *texts.Language, points int, provisional bool, games int) string {
	if 0 < games && games < profile.Placement {
		return l.Say(ratingPlacing, "Number", texts.Ordinal(games), "Most", texts.Ordinal(profile.Placement))
	}
	return Points(points, provisional)
}

// Who returns the name of a player without their mark.
func Who(l *texts.Language, p match.Player) string {
	switch {
	case p.IsAnonymous():
		return l.Say(whoDeleted)
	case p.IsComputer():
		return strings.TrimSpace(l.Say(texts.PlayerComputer, "Mark", "", "Face", Face(p.Level), "Level", Level(l, p.Level)))
	case p.IsTeam():
		return strings.TrimSpace(l.Say(playerTeam, "Mark", "", "ID", p.Team))
	}
	return strings.TrimSpace(l.Say(texts.PlayerPerson, "Mark", "", "ID", p.ID))
}

// Tally returns the text with the numbers of games won, drawn and lost.
func Tally(l *texts.Language, t profile.Tally) string {
	return l.Say(tally, "Wins", l.Count(tallyWins, t.Wins), "Draws", l.Count(tallyDraws, t.Draws), "Losses", l.Count(tallyLosses, t.Losses))
}

// namedSquare returns a square's name and, if the square's place on the board has a name such as "center", that name
// too.
func namedSquare(l *texts.Language, v game.Variant, s game.Square) string {
	if nested, ok := rules.Start(v, game.X).(game.Nested); ok {
		board, cell := nested.Split(s)
		return l.Say(squareOnBoard, append(append(LocalBoard(l, board), LocalSquare(l, cell)...), "Square", s.String())...)
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
	return l.Say(squareNamed, "Place", boardName(l, 3*row+col), "Square", s.String())
}

// SquareHint describes a square of a nested board by its local board and its number on that board. `board` is counted
// from 0.
func SquareHint(l *texts.Language, s game.Square, board int, number string) string {
	return l.Say(texts.SquareHint, append(LocalBoard(l, board), "Square", s.String(), "Number", number)...)
}
