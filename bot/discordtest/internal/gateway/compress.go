package gateway

import (
	"bytes"
	"compress/zlib"
	"sync"

	"github.com/gorilla/websocket"
	"github.com/klauspost/compress/zstd"
)

// CompressFrom is the least size in bytes of compressed payloads for a client that asked for
// compression in IDENTIFY. Discord documents that only some are.
const CompressFrom = 4096

// A transportStream compresses a connection's payloads, each with the knowledge
// of those before. Used by one goroutine.
type transportStream interface {
	// compress returns the next piece of the stream, valid until the next call.
	compress(payload []byte) []byte
}

// A zlibStream is the transport compression "zlib-stream": one zlib stream for
// the whole connection, flushed after each payload.
type zlibStream struct {
	out bytes.Buffer
	z   *zlib.Writer
}

func newZlibStream() *zlibStream {
	s := &zlibStream{}
	s.z = zlib.NewWriter(&s.out)
	return s
}

// compress is the transportStream's. Writing to memory cannot fail.
func (s *zlibStream) compress(payload []byte) []byte {
	s.out.Reset()
	_, _ = s.z.Write(payload)
	_ = s.z.Flush()
	return s.out.Bytes()
}

// zstdWindow is how far a zstd stream looks back, in bytes: what a client must
// keep of each connection.
const zstdWindow = 1 << 18

// A zstdStream is the transport compression "zstd-stream": one zstd frame for the
// whole connection, which never ends, flushed after each payload.
type zstdStream struct {
	out bytes.Buffer
	z   *zstd.Encoder
}

func newZstdStream() *zstdStream {
	s := &zstdStream{}
	// The options are valid, so there is no error. One at a time is what keeps the
	// encoder from goroutines that somebody would have to end.
	s.z, _ = zstd.NewWriter(&s.out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderLevel(zstd.SpeedFastest))
	return s
}

// compress is the transportStream's. Writing to memory cannot fail.
func (s *zstdStream) compress(payload []byte) []byte {
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
func (c *conn) encode(payload []byte) (messageType int, data []byte) {
	switch {
	case c.stream != nil:
		return websocket.BinaryMessage, c.stream.compress(payload)
	case c.compress.Load() && len(payload) >= CompressFrom:
		return websocket.BinaryMessage, deflate(payload)
	}
	return websocket.TextMessage, payload
}
