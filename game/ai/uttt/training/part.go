package training

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

// partMagic begins a file of samples; its last byte is the format's version.
const partMagic = "UTTTpos\x01"

// partHeader is the size of the magic, the number of samples and the checksum
// of their records.
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

// writePart writes a file of samples, all of it or nothing.
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
