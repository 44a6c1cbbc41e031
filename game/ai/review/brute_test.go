package review

import (
	"noughts/game"
)

// brute finds reasons by brute force. It is a second implementation of every kind of reason that needs no search, for
// comparison with the definitions.
type brute struct {
	move          game.Square
	before, after naive
	side, rival   byte
	// The squares that complete a line, for both sides, before and after the move. Most kinds are about these squares.
	own, ownAfter, others, othersAfter []game.Square
	winner                             byte
}

func newBrute(p game.Position, move game.Square) brute {
	before := readNaive(p)
	after, side, rival := before.play(move), before.side, before.rival()
	return brute{
		move: move, before: before, after: after, side: side, rival: rival, winner: after.winner(),
		own: before.gaps(side), ownAfter: after.gaps(side), others: before.gaps(rival), othersAfter: after.gaps(rival),
	}
}

// reasons returns all reasons of a kind. It returns false for a kind that needs a search.
func (b brute) reasons(kind Kind) ([]Reason, bool) {
	for _, find := range []func(Kind) ([]Reason, bool){b.general, b.flat, b.counted, b.misere, b.local, b.sending} {
		if reasons, ok := find(kind); ok {
			for i := range reasons {
				reasons[i].Kind = kind
			}
			return reasons, true
		}
	}
	return nil, false
}

func says(is bool) []Reason {
	if !is {
		return nil
	}
	return []Reason{{Square: NoSquare, Board: NoBoard}}
}

func names(boards bool, squares []game.Square) (reasons []Reason) {
	for _, s := range squares {
		r := Reason{Square: s, Board: NoBoard, Squares: []game.Square{s}}
		if boards {
			r.Board = boardOf(s)
		}
		reasons = append(reasons, r)
	}
	return reasons
}

// less returns the squares that are in a but not in b.
func less(a, b []game.Square) (rest []game.Square) {
	in := make(map[game.Square]bool)
	for _, s := range b {
		in[s] = true
	}
	for _, s := range a {
		if !in[s] {
			rest = append(rest, s)
		}
	}
	return rest
}

// decided returns the squares that decided the game: in Ultimate the squares of the local boards on a complete line of
// boards, otherwise the squares of complete lines.
func (b brute) decided() []game.Square {
	return b.after.among(func(s game.Square) bool {
		if !b.after.nested {
			return b.after.at(s) != 0 && b.after.completes(s)
		}
		owners, place := b.after.owners(), game.At(s.Col()/3, s.Row()/3)
		return owners.at(place) != 0 && owners.completes(place)
	})
}

func (b brute) won(winner byte) []Reason {
	if b.winner != winner {
		return nil
	}
	return []Reason{{Square: NoSquare, Board: NoBoard, Squares: b.decided()}}
}

// wins returns the moves that win at once for the side to move.
func wins(n naive) (squares []game.Square) {
	for _, s := range n.moves() {
		if n.play(s).winner() == n.side {
			squares = append(squares, s)
		}
	}
	return squares
}

func (b brute) general(kind Kind) ([]Reason, bool) {
	switch kind {
	case WinsGame:
		return b.won(b.side), true
	case LosesGame:
		return b.won(b.rival), true
	case DrawsGame:
		return says(b.winner == '='), true
	case OnlyLegal:
		return says(len(b.before.moves()) == 1), true
	case BlocksGame:
		return says(b.before.put(b.move, b.rival).winner() == b.rival && !b.before.misere), true
	case GivesGame:
		return names(false, wins(b.after)), true
	case MissesGame:
		if b.winner == b.side {
			return nil, true
		}
		return names(false, wins(b.before)), true
	}
	return nil, false
}

