package profile

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// An Achievement is the name of something that a member can earn once. The name is stored, and the keys of translated
// texts contain it, so it must never change.
type Achievement string

// The achievements. All except PuzzleDays are earned by games that ended with a win or a draw. A game with help for the
// member (see FinishedGame.Hinted and Relayed) earns nothing, nor does a casual game against the computer or one in which a
// move was taken back.
const (
	FirstWin        Achievement = "first_win"        // the first win against another member
	TenOpponents    Achievement = "ten_opponents"    // games against ten other members
	HundredGames    Achievement = "hundred_games"    // a hundred games, against anybody
	Streak5         Achievement = "streak_5"         // five rated games of one pool won in a row, against members
	Streak10        Achievement = "streak_10"        // ten in a row
	GiantKiller     Achievement = "giant_killer"     // a rated win against a member whose rating is at least GiantAhead points higher and not provisional
	Comeback        Achievement = "comeback"         // a win from a position that was a proven loss
	SecondWins      Achievement = "second_wins"      // a win by line as O against a member on 3×3
	QuickUltimate   Achievement = "quick_ultimate"   // a win by line in Ultimate with fewer than QuickMoves own moves
	PerfectDraw     Achievement = "perfect_draw"     // a draw against level `perfect` on 3×3
	BeatCasual      Achievement = "beat_casual"      // a win against level casual, if Facts.worthBeating
	BeatClub        Achievement = "beat_club"        // a win against level club, if Facts.worthBeating
	BeatExpert      Achievement = "beat_expert"      // a win against level expert (larger boards and Ultimate), if Facts.worthBeating
	BeatGrandmaster Achievement = "beat_grandmaster" // a win against level grandmaster, if Facts.worthBeating
	BeatChampion    Achievement = "beat_champion"    // a win against level champion, if Facts.worthBeating
	PuzzleDays      Achievement = "puzzle_days"      // daily puzzles solved ten days in a row: see solving.RowOfDays
)

// Achievements returns all achievements, in the order of display.
func Achievements() []Achievement {
	return []Achievement{
		FirstWin, TenOpponents, HundredGames, Streak5, Streak10, GiantKiller, Comeback, SecondWins, QuickUltimate,
		PerfectDraw, BeatCasual, BeatClub, BeatExpert, BeatGrandmaster, BeatChampion, PuzzleDays,
	}
}

const (
	// ManyOpponents is how many different opponents TenOpponents needs.
	ManyOpponents = 10
	// ManyGames is how many games HundredGames needs.
	ManyGames = 100
	// GiantAhead is how many points the opponent's rating must be above the winner's for GiantKiller.
	GiantAhead = 200
	// QuickMoves is for QuickUltimate: the winner must make fewer moves than this.
	QuickMoves = 20
)

// An Earned is an achievement of a member.
type Earned struct {
	Achievement Achievement `json:"name"`
	Match       match.ID    `json:"match,omitempty"` // the match that earned it, "" for none
	At          time.Time   `json:"at"`
}

// Facts are the data that decide which achievements a game earns. The game must have ended with a win or a draw.
type Facts struct {
	Game FinishedGame
	Side game.Mark // the side that the member played

	Rated     bool   // the game changed the member's rating
	Before    Rating // the member's rating before the game, if Rated
	Opponent  Rating // the opponent's rating, if the opponent is a member and the game was rated
	Streak    int    // rated wins in a row, including this game
	Games     int    // the member's games that ended with a win, a draw or a loss, including this game
	Opponents int    // number of different opponents of the member, if this game had a new one; otherwise 0
	Comeback  bool   // the member's position was a proven loss before one of the moves
	Level     Rating // rating of the computer's level; zero if none played or it was never measured
}

// Earn returns the achievements of a game, in the order of Achievements. The member may have some already.
func Earn(f Facts) []Achievement {
	side := f.Side - game.X
	if f.opponent().IsComputer() && (f.Game.TakenBack || f.Game.Casual) || f.Game.Hinted[side] || f.Game.Relayed[side] {
		return nil
	}
	earns := map[Achievement]bool{
		HundredGames: f.Games >= ManyGames,
		TenOpponents: f.Opponents >= ManyOpponents,
		PerfectDraw:  f.score() == Draw && PoolOf(f.Game.Variant) == Classic3 && isPerfect(f.Game.Players),
	}
	if f.score() == Win {
		f.winning(earns)
	}
	var earned []Achievement
	for _, a := range Achievements() {
		if earns[a] {
			earned = append(earned, a)
		}
	}
	return earned
}

func (f Facts) winning(earns map[Achievement]bool) {
	g, pool, opponent := f.Game, PoolOf(f.Game.Variant), f.opponent()
	person := !opponent.IsComputer()
	earns[FirstWin] = person
	earns[Comeback] = f.Comeback
	earns[Streak5] = f.Rated && person && f.Streak >= 5
	earns[Streak10] = f.Rated && person && f.Streak >= 10
	earns[GiantKiller] = f.Rated && person && f.Opponent.Points()-f.Before.Points() >= GiantAhead && !f.Opponent.Provisional()
	earns[SecondWins] = g.OnBoard && person && f.Side == game.O && g.Begins == game.X && pool == Classic3
	earns[QuickUltimate] = g.OnBoard && pool == Ultimate && g.movesOf(f.Side) < QuickMoves
	if level, ok := levels[opponent.Level]; ok {
		earns[level] = f.worthBeating()
	}
}

// worthBeating reports whether games of the variant against levels are rated, and the level has a rating.
func (f Facts) worthBeating() bool { return f.Game.Pool() != "" && f.Level != (Rating{}) }

func (f Facts) opponent() match.Player { return f.Game.Players[f.Side.Opponent()-game.X] }

func (f Facts) score() HalfPoints { return ScoreOf(f.Side, f.Game.Winner) }

var levels = map[string]Achievement{
	"casual": BeatCasual, "club": BeatClub, "expert": BeatExpert, "grandmaster": BeatGrandmaster, "champion": BeatChampion,
}

// SortEarned sorts achievements by time, and achievements of the same game in the order of Achievements.
func SortEarned(all []Earned) {
	slices.SortFunc(all, func(a, b Earned) int {
		return cmp.Or(a.At.Compare(b.At), slices.Index(Achievements(), a.Achievement)-slices.Index(Achievements(), b.Achievement))
	})
}

// CanGain reports whether a member can still gain a rating or an achievement by a match in play.
func CanGain(m match.Match, member string) bool {
	side := m.Side(member)
	switch {
	case m.Status != match.Playing, side == game.Empty, m.Hinted[max(side, game.X)-game.X], len(m.Given) > 0:
		return false
	case m.AgainstComputer(member):
		return !m.Options.Casual && !m.TakenBack && PoolFor(m.Options.Variant, true) != ""
	}
	return true
}
