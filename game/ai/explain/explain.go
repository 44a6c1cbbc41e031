// Package explain says why a move is good or bad, as values: what it does on the board, and what a
// search knows about it. The list definitions has one definition for each kind of reason, which
// finds all true reasons of that kind. Package commands/card has the sentences.
package explain

import (
	"maps"
	"slices"

	"noughts/game"
	"noughts/game/ai/engine"
)

// NoSquare is the Square of a reason without one.
const NoSquare game.Square = 255

// NoBoard is the Board of a reason without one.
const NoBoard = game.FreeChoice

// A Reason is one statement about a move. In the comments of the kinds "the side" makes the move,
// and "the opponent" is the other side.
type Reason struct {
	Kind    Kind
	Square  game.Square   // meaning depends on the kind; NoSquare for none
	Board   int           // a local board from 0 to 8, or NoBoard
	Plies   int           // the length of a forced line of play
	By      float64       // a difference of expected results, from 0 to 1
	Lines   int           // how many lines
	Squares []game.Square // squares to mark on the board, in reading order
}

// Known is a search's knowledge of a position.
type Known struct {
	// Choices are legal moves with their values, best first: all of them, as from engine.Engine's
	// Evaluate; or only some, the best one included, which gives fewer reasons; or none.
	Choices []engine.Choice
}

// of returns a move with its value, and false if it is unknown.
func (k Known) of(move game.Square) (engine.Choice, bool) {
	i := slices.IndexFunc(k.Choices, func(c engine.Choice) bool { return c.Move == move })
	if i < 0 {
		return engine.Choice{}, false
	}
	return k.Choices[i], true
}

// A Kind is what a reason says. The keys of its texts contain it.
type Kind string

// Reasons for a move, and facts worth knowing about it.
const (
	WinsGame       Kind = "wins_game"        // Squares: the line
	DrawsGame      Kind = "draws_game"       // the game is over with it, and drawn
	LeavesNoSafe   Kind = "leaves_no_safe"   // misère: each square that is left completes a line of the opponent
	WinsByForce    Kind = "wins_by_force"    // the side wins within Plies, counted with the move, whatever the opponent does
	OnlyLegal      Kind = "only_legal"       // there is no other legal move
	AllLose        Kind = "all_lose"         // each legal move loses by force
	OnlyMove       Kind = "only_move"        // each other move loses by force, and this one is not known to
	BlocksGame     Kind = "blocks_game"      // a mark of the opponent on the move's square would win the game
	DoubleThreat   Kind = "double_threat"    // a flat board: the side can next complete a line on each of Squares, the opponent on none
	WinsBoard      Kind = "wins_board"       // Board; Squares: the line
	NearsGame      Kind = "nears_game"       // it wins a board, and now the side needs only Board besides to win the game
	BlocksBoard    Kind = "blocks_board"     // a mark of the opponent on the move's square would win Board
	ThreatensGame  Kind = "threatens_game"   // Ultimate: a mark of the side on Square would win the game, and would not have before
	KeepsFromGame  Kind = "keeps_from_game"  // a mark of the opponent on Square would win the game, but it may not play there now, and cannot win at once
	GetsFreeChoice Kind = "gets_free_choice" // whatever the opponent answers, the side may then play on any open board, of several
	StopsDouble    Kind = "stops_double"     // a flat board: the opponent could make a double threat on Square, and now on none
	SendsAway      Kind = "sends_away"       // a mark of the opponent on Square would win Board, but it may not play there now, and can win no board
	Threatens      Kind = "threatens"        // a flat board: the side can next complete a line on Square, and could not before
	PreparesDouble Kind = "prepares_double"  // a flat board: the side can next make a double threat on Square, and could not before
	LocalFork      Kind = "local_fork"       // a mark of the side on any of Squares would win Board, and on two of them would not have before
	SecondLine     Kind = "second_line"      // a mark of the side on Square would win Board, and would not have before; another one would have
	MakesTwo       Kind = "makes_two"        // a mark of the side on Square would win Board, and would not have before
	FillsBoard     Kind = "fills_board"      // Board is full with it and belongs to nobody
	Draws          Kind = "draws"            // it is proven that the game is drawn with best play
	Mirrors        Kind = "mirrors"          // misère: each mark has one of the other player opposite, seen from the center
	OthersWorse    Kind = "others_worse"     // each other move is worth By less at least
	SendsSpent     Kind = "sends_spent"      // the opponent must play on Board, and can complete no line there any more
	MostLines      Kind = "most_lines"       // a flat board: Lines that the side can still complete go through the square, through no other more
	SpoilsLines    Kind = "spoils_lines"     // a flat board: Lines that the opponent filled but for this square
	OpensLines     Kind = "opens_lines"      // a flat board: Lines that the side can still complete go through the square
	DeadSquare     Kind = "dead_square"      // a flat board: no line through the square can be completed by anybody any more
	SafeSquare     Kind = "safe_square"      // misère: no line through the square can be completed by the side any more
	FewLines       Kind = "few_lines"        // misère: Lines that the side could still complete go through the square, through no other fewer
	CompletesNone  Kind = "completes_none"   // misère: it completes no line
	SendsToBoard   Kind = "sends_to_board"   // the opponent must play on Board
	SendsAnywhere  Kind = "sends_anywhere"   // the opponent may play on any open board, of several, as Board is closed
	Best           Kind = "best"             // no other move is worth more
)

// Reasons against a move.
const (
	LosesGame     Kind = "loses_game"     // misère: it completes a line of the side. Squares: the line
	IgnoresThreat Kind = "ignores_threat" // a flat board: the opponent could complete a line on Square, and now wins there
	GivesGame     Kind = "gives_game"     // the opponent can win at once on Square
	LosesByForce  Kind = "loses_by_force" // the opponent wins within Plies, counted from its answer
	MissesGame    Kind = "misses_game"    // Square wins the game at once, and the move does not
	MissesWin     Kind = "misses_win"     // Square wins by force within Plies, and the move is not known to
	MissesDraw    Kind = "misses_draw"    // Square holds the draw, and the move loses by force
	GivesDouble   Kind = "gives_double"   // a flat board: the opponent can make a double threat on Square
	GivesBoard    Kind = "gives_board"    // the opponent can win Board on Square
	MissesBoard   Kind = "misses_board"   // Square wins Board, and the move wins none
	WorseBy       Kind = "worse_by"       // Square, the best move, is worth By more
)

// Kinds returns all kinds, sorted.
func Kinds() []Kind { return slices.Sorted(maps.Keys(definitions)) }

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

// besides are further reasons, for moves with few others. They give every move a reason.
var besides = []Kind{
	SendsSpent, MostLines, SpoilsLines, OpensLines, DeadSquare, SafeSquare, FewLines, SendsToBoard, SendsAnywhere, Best, CompletesNone, LosesGame,
}

// against is the order of WhyNot's reasons.
var against = []Kind{
	LosesGame, MissesGame, IgnoresThreat, GivesGame, AllLose, LosesByForce, MissesWin, MissesDraw, GivesDouble, GivesBoard, MissesBoard,
	SendsAnywhere, WorseBy,
}

// implied has, for each kind, the kinds that add nothing to it and are left out.
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
