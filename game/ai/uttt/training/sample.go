// Package training makes the learned evaluation of Ultimate positions: it plays
// games of the engine against itself, labels their positions, and fits a
// network to them.
package training

import (
	"encoding/binary"
	"errors"
	"fmt"

	"noughts/game/ai/uttt/network"
)

// A Label is how a game ended for the side to move.
type Label uint8

// The results of a game. Unknown is that of positions before a move that was
// made at random: what followed says little about them.
const (
	Lost Label = iota
	Drawn
	Won
	Unknown
)

// An Input is a position as the network sees it: the pattern of each local board
// for the side to move, and the local board that must be played or AnyBoard.
type Input struct {
	Boards [9]network.Pattern
	Forced uint8
}

// A Sample is a position with its training target.
type Sample struct {
	Input  Input
	Value  float32 // result that a search expects for the side to move, 0 to 1
	Proven bool    // whether the value is certain
	Result Label
}

// recordSize is the number of bytes of a sample in a file.
const recordSize = 22

const (
	provenFlag = 4
	scale      = 1<<16 - 1 // of a value in a file
)

var errRecord = errors.New("training: invalid sample")

// appendTo appends the sample's record to b.
func (s Sample) appendTo(b []byte) []byte {
	for _, p := range s.Input.Boards {
		b = binary.LittleEndian.AppendUint16(b, uint16(p))
	}
	flags := uint8(s.Result)
	if s.Proven {
		flags |= provenFlag
	}
	b = append(b, s.Input.Forced, flags)
	return binary.LittleEndian.AppendUint16(b, uint16(s.Value*scale+0.5))
}

// sampleOf reads a record.
func sampleOf(b []byte) (s Sample, err error) {
	for i := range s.Input.Boards {
		s.Input.Boards[i] = network.Pattern(binary.LittleEndian.Uint16(b[2*i:]))
		if s.Input.Boards[i] >= network.Patterns {
			return s, fmt.Errorf("%w: pattern %d", errRecord, s.Input.Boards[i])
		}
	}
	s.Input.Forced = b[18]
	s.Result, s.Proven = Label(b[19]&^provenFlag), b[19]&provenFlag != 0
	s.Value = float32(binary.LittleEndian.Uint16(b[20:])) / scale
	if s.Input.Forced > network.AnyBoard || s.Result > Unknown {
		return s, fmt.Errorf("%w: forced board %d, result %d", errRecord, s.Input.Forced, s.Result)
	}
	return s, nil
}
