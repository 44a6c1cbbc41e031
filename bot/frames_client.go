package bot

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
)

const maskLength = 4

// clientFrame returns a whole frame as a client sends it: masked.
func clientFrame(opcode byte, payload []byte) []byte {
	frame := []byte{0x80 | opcode}
	switch n := len(payload); {
	case n < 126:
		frame = append(frame, 0x80|byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(n))
	}
	key := make([]byte, maskLength)
	_, _ = rand.Read(key) // it never fails
	frame = append(frame, key...)
	for i, b := range payload {
		frame = append(frame, b^key[i%maskLength])
	}
	return frame
}

// clientText returns the payload of p when that is exactly one whole text frame
// of a client's: the library writes each of its messages at once.
func clientText(p []byte) (payload []byte, ok bool) {
	if len(p) < 2 || p[0] != 0x80|opcodeText || p[1]&0x80 == 0 {
		return nil, false
	}
	var n uint64
	switch head, short := p[2:], p[1]&0x7f; {
	case short < 126:
		n, p = uint64(short), head
	case short == 126 && len(head) >= 2:
		n, p = uint64(binary.BigEndian.Uint16(head)), head[2:]
	case short == 127 && len(head) >= 8:
		n, p = binary.BigEndian.Uint64(head), head[8:]
	default:
		return nil, false
	}
	if len(p) < maskLength || uint64(len(p)-maskLength) != n {
		return nil, false
	}
	key := p[:maskLength]
	payload = make([]byte, n)
	for i := range payload {
		payload[i] = p[maskLength+i] ^ key[i%maskLength]
	}
	return payload, true
}

// isIdentify says whether p is a frame with an IDENTIFY.
func isIdentify(p []byte) bool {
	payload, ok := clientText(p)
	var message struct {
		Op int `json:"op"`
	}
	return ok && json.Unmarshal(payload, &message) == nil && message.Op == opIdentify
}
