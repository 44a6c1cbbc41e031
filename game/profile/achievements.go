package profile

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rating"
)

// An Achievement is the name of something that a member can achieve once. Its text is what
// stores keep, and a part of the keys of its words: it stays for ever.
type Achievement string

// The achievements. All but PuzzleDays come with games. A game counts for them if it came to a result, rated or not; one against
// a level only if no move was taken back.
const (
	FirstWin        Achievement = "first_win"        // the first win against another member
	TenOpponents    Achievement = "ten_opponents"    // games against ten other members
	HundredGames    Achievement = "hundred_games"    // a hundred games, against anybody
	Streak5         Achievement = "streak_5"         // five rated games of one pool won in a row, against members
	Streak10        Achievement = "streak_10"        // ten of them
	GiantKiller     Achievement = "giant_killer"     // a rated win against a member with GiantAhead points more, not provisional
	Comeback        Achievement = "comeback"         // a win from a position that was certainly lost
	SecondWins      Achievement = "second_wins"      // a line as O, against a member, on 3×3
	QuickUltimate   Achievement = "quick_ultimate"   // a line in Ultimate with fewer than QuickMoves moves of one's own
	PerfectDraw     Achievement = "perfect_draw"     // a draw against level perfect on 3×3
	BeatCasual      Achievement = "beat_casual"      // a win against level casual, where Facts.worthBeating
	BeatClub        Achievement = "beat_club"        // the same against level club
	BeatExpert      Achievement = "beat_expert"      // against level expert, which larger boards and Ultimate have
	BeatGrandmaster Achievement = "beat_grandmaster" // against level grandmaster
	BeatChampion    Achievement = "beat_champion"    // against level champion
	PuzzleDays      Achievement = "puzzle_days"      // the puzzles of ten days in a row: see solving.RowOfDays
)

// Achievements returns all of them, in the order of display.
func Achievements() []Achievement {
	return []Achievement{
		FirstWin, TenOpponents, HundredGames, Streak5, Streak10, GiantKiller, Comeback, SecondWins, QuickUltimate,
		PerfectDraw, BeatCasual, BeatClub, BeatExpert, BeatGrandmaster, BeatChampion, PuzzleDays,
	}
}

const (
	// ManyOpponents is how many other members are worth having played.
	ManyOpponents = 10
	// ManyGames is how many games are.
	ManyGames = 100
	// GiantAhead is how many points more than the winner a giant has.
	GiantAhead = 200
	// QuickMoves is how many moves of one's own are too many for a quick win.
	QuickMoves = 20
)

// An Earned is one that a member has achieved.
type Earned struct {
	Achievement Achievement `json:"name"`
	Match       match.ID    `json:"match,omitempty"` // the one it was earned with, "" for none
	At          time.Time   `json:"at"`
}

// Facts are what decides what a member has achieved with a game that came to a result.
type Facts struct {
	Game FinishedGame
	Side game.Mark // of the member

	Rated     bool          // the game counted for the member's rating
	Before    rating.Rating // the member's before the game, if it was rated
	Opponent  rating.Rating // the other's, if it is a member and the game was rated
	Streak    int           // rated wins in a row, this one among them
	Games     int           // how many games of the member came to a result, this one among them
	Opponents int           // how many other members the member has played, if this one is new among them; else 0
	Comeback  bool          // the member's position was certainly lost, before the last moves
	Level     rating.Rating // of the level of the computer; zero if none played or it was never measured
}

// Earn returns what a game achieves, whether or not the member has it already, in the order
// of Achievements.
func Earn(f Facts) []Achievement {
	opponent := f.opponent()
	if opponent.IsComputer() && f.Game.TakenBack || f.Game.Hinted[f.Side-game.X] {
		return nil
	}
	earns := map[Achievement]bool{
		HundredGames: f.Games >= ManyGames,
		TenOpponents: f.Opponents >= ManyOpponents,
		PerfectDraw:  f.score() == rating.Draw && rating.PoolOf(f.Game.Variant) == rating.Classic3 && isPerfect(f.Game.Players),
	}
	if f.score() == rating.Win {
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

// winning adds what a win achieves.
func (f Facts) winning(earns map[Achievement]bool) {
	g, pool, opponent := f.Game, rating.PoolOf(f.Game.Variant), f.opponent()
	person := !opponent.IsComputer()
	earns[FirstWin] = person
	earns[Comeback] = f.Comeback
	earns[Streak5] = f.Rated && person && f.Streak >= 5
	earns[Streak10] = f.Rated && person && f.Streak >= 10
	earns[GiantKiller] = f.Rated && person && f.Opponent.Points()-f.Before.Points() >= GiantAhead && !f.Opponent.Provisional()
	earns[SecondWins] = g.OnBoard && person && f.Side == game.O && g.Begins == game.X && pool == rating.Classic3
	earns[QuickUltimate] = g.OnBoard && pool == rating.Ultimate && g.movesOf(f.Side) < QuickMoves
	if level, ok := levels[opponent.Level]; ok {
		earns[level] = f.worthBeating()
	}
}

// worthBeating says whether it is an achievement to beat the level of the computer: games
// against it are rated, and the first player has no short win that one could memorise.
func (f Facts) worthBeating() bool {
	v := f.Game.Variant
	return rating.PoolOf(v) != "" && f.Level != (rating.Rating{}) && !WonByForce(v)
}

// ForcedPlies is within how many moves of both sides a forced win is short.
const ForcedPlies = 15

// WonByForce says whether the first player wins a variant by force within ForcedPlies: three
// in a row on any board with more columns, and four in a row from 6×6 on. A test proves it
// with the engine.
func WonByForce(v game.Variant) bool {
	return v.Kind == game.Classic(3).Kind && (v.N > 3 && v.Length() == 3 || v.N > 5 && v.Length() == 4)
}

func (f Facts) opponent() match.Player { return f.Game.Players[f.Side.Opponent()-game.X] }

func (f Facts) score() rating.HalfPoints { return rating.ScoreOf(f.Side, f.Game.Winner) }

// levels are the levels of the computer that somebody achieves something by beating.
var levels = map[string]Achievement{
	"casual": BeatCasual, "club": BeatClub, "expert": BeatExpert, "grandmaster": BeatGrandmaster, "champion": BeatChampion,
}

// SortEarned orders achievements by time; those of one game as in Achievements.
func SortEarned(all []Earned) {
	slices.SortFunc(all, func(a, b Earned) int {
		return cmp.Or(a.At.Compare(b.At), slices.Index(Achievements(), a.Achievement)-slices.Index(Achievements(), b.Achievement))
	})
}
