package discordtest

import (
	"bytes"
	"compress/zlib"
	"sync"

	"github.com/gorilla/websocket"
)

// compressFrom is the size in bytes from which payloads are compressed for a
// client that asked for it in IDENTIFY. Discord documents that only some are.
const compressFrom = 4096

// A zlibStream is the transport compression "zlib-stream": one zlib stream for
// the whole connection, flushed after each payload. Used by one goroutine.
type zlibStream struct {
	out bytes.Buffer
	z   *zlib.Writer
}

func newZlibStream() *zlibStream {
	s := &zlibStream{}
	s.z = zlib.NewWriter(&s.out)
	return s
}

// compress returns the next piece of the stream, valid until the next call.
// Writing to memory cannot fail.
func (s *zlibStream) compress(payload []byte) []byte {
	s.out.Reset()
	_, _ = s.z.Write(payload)
	_ = s.z.Flush()
	return s.out.Bytes()
}

// zlibWriters are expensive to make and wanted for each large payload.
var zlibWriters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// deflate compresses one payload on its own.
func deflate(payload []byte) []byte {
	var out bytes.Buffer
	z, _ := zlibWriters.Get().(*zlib.Writer) // the pool holds nothing else
	defer zlibWriters.Put(z)
	z.Reset(&out)
	_, _ = z.Write(payload)
	_ = z.Close()
	return out.Bytes()
}

// encode returns the websocket message for a payload. Only the connection's
// writer may call it: a stream depends on the order.
func (c *gatewayConn) encode(payload []byte) (messageType int, data []byte) {
	switch {
	case c.stream != nil:
		return websocket.BinaryMessage, c.stream.compress(payload)
	case c.compress.Load() && len(payload) >= compressFrom:
		return websocket.BinaryMessage, deflate(payload)
	}
	return websocket.TextMessage, payload
}