func (b brute) flat(kind Kind) ([]Reason, bool) {
	isFlat := !b.before.nested && !b.before.misere
	goesOn := isFlat && b.winner == 0
	var squares []game.Square
	switch kind {
	case DoubleThreat:
		gaps := b.ownAfter
		if !goesOn || len(gaps) < 2 || len(b.othersAfter) > 0 {
			return nil, true
		}
		return []Reason{{Square: gaps[0], Board: NoBoard, Squares: gaps}}, true
	case Threatens:
		if isFlat {
			squares = less(b.ownAfter, b.own)
		}
	case PreparesDouble:
		if goesOn {
			squares = less(b.after.doubles(b.side), b.before.doubles(b.side))
		}
	case StopsDouble:
		if isFlat && (!goesOn || len(b.after.doubles(b.rival)) == 0) {
			squares = b.before.doubles(b.rival)
		}
	case GivesDouble:
		if goesOn {
			squares = b.after.doubles(b.rival)
		}
	case IgnoresThreat:
		if goesOn {
			squares = less(b.others, []game.Square{b.move})
		}
	default:
		return nil, false
	}
	return names(false, squares), true
}

func (b brute) counted(kind Kind) ([]Reason, bool) {
	var count int
	is := !b.before.nested && !b.before.misere
	open := func(s game.Square) int { return b.before.linesThrough(s, 0, 0, b.rival) }
	switch kind {
	case OpensLines, MostLines:
		count = open(b.move)
		for _, s := range b.before.moves() {
			is = is && (kind == OpensLines || open(s) <= count)
		}
	case FewLines:
		count, is = open(b.move), b.before.misere
		for _, s := range b.before.moves() {
			is = is && open(s) >= count
		}
	case SpoilsLines:
		count = b.before.linesThrough(b.move, b.rival, 1, b.side)
	case DeadSquare:
		return says(is && open(b.move) == 0 && b.before.linesThrough(b.move, 0, 0, b.side) == 0), true
	default:
		return nil, false
	}
	if !is || count == 0 {
		return nil, true
	}
	return []Reason{{Square: NoSquare, Board: NoBoard, Lines: count}}, true
}

func (b brute) misere(kind Kind) ([]Reason, bool) {
	switch kind {
	case LeavesNoSafe:
		moves := b.after.moves()
		for _, s := range moves {
			if b.after.play(s).winner() != b.side {
				return nil, true
			}
		}
		return says(b.before.misere && len(moves) > 0), true
	case Mirrors:
		turned := b.after
		for _, s := range b.after.all() {
			turned.grid[b.after.n-1-s.Row()][b.after.n-1-s.Col()] = map[byte]byte{0: 0, 'x': 'o', 'o': 'x'}[b.after.at(s)]
		}
		if middle := b.after.n / 2; b.after.n%2 == 1 {
			if b.after.grid[middle][middle] == 0 {
				return nil, true
			}
			turned.grid[middle][middle] = b.after.grid[middle][middle]
		}
		return says(b.before.misere && turned.grid == b.after.grid), true
	case SafeSquare:
		return says(b.before.misere && b.before.linesThrough(b.move, 0, 0, b.rival) == 0), true
	case CompletesNone:
		return says(b.before.misere && !b.after.completes(b.move)), true
	}
	return nil, false
}

// local returns the reasons of a kind that is about the local boards of Ultimate.
func (b brute) local(kind Kind) ([]Reason, bool) {
	board, goesOn := boardOf(b.move), b.before.nested && b.winner == 0
	onBoard := Reason{Square: NoSquare, Board: board}
	theirs := b.before.put(b.move, b.rival)
	var squares, fresh []game.Square
	if goesOn {
		fresh = less(b.ownAfter, b.own)
	}
	switch kind {
	case WinsBoard:
		if !b.before.nested || b.after.local(board) != b.side {
			return nil, true
		}
		onBoard.Squares = b.after.among(func(s game.Square) bool { return b.after.inLineWith(s, b.move) })
		return []Reason{onBoard}, true
	case FillsBoard:
		return onlyIf(b.before.nested && b.after.local(board) == '=', onBoard), true
	case BlocksBoard:
		return onlyIf(b.before.nested && theirs.local(board) == b.rival, onBoard), true
	case NearsGame:
		return b.nears(), true
	case ThreatensGame:
		if goesOn {
			squares = less(b.after.deciding(b.side), b.before.deciding(b.side))
		}
	case MakesTwo:
		squares = fresh
	case SecondLine:
		if len(fresh) == 1 && len(onLocal(board, b.ownAfter)) > 1 {
			squares = fresh
		}
	case LocalFork:
		if len(fresh) < 2 {
			return nil, true
		}
		onBoard.Squares = onLocal(board, b.ownAfter)
		onBoard.Square = onBoard.Squares[0]
		return []Reason{onBoard}, true
	default:
		return nil, false
	}
	return names(true, squares), true
}

