package explain

import (
	"slices"

	"noughts/game"
)

// most is how many reasons are given at most.
const most = 3

// find returns the reasons of a kind that are true of the move.
func (v *view) find(k Kind) []Reason {
	define, ok := definitions[k]
	if !ok {
		return nil
	}
	reasons := define(v)
	for i := range reasons {
		reasons[i].Kind = k
	}
	return reasons
}

// forMove is the order of Why's reasons: the most telling first.
var forMove = []Kind{
	WinsGame, DrawsGame, OnlyLegal, LeavesNoSafe, AllLose, WinsByForce, OnlyMove, BlocksGame, DoubleThreat, WinsBoard, NearsGame,
	BlocksBoard, ThreatensGame, KeepsFromGame, GetsFreeChoice, StopsDouble, SendsAway, Threatens, PreparesDouble,
	LocalFork, SecondLine, MakesTwo, FillsBoard, Draws, Mirrors, OthersWorse,
}

// besides is what is said where there is little else to say, so that there is something to say of each move.
var besides = []Kind{
	SendsSpent, MostLines, SpoilsLines, OpensLines, DeadSquare, SafeSquare, FewLines, SendsToBoard, SendsAnywhere, Best, CompletesNone, LosesGame,
}

// against is the order of WhyNot's reasons.
var against = []Kind{
	LosesGame, MissesGame, IgnoresThreat, GivesGame, AllLose, LosesByForce, MissesWin, MissesDraw, GivesDouble, GivesBoard, MissesBoard,
	SendsAnywhere, WorseBy,
}

// implied are the kinds that need no word after another: that one says it already, or more.
var implied = map[Kind][]Kind{
	WinsGame:       Kinds(),
	DrawsGame:      Kinds(),
	OnlyLegal:      {AllLose, Best, MostLines, FewLines},
	LeavesNoSafe:   {WinsByForce, OthersWorse, OnlyMove, Best},
	AllLose:        {Best, LosesByForce},
	WinsByForce:    {OnlyMove, OthersWorse, Best},
	OnlyMove:       {OthersWorse, Best},
	DoubleThreat:   {Threatens, PreparesDouble},
	BlocksGame:     {BlocksBoard, StopsDouble},
	ThreatensGame:  {LocalFork, SecondLine, MakesTwo},
	KeepsFromGame:  {SendsAway, SendsToBoard, SendsSpent},
	GetsFreeChoice: {SendsToBoard},
	SendsAway:      {SendsToBoard, SendsSpent},
	Threatens:      {PreparesDouble},
	LocalFork:      {SecondLine, MakesTwo},
	SecondLine:     {MakesTwo},
	OthersWorse:    {Best},
	SendsSpent:     {SendsToBoard},
	MostLines:      {OpensLines},
	SpoilsLines:    {OpensLines},
	SafeSquare:     {CompletesNone},
	FewLines:       {CompletesNone},

	LosesGame:     Kinds(),
	IgnoresThreat: {GivesGame, AllLose, LosesByForce, GivesDouble, GivesBoard, WorseBy},
	GivesGame:     {AllLose, LosesByForce, GivesBoard, WorseBy},
	MissesGame:    {MissesWin, MissesBoard, WorseBy},
	MissesWin:     {WorseBy, MissesDraw},
	MissesDraw:    {WorseBy},
}

// Why returns what speaks for a legal move, or is worth knowing of it, the most telling first: one to three
// reasons, none for a move that is not legal.
func Why(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	reasons := v.collect(nil, forMove, most)
	return v.collect(reasons, besides, max(len(reasons), 2))
}

// WhyNot returns what speaks against a legal move, the most telling first: three reasons at most, and
// none for a move that nothing is known against.
func WhyNot(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	return v.collect(nil, against, most)
}

// collect adds reasons in the order of their kinds, one of each kind that is not implied by an earlier one, up to
// a number.
func (v *view) collect(reasons []Reason, kinds []Kind, most int) []Reason {
	for _, kind := range kinds {
		said := func(r Reason) bool { return slices.Contains(implied[r.Kind], kind) }
		if len(reasons) >= most || slices.ContainsFunc(reasons, said) {
			continue
		}
		if found := v.find(kind); len(found) > 0 {
			reasons = append(reasons, found[0])
		}
	}
	return reasons
}
