package render

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"noughts/game"
	"noughts/render/tiles"
)

// Tiles are the application's emoji for boards, if any. They are immutable and safe for concurrent use.
type Tiles struct {
	tags *tags // nil if there are no tiles
}

// tags are emoji in message syntax, indexed by face and cell.
type tags ['z' + 1][26]string

// NewTiles returns the tiles that can be used. `ids` has the ids of the application's emoji by name. Tiles are
// installed in stages. A stage is usable if all tiles of this stage and of the earlier stages are installed. NewTiles
// chooses the version with the most usable stages, among equals the newest. If no version has a usable stage, NewTiles
// returns no tiles.
func NewTiles(ids map[string]string) Tiles {
	version, stages := best(ids)
	if stages == 0 {
		return Tiles{}
	}
	var all tags
	for _, t := range tiles.All() { // a tile's replacement comes before the tile
		if name := t.NameIn(version); t.Stage <= stages {
			all[t.Face][t.Cell] = "<:" + name + ":" + ids[name] + ">"
		} else if other, ok := t.Instead(); ok {
			all[t.Face][t.Cell] = all[other.Face][other.Cell]
		} else {
			all[t.Face][t.Cell] = unicode(t.Piece)
		}
	}
	return Tiles{&all}
}

// Button returns the emoji for the button of a square in a view, free or with a mark, and false if it is not installed.
func (t Tiles) Button(v View, s game.Square) (name, id string, ok bool) {
	if t.tags == nil {
		return "", "", false
	}
	going, gone := Fading(v.Position)
	look := tiles.Features{Button: true, Mark: v.Position.At(s), Going: s == going && !v.Ended}
	if v.HasLast && s == v.Last {
		look.Last = look.Mark
	}
	piece := tiles.Piece{Face: look.Face(), Cell: tiles.Middle}
	switch {
	case s == gone:
		piece = tiles.GhostSquare(s, v.Position.ToMove().Opponent())
	case look.Mark == game.Empty:
		piece = tiles.FreeSquare(s)
	}
	name, id, ok = strings.Cut(strings.Trim(t.tags[piece.Face][piece.Cell], "<:>"), ":")
	return name, id, ok
}

// Mark returns the emoji of a mark for a sentence: its tile, or a Unicode emoji if the tile is not installed.
func (t Tiles) Mark(mark game.Mark) string {
	if t.tags == nil || mark == game.Empty {
		return MarkEmoji(mark)
	}
	return cmp.Or(t.tags[tiles.Features{Text: true, Mark: mark}.Face()][tiles.Middle], MarkEmoji(mark))
}

// unicode returns the emoji for a label, a marked square or a value without a tile, and "" for other pieces.
func unicode(p tiles.Piece) string {
	switch p.Face {
	case tiles.Column:
		return letterEmoji(p.Cell-1) + noFlag
	case tiles.Row:
		return Keycap(p.Cell)
	case tiles.Blank:
		return cornerEmoji
	case tiles.Marked:
		return markedEmoji
	case tiles.Ten:
		return Keycap(10)
	}
	if !p.Face.OnBoards() {
		return "" // buttons then have a label, and sentences the default emoji
	}
	return WorthEmoji(int(p.Face - tiles.Worst))
}

func best(ids map[string]string) (version, stages int) {
	for v := tiles.Version; v > 0; v-- {
		all := tiles.All()
		usable := all[len(all)-1].Stage
		if missing := slices.IndexFunc(all, func(t tiles.Tile) bool { return ids[t.NameIn(v)] == "" }); missing >= 0 {
			usable = all[missing].Stage - 1
		}
		if usable > stages {
			version, stages = v, usable
		}
	}
	return version, stages
}

func tileBoard(f *facts) string {
	t := f.tiles.tags
	if t == nil {
		return emojiBoard(f)
	}
	letter := func(col int) string { return t[tiles.Column][col+1] }
	number := func(row int) string { return t[tiles.Row][row] }
	return emojiGrid(f, "", t[tiles.Blank][tiles.Middle], letter, number, func(s game.Square) string {
		piece := f.piece(s)
		return t[piece.Face][piece.Cell]
	})
}

// Pieces yields the squares of a view in reading order, each with its piece.
func Pieces(v View) iter.Seq2[game.Square, tiles.Piece] {
	return func(yield func(game.Square, tiles.Piece) bool) {
		f := factsOf(v)
		for s := range f.all {
			if !yield(s, f.piece(s)) {
				return
			}
		}
	}
}

func (f *facts) piece(s game.Square) tiles.Piece {
	sq, cell := f.squares[s], tiles.Middle
	board, i := f.local(s)
	if f.nested != nil {
		cell = i + 1
	}
	last := game.Empty
	if sq.last {
		last = sq.mark
	}
	face := tiles.Dim
	switch {
	case board.outcome.Over:
		face = closedFace(board, last, sq.marked)
	case sq.mark != game.Empty:
		marked := sq.marked && !sq.winning && !sq.lost && !sq.last
		face = tiles.Features{Mark: sq.mark, Won: sq.winning, Lost: sq.lost, Last: last, Marked: marked, Going: sq.going && !marked}.Face()
	case sq.step > 0:
		face = tiles.Number(sq.step)
	case sq.heated:
		face = tiles.Worth(sq.tenths)
	case sq.marked:
		face = tiles.Marked
	case sq.ghost != game.Empty:
		face = tiles.Features{Mark: sq.ghost, Ghost: true}.Face()
	case sq.pad > 0:
		face = tiles.Number(sq.pad)
	case sq.lit:
		face = tiles.Lit
	case sq.playable:
		face = tiles.Free
	}
	return tiles.Piece{Face: face, Cell: cell}
}

// closedFace returns the face for a square of a closed local board. If a side has won the board, a marked square looks
// like the square of the last move. If nobody has won it, a marked square looks like a marked empty square.
func closedFace(board local, last game.Mark, marked bool) tiles.Face {
	winner := board.outcome.Winner
	switch marked = marked && last == game.Empty; {
	case marked && winner == game.Empty:
		return tiles.Marked
	case marked:
		last = winner
	}
	return tiles.Features{Mark: winner, Large: true, Won: board.winning, Last: last}.Face()
}