func onlyIf(is bool, r Reason) []Reason {
	if !is {
		return nil
	}
	return []Reason{r}
}

func onLocal(board int, squares []game.Square) (on []game.Square) {
	for _, s := range squares {
		if boardOf(s) == board {
			on = append(on, s)
		}
	}
	return on
}

// nears returns reasons of the kind NearsGame. They name the open local boards that, once won, would win the game, but
// would not have won it before the move.
func (b brute) nears() (reasons []Reason) {
	if !b.before.nested || b.winner != 0 || b.after.local(boardOf(b.move)) != b.side {
		return nil
	}
	for board := range 9 {
		if b.after.local(board) != 0 {
			continue
		}
		place := game.At(board%3, board/3)
		if b.after.owners().put(place, b.side).winner() == b.side && b.before.owners().put(place, b.side).winner() != b.side {
			reasons = append(reasons, Reason{Square: NoSquare, Board: board})
		}
	}
	return reasons
}

// inLineWith reports whether two marks are part of the same complete line of a local board.
func (n naive) inLineWith(s, other game.Square) bool {
	if boardOf(s) != boardOf(other) || n.at(s) != n.at(other) {
		return false
	}
	for _, third := range n.all() {
		for _, fourth := range n.all() {
			if boardOf(third) != boardOf(s) || boardOf(fourth) != boardOf(s) || n.at(third) != n.at(s) || n.at(fourth) != n.at(s) {
				continue
			}
			marks := map[game.Square]bool{s: true, other: true, third: true, fourth: true}
			line := naive{n: 9, k: 3, nested: true}
			for square := range marks {
				line = line.put(square, 'x')
			}
			if len(marks) == 3 && line.completes(s) {
				return true
			}
		}
	}
	return false
}

// sending returns the reasons about the board where the opponent must play.
func (b brute) sending(kind Kind) ([]Reason, bool) {
	goesOn := b.before.nested && b.winner == 0
	var squares []game.Square
	switch kind {
	case GivesBoard, SendsAway:
		if goesOn {
			all := b.othersAfter
			squares = less(all, less(all, b.after.moves()))
			if kind == SendsAway {
				squares = less(all, squares)
				if len(squares) < len(all) {
					squares = nil
				}
			}
		}
	case KeepsFromGame:
		if goesOn && len(wins(b.after)) == 0 {
			squares = b.after.deciding(b.rival)
		}
	case MissesBoard:
		if b.before.nested && b.after.local(boardOf(b.move)) != b.side {
			all := b.own
			squares = less(all, less(all, b.before.moves()))
		}
	default:
		return b.sent(kind, goesOn)
	}
	return names(true, squares), true
}

func (b brute) sent(kind Kind, goesOn bool) ([]Reason, bool) {
	boards := make(map[int]bool)
	for _, s := range b.after.moves() {
		boards[boardOf(s)] = true
	}
	to := b.move.Row()%3*3 + b.move.Col()%3
	if len(boards) == 1 {
		for board := range boards {
			to = board
		}
	}
	r := Reason{Square: NoSquare, Board: to}
	switch kind {
	case SendsToBoard:
		return onlyIf(goesOn && len(boards) == 1, r), true
	case SendsSpent:
		filled := b.after.filled(to, b.rival)
		return onlyIf(goesOn && len(boards) == 1 && filled.local(to) != b.rival, r), true
	case SendsAnywhere:
		return onlyIf(goesOn && len(boards) > 1, r), true
	case GetsFreeChoice:
		is := goesOn
		for _, s := range b.after.moves() {
			is = is && b.after.play(s).free()
		}
		return says(is), true
	}
	return nil, false
}

// filled returns the grid with all empty squares of a local board filled with a side's marks.
func (n naive) filled(board int, side byte) naive {
	for _, s := range n.empty() {
		if boardOf(s) == board {
			n = n.put(s, side)
		}
	}
	return n
}
