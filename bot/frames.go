package bot

import (
	"bytes"
	"encoding/binary"
)

// A frame is one WebSocket frame that the server sent. payload is nil for frames
// too long to be one of those that the bot looks into.
type frame struct {
	opcode  byte
	payload []byte
}

// WebSocket opcodes.
const (
	opcodeText  = 1
	opcodeClose = 8
)

// longestKept is the longest payload that is kept: Discord's HELLO, reconnect and
// invalid session messages are far shorter, and dispatches are not looked into.
const longestKept = 1024

// A frameReader follows the bytes of a WebSocket connection as they come from
// the server and says when a frame ends. It never fails: bytes that are no
// frames are the library's to complain about.
type frameReader struct {
	open    bool   // the HTTP answer that opens the connection is over
	header  []byte // the HTTP answer's end, or the frame's head, so far
	opcode  byte
	left    uint64 // bytes of the payload still to come
	inside  bool   // the head is complete
	keep    bool
	payload []byte
}

var endOfHeader = []byte("\r\n\r\n")

// next takes bytes up to the end of a frame. It returns how many, and the frame
// if one ended there; without one it took all.
func (r *frameReader) next(p []byte) (taken int, ended *frame) {
	for taken < len(p) {
		switch {
		case !r.open:
			r.answer(p[taken])
			taken++
		case !r.inside:
			r.head(p[taken])
			taken++
		default:
			taken += r.body(p[taken:])
		}
		if r.open && r.inside && r.left == 0 {
			return taken, r.end()
		}
	}
	return taken, nil
}

// answer follows the HTTP answer to its empty line.
func (r *frameReader) answer(b byte) {
	if len(r.header) == len(endOfHeader) {
		r.header = append(r.header[:0], r.header[1:]...)
	}
	r.header = append(r.header, b)
	if bytes.Equal(r.header, endOfHeader) {
		r.open, r.header = true, r.header[:0]
	}
}

// head takes one byte of a frame's head, which has 2, 4 or 10: servers do not
// mask.
func (r *frameReader) head(b byte) {
	r.header = append(r.header, b)
	if len(r.header) < 2 {
		return
	}
	switch short := r.header[1] & 0x7f; {
	case short < 126:
		r.left = uint64(short)
	case short == 126 && len(r.header) == 4:
		r.left = uint64(binary.BigEndian.Uint16(r.header[2:]))
	case short == 127 && len(r.header) == 10:
		r.left = binary.BigEndian.Uint64(r.header[2:])
	default:
		return
	}
	r.inside, r.opcode = true, r.header[0]&0x0f
	r.keep = r.left <= longestKept
	r.header, r.payload = r.header[:0], r.payload[:0]
}

func (r *frameReader) body(p []byte) int {
	n := int(min(uint64(len(p)), r.left))
	if r.keep {
		r.payload = append(r.payload, p[:n]...)
	}
	r.left -= uint64(n)
	return n
}

func (r *frameReader) end() *frame {
	r.inside = false
	f := &frame{opcode: r.opcode}
	if r.keep {
		f.payload = bytes.Clone(r.payload)
	}
	return f
}
