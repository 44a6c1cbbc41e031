package explain

import (
	"slices"

	"noughts/game"
)

// most is the maximum number of reasons.
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

// forMove is the order of Why's reasons, the most informative first.
var forMove = []Kind{
	WinsGame, DrawsGame, OnlyLegal, LeavesNoSafe, AllLose, WinsByForce, OnlyMove, BlocksGame, DoubleThreat, WinsBoard, NearsGame,
	BlocksBoard, ThreatensGame, KeepsFromGame, GetsFreeChoice, StopsDouble, SendsAway, Threatens, PreparesDouble,
	LocalFork, SecondLine, MakesTwo, FillsBoard, Draws, Mirrors, OthersWorse,
}

// besides are reasons that Why uses if it has few others, so that every move has one.
var besides = []Kind{
	SendsSpent, MostLines, SpoilsLines, OpensLines, DeadSquare, SafeSquare, FewLines, SendsToBoard, SendsAnywhere, Best, CompletesNone, LosesGame,
}

// against is the order of WhyNot's reasons.
var against = []Kind{
	LosesGame, MissesGame, IgnoresThreat, GivesGame, AllLose, LosesByForce, MissesWin, MissesDraw, GivesDouble, GivesBoard, MissesBoard,
	SendsAnywhere, WorseBy,
}

// implied are, for each kind, the kinds that say no more than it and are left out after it.
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

// Why returns reasons for a legal move or facts about it, the most informative first: one to three,
// none for an illegal move.
func Why(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	reasons := v.collect(nil, forMove, most)
	return v.collect(reasons, besides, max(len(reasons), 2))
}

// WhyNot returns reasons against a legal move, the most informative first: at most three, none if
// nothing is known against it.
func WhyNot(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	return v.collect(nil, against, most)
}

// collect appends reasons in the order of kinds, at most one a kind and most in all, and none that
// an earlier one implies.
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
