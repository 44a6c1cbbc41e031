package review

import (
	"maps"
	"slices"
	"strings"

	"noughts/game"
	"noughts/game/ai/engine"
)

// NoSquare is the Square of a reason that names no square.
const NoSquare game.Square = 255

// NoBoard is the Board of a reason that names no local board.
const NoBoard = game.FreeChoice

// A Reason is one statement about a move. Of the kinds, "the side" makes the move, "the opponent" is the other.
type Reason struct {
	Kind    Kind
	Square  game.Square   // meaning depends on the kind; NoSquare for none
	Board   int           // a local board from 0 to 8, or NoBoard
	Plies   int           // the length of a forced line of play
	By      float64       // a difference of expected results, from 0 to 1
	Lines   int           // a number of lines
	Squares []game.Square // squares to mark on the board, in reading order
}

// Known has legal moves in a position with their values from a search, best first. If they are all legal moves, as from
// an engine's Evaluate, every kind of reason can be found, else fewer. Unless it is empty, it must have the best move.
type Known []engine.Choice

func (k Known) of(move game.Square) (engine.Choice, bool) {
	i := slices.IndexFunc(k, func(c engine.Choice) bool { return c.Move == move })
	if i < 0 {
		return engine.Choice{}, false
	}
	return k[i], true
}

// A Kind is the kind of a reason. The key of the reason's text contains it.
type Kind string

// Reasons for a move, and facts worth knowing about it. A flat board is one board where a line wins: the game is
// neither Ultimate nor misère.
const (
	WinsGame       Kind = "wins_game"        // Squares: the winning line, in Ultimate all squares of its local boards
	DrawsGame      Kind = "draws_game"       // the move ends the game in a draw
	LeavesNoSafe   Kind = "leaves_no_safe"   // misère: each remaining square completes a line of the opponent
	WinsByForce    Kind = "wins_by_force"    // the side wins within Plies, including the move, whatever the opponent does
	OnlyLegal      Kind = "only_legal"       // there is no other legal move
	AllLose        Kind = "all_lose"         // each legal move loses by force
	OnlyMove       Kind = "only_move"        // every other move loses by force, and the move is not known to lose
	BlocksGame     Kind = "blocks_game"      // a mark of the opponent on the move's square would win the game
	DoubleThreat   Kind = "double_threat"    // a flat board: the side can next complete a line on each of Squares, and the opponent can complete none
	WinsBoard      Kind = "wins_board"       // the move wins the local board Board; Squares: the line on it
	NearsGame      Kind = "nears_game"       // the move wins a local board, and the side then needs only Board to win the game
	BlocksBoard    Kind = "blocks_board"     // a mark of the opponent on the move's square would win Board
	ThreatensGame  Kind = "threatens_game"   // Ultimate: a mark of the side on Square would win the game, and would not have before the move
	KeepsFromGame  Kind = "keeps_from_game"  // a mark of the opponent on Square would win the game, but the opponent may not play there now and cannot win at once
	GetsFreeChoice Kind = "gets_free_choice" // after every reply the side may play on any of several open boards
	StopsDouble    Kind = "stops_double"     // a flat board: the opponent could make a double threat on Square, and after the move on no square
	SendsAway      Kind = "sends_away"       // a mark of the opponent on Square would win Board, but the opponent may not play there now and can win no board
	Threatens      Kind = "threatens"        // a flat board: the side can next complete a line on Square, and could not before the move
	PreparesDouble Kind = "prepares_double"  // a flat board: the side can next make a double threat on Square, and could not before the move
	LocalFork      Kind = "local_fork"       // at least two squares of Board would win it for the side, and would not have before the move; Squares: all squares that would win it
	SecondLine     Kind = "second_line"      // a mark of the side on Square would win Board, and would not have before the move; another square would have already
	MakesTwo       Kind = "makes_two"        // a mark of the side on Square would win Board, and would not have before the move
	FillsBoard     Kind = "fills_board"      // the move fills Board, which nobody has won
	Draws          Kind = "draws"            // the game is proven to be drawn with best play
	Mirrors        Kind = "mirrors"          // misère: each mark has a mark of the other player on the opposite square, across the centre
	OthersWorse    Kind = "others_worse"     // the expected result of every other move is lower by at least the amount By
	SendsSpent     Kind = "sends_spent"      // the opponent must play on Board and can complete no line there any more
	MostLines      Kind = "most_lines"       // a flat board: the side can still complete some lines through the square (Lines is their number); no other square has more
	SpoilsLines    Kind = "spoils_lines"     // a flat board: some lines through the square (Lines is their number) have marks, but only of the opponent
	OpensLines     Kind = "opens_lines"      // a flat board: the side can still complete some lines through the square (Lines is their number)
	DeadSquare     Kind = "dead_square"      // a flat board: neither side can still complete a line through the square
	SafeSquare     Kind = "safe_square"      // misère: the side can no longer complete a line through the square
	FewLines       Kind = "few_lines"        // misère: the side could still complete some lines through the square (Lines is their number); no other square has fewer
	CompletesNone  Kind = "completes_none"   // misère: the move completes no line
	SendsToBoard   Kind = "sends_to_board"   // the opponent must play on Board
	SendsAnywhere  Kind = "sends_anywhere"   // the opponent may play on any of several open boards, because Board is closed
	BestReasons    Kind = "best"             // no other move is worth more
)

