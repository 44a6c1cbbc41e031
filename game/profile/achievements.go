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

// The achievements. All except PuzzleDays are earned by games that ended with a win or a draw. Except for WholeLadder, a
// game with help for the member (see FinishedGame.Hinted and Relayed) earns nothing, nor does a casual game against the
// computer or one in which a move was taken back.
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
	BeatCasual      Achievement = "beat_casual"      // a win against level casual, if worthBeating
	BeatClub        Achievement = "beat_club"        // a win against level club, if worthBeating
	BeatExpert      Achievement = "beat_expert"      // a win against level expert (larger boards and Ultimate), if worthBeating
	BeatGrandmaster Achievement = "beat_grandmaster" // a win against level grandmaster, if worthBeating
	BeatChampion    Achievement = "beat_champion"    // a win against level champion or strong, if worthBeating
	WholeLadder     Achievement = "whole_ladder"     // every rung of a Ladder beaten
	PuzzleDays      Achievement = "puzzle_days"      // daily puzzles solved ten days in a row: see puzzle.RowOfDays
)

// Achievements returns all achievements, in the order of display.
func Achievements() []Achievement {
	return []Achievement{
		FirstWin, TenOpponents, HundredGames, Streak5, Streak10, GiantKiller, Comeback, SecondWins, QuickUltimate,
		PerfectDraw, BeatCasual, BeatClub, BeatExpert, BeatGrandmaster, BeatChampion, WholeLadder, PuzzleDays,
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

// mayEarn returns the MayEarn of a game, but for the ladder's. It reads the other fields of c except Effect.
func (c Counted) mayEarn(g FinishedGame, past Past) []Earned {
	side, person := c.Side-game.X, !g.AgainstComputer()
	if !person && (g.TakenBack || g.Casual) || g.Hinted[side] || g.Relayed[side] {
		return nil
	}
	earns := map[Achievement]bool{
		HundredGames: past.Games+1 >= ManyGames,
		TenOpponents: person && !past.Met && past.Opponents+1 >= ManyOpponents,
		PerfectDraw:  c.Score == Draw && PoolOf(g.Variant) == Classic3 && isPerfect(g.Players),
	}
	if c.Score == Win {
		pool, rated := PoolOf(g.Variant), person && c.Verdict == Rated
		earns[FirstWin] = person
		earns[Comeback] = g.isComeback()
		earns[Streak5] = rated && c.Standing.Streak >= 5
		earns[Streak10] = rated && c.Standing.Streak >= 10
		earns[GiantKiller] = rated && c.Opponent.Points()-c.Before.Points() >= GiantAhead && !c.Opponent.Provisional()
		earns[SecondWins] = g.OnBoard && person && c.Side == game.O && g.Begins == game.X && pool == Classic3
		earns[QuickUltimate] = g.OnBoard && pool == Ultimate && g.movesOf(c.Side) < QuickMoves
		if level, ok := levels[g.Players[1-side].Level]; ok {
			earns[level] = g.worthBeating()
		}
	}
	var earned []Earned
	for _, a := range Achievements() {
		if earns[a] {
			earned = append(earned, Earned{Achievement: a, Match: g.Match, At: g.Ended})
		}
	}
	return earned
}

// worthBeating reports whether games of the variant against levels are rated, and the level has a rating.
func (g FinishedGame) worthBeating() bool { return g.Pool() != "" && g.Level != 0 }

var levels = map[string]Achievement{
	"casual": BeatCasual, "club": BeatClub, "expert": BeatExpert, "grandmaster": BeatGrandmaster, "champion": BeatChampion, "strong": BeatChampion,
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
