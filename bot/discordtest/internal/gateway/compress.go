package gateway

import (
	"bytes"
	"compress/zlib"
	"sync"

	"github.com/gorilla/websocket"
	"github.com/klauspost/compress/zstd"
)

// CompressFrom is the minimum size in bytes of a payload that is compressed for clients that set
// compress in IDENTIFY. Discord documents that it compresses only some payloads.
const CompressFrom = 4096

// A transportStream compresses all payloads of a connection as one stream. It is not safe for concurrent use.
type transportStream interface {
	// compress returns the next part of the stream. The bytes are valid until the next call.
	compress(payload []byte) []byte
}

// A zlibStream implements the transport compression "zlib-stream": one zlib stream for the whole
// connection, flushed after each payload.
type zlibStream struct {
	out bytes.Buffer
	z   *zlib.Writer
}

func newZlibStream() *zlibStream {
	s := &zlibStream{}
	s.z = zlib.NewWriter(&s.out)
	return s
}

// compress implements transportStream. Writing to memory cannot fail.
func (s *zlibStream) compress(payload []byte) []byte {
	s.out.Reset()
	_, _ = s.z.Write(payload)
	_ = s.z.Flush()
	return s.out.Bytes()
}

// zstdWindow is the window size of a zstd stream, in bytes. The client needs that much memory for each connection.
const zstdWindow = 1 << 18

// A zstdStream implements the transport compression "zstd-stream": one zstd frame for the whole
// connection, flushed after each payload and never ended.
type zstdStream struct {
	out bytes.Buffer
	z   *zstd.Encoder
}

func newZstdStream() *zstdStream {
	s := &zstdStream{}
	// The options are valid, so there is no error. With concurrency 1 the encoder starts no
	// goroutines that would have to be stopped.
	s.z, _ = zstd.NewWriter(&s.out, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithEncoderLevel(zstd.SpeedFastest))
	return s
}

// compress implements transportStream. Writing to memory cannot fail.
func (s *zstdStream) compress(payload []byte) []byte {
	s.out.Reset()
	_, _ = s.z.Write(payload)
	_ = s.z.Flush()
	return s.out.Bytes()
}

// zlibWriters reuses writers, because they are expensive to create and every large payload needs one.
var zlibWriters = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// deflate compresses one payload separately.
func deflate(payload []byte) []byte {
	var out bytes.Buffer
	z, _ := zlibWriters.Get().(*zlib.Writer) // the pool holds nothing else
	defer zlibWriters.Put(z)
	z.Reset(&out)
	_, _ = z.Write(payload)
	_ = z.Close()
	return out.Bytes()
}

// encode returns the websocket message for a payload. Only the connection's writer may call it,
// because a stream depends on the order of payloads.
func (c *conn) encode(payload []byte) (messageType int, data []byte) {
	switch {
	case c.stream != nil:
		return websocket.BinaryMessage, c.stream.compress(payload)
	case c.compress.Load() && len(payload) >= CompressFrom:
		return websocket.BinaryMessage, deflate(payload)
	}
	return websocket.TextMessage, payload
}
