// Package training makes the learned evaluation of Ultimate positions. It plays games of the engine
// against itself, labels their positions, and fits a network to them.
package training

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"noughts/game/ai/uttt/network"
)

// A Label is the result of a game for the side to move in a position.
type Label uint8

// The labels. Unknown is the label of positions before a random move, because the result after that
// move says little about them.
const (
	Lost Label = iota
	Drawn
	Won
	Unknown
)

// An Input is a position as the network sees it: the pattern of each local board for the side to
// move, and the forced board or AnyBoard.
type Input struct {
	Boards [9]network.Pattern
	Forced uint8
}

// A Sample is a position with its training target.
type Sample struct {
	Input  Input
	Value  float32 // expected result for the side to move, from 0 to 1, as a search found it
	Proven bool    // the value is proven
	Result Label
}

// recordSize is the number of bytes of a sample in a file.
const recordSize = 22

const (
	provenFlag = 4
	scale      = 1<<16 - 1 // factor for values in a file
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

// partMagic is the beginning of a file of samples. Its last byte is the version of the format.
const partMagic = "UTTTpos\x01"

// partHeader is the size of the magic, the number of samples and the checksum of their records.
const partHeader = len(partMagic) + 4 + 4

var errPart = errors.New("training: corrupt sample file")

// partName returns the path of the numbered file of samples in a folder.
func partName(folder string, number int) string {
	return filepath.Join(folder, fmt.Sprintf("part-%05d.samples", number))
}

func encodePart(samples []Sample) []byte {
	records := make([]byte, 0, len(samples)*recordSize)
	for _, s := range samples {
		records = s.appendTo(records)
	}
	b := append(make([]byte, 0, partHeader+len(records)), partMagic...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(samples)))
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(records))
	return append(b, records...)
}

func decodePart(b []byte) ([]Sample, error) {
	if len(b) < partHeader || string(b[:len(partMagic)]) != partMagic {
		return nil, fmt.Errorf("%w: wrong header", errPart)
	}
	header, records := b[len(partMagic):partHeader], b[partHeader:]
	count := int64(binary.LittleEndian.Uint32(header))
	if int64(len(records)) != count*recordSize {
		return nil, fmt.Errorf("%w: %d bytes for %d samples", errPart, len(records), count)
	}
	if crc32.ChecksumIEEE(records) != binary.LittleEndian.Uint32(header[4:]) {
		return nil, fmt.Errorf("%w: wrong checksum", errPart)
	}
	samples := make([]Sample, count)
	for i := range samples {
		var err error
		if samples[i], err = sampleOf(records[i*recordSize:]); err != nil {
			return nil, err
		}
	}
	return samples, nil
}

// writePart writes a file of samples. After a failure there is no incomplete file with that name.
func writePart(name string, samples []Sample) error {
	unfinished := name + ".tmp"
	if err := os.WriteFile(unfinished, encodePart(samples), 0o644); err != nil {
		return err
	}
	return os.Rename(unfinished, name)
}

func readPart(name string) ([]Sample, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	samples, err := decodePart(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return samples, nil
}