// Reasons against a move. A flat board is one board where a line wins: the game is neither Ultimate nor misère.
const (
	LosesGame     Kind = "loses_game"     // misère: the move completes a line of the side. Squares: that line
	IgnoresThreat Kind = "ignores_threat" // a flat board: the opponent could complete a line on Square before the move, and can win there now
	GivesGame     Kind = "gives_game"     // the opponent can win at once on Square
	LosesByForce  Kind = "loses_by_force" // the opponent wins within Plies, counted from the reply
	MissesGame    Kind = "misses_game"    // Square wins the game at once, and the move does not win it
	MissesWin     Kind = "misses_win"     // Square wins by force within Plies, and the move is not known to win
	MissesDraw    Kind = "misses_draw"    // Square would draw, and the move loses by force
	GivesDouble   Kind = "gives_double"   // a flat board: the opponent can make a double threat on Square
	GivesBoard    Kind = "gives_board"    // the opponent can win Board on Square
	MissesBoard   Kind = "misses_board"   // Square wins Board, and the move wins no board
	WorseBy       Kind = "worse_by"       // Square is the best move, and its expected result is higher by the amount By
)

// Kinds returns all kinds, sorted.
func Kinds() []Kind { return slices.Sorted(maps.Keys(definitions)) }

const most = 3

func (v *view) find(k Kind) []Reason {
	reasons := definitions[k](v)
	for i := range reasons {
		reasons[i].Kind = k
	}
	return reasons
}

// forMove has the kinds of reasons for a move in the order of Why, the most informative first.
var forMove = []Kind{
	WinsGame, DrawsGame, OnlyLegal, LeavesNoSafe, AllLose, WinsByForce, OnlyMove, BlocksGame, DoubleThreat, WinsBoard, NearsGame,
	BlocksBoard, ThreatensGame, KeepsFromGame, GetsFreeChoice, StopsDouble, SendsAway, Threatens, PreparesDouble,
	LocalFork, SecondLine, MakesTwo, FillsBoard, Draws, Mirrors, OthersWorse,
}

// besides has kinds that Why adds if a move has few other reasons. Every move has a reason in one of the two lists.
var besides = []Kind{
	SendsSpent, MostLines, SpoilsLines, OpensLines, DeadSquare, SafeSquare, FewLines, SendsToBoard, SendsAnywhere, BestReasons, CompletesNone, LosesGame,
}

// against has the kinds of reasons against a move in the order of WhyNot.
var against = []Kind{
	LosesGame, MissesGame, IgnoresThreat, GivesGame, AllLose, LosesByForce, MissesWin, MissesDraw, GivesDouble, GivesBoard, MissesBoard,
	SendsAnywhere, WorseBy,
}

// implied has the kinds that add nothing to a reason of a kind. Why and WhyNot omit them after it.
var implied = map[Kind][]Kind{
	WinsGame:       Kinds(),
	DrawsGame:      Kinds(),
	OnlyLegal:      {AllLose, BestReasons, MostLines, FewLines},
	LeavesNoSafe:   {WinsByForce, OthersWorse, OnlyMove, BestReasons},
	AllLose:        {BestReasons, LosesByForce},
	WinsByForce:    {OnlyMove, OthersWorse, BestReasons},
	OnlyMove:       {OthersWorse, BestReasons},
	DoubleThreat:   {Threatens, PreparesDouble},
	BlocksGame:     {BlocksBoard, StopsDouble},
	ThreatensGame:  {LocalFork, SecondLine, MakesTwo},
	KeepsFromGame:  {SendsAway, SendsToBoard, SendsSpent},
	GetsFreeChoice: {SendsToBoard},
	SendsAway:      {SendsToBoard, SendsSpent},
	Threatens:      {PreparesDouble},
	LocalFork:      {SecondLine, MakesTwo},
	SecondLine:     {MakesTwo},
	OthersWorse:    {BestReasons},
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

// Why returns one to three reasons for a legal move, or facts about it, the most informative first.
func Why(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	reasons := v.collect(nil, forMove, most)
	return v.collect(reasons, besides, max(len(reasons), 2))
}

// IsMissed reports whether reasons of the kind are about another, better square. The texts of the others say "it" for
// the move.
func (k Kind) IsMissed() bool { return strings.HasPrefix(string(k), "misses_") }

// WhyNot returns at most three reasons against a legal move, the most informative first, if any is known. Those about
// other squares come last.
func WhyNot(p game.Position, move game.Square, k Known) []Reason {
	v, ok := newView(p, move, k)
	if !ok {
		return nil
	}
	reasons := v.collect(nil, against, most)
	missed := slices.DeleteFunc(slices.Clone(reasons), func(r Reason) bool { return !r.Kind.IsMissed() })
	return append(slices.DeleteFunc(reasons, func(r Reason) bool { return r.Kind.IsMissed() }), missed...)
}

// collect appends at most one reason of each kind, at most `most`, and none that an earlier one implies.
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
