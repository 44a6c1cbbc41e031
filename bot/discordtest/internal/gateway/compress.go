package gateway

import (
	"bytes"
	"compress/zlib"
	"sync"

	"github.com/gorilla/websocket"
	"github.com/klauspost/compress/zstd"
)

// CompressFrom is the least size in bytes of compressed payloads for a client that asked for compression in
// IDENTIFY. Discord documents that only some payloads are compressed.
const CompressFrom = 4096

// A transportStream compresses a connection's payloads as one stream. Only one goroutine may use it.
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

// zstdWindow is the window of a zstd stream, in bytes: the client must keep that much for each connection.
const zstdWindow = 1 << 18

// A zstdStream is the transport compression "zstd-stream": one zstd frame for the
// whole connection, which never ends, flushed after each payload.
type zstdStream struct {
	out bytes.Buffer
	z   *zstd.Encoder
}

func newZstdStream() *zstdStream {
	s := &zstdStream{}
	// The options are valid, so there is no error. Concurrency 1 makes the encoder start no goroutines, which
	// somebody would have to stop.
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

// zlibWriters are reused because they are expensive to create and every large payload needs one.
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
