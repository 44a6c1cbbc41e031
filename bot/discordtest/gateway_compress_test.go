package discordtest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
)

func TestGatewayPayloadCompression(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c := greeted(t, s)
		c.identify(a, "compress", true)
		ready := c.ready()
		long := strings.Repeat("long ", gateway.CompressFrom)
		s.Dispatch(a, "", "INTERACTION_CREATE", long)
		kind, data, err := c.ws.ReadMessage()
		if err != nil || kind != websocket.BinaryMessage {
			t.Fatalf("kind %d, %v", kind, err)
		}
		checkEvent(t, inflate(t, bytes.NewReader(data)), long)
		s.Dispatch(a, "", "INTERACTION_CREATE", "short")
		c.wantEvent("INTERACTION_CREATE") // as text: it would gain nothing

		c.drop()
		c = greeted(t, s)
		c.resume(a, ready.SessionID, 1)
		if kind, _, err := c.ws.ReadMessage(); err != nil || kind != websocket.BinaryMessage {
			t.Errorf("after a resume: kind %d, %v", kind, err)
		}
	})
}

func inflate(t *testing.T, r io.Reader) []byte {
	t.Helper()
	z, err := zlib.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func checkEvent(t *testing.T, payload []byte, want string) {
	t.Helper()
	var p rawPayload
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal(p.D, &got); err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestGatewayTransportCompression reads one zlib stream across messages.
func TestGatewayTransportCompression(t *testing.T) {
	inBubble(t, func(t *testing.T, s *discordtest.Server) {
		a := s.NewApplication("bot")
		c := dial(t, s, plainQuery+"&compress=zlib-stream")
		r := &messageReader{ws: c.ws}
		z, err := zlib.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		payloads := json.NewDecoder(z)
		c.identify(a)
		s.Dispatch(a, "", "INTERACTION_CREATE", 1)
		for _, want := range []int{gateway.OpHello, gateway.OpDispatch} {
			var p rawPayload
			if err := payloads.Decode(&p); err != nil || p.Op != want {
				t.Fatalf("got op %d, %v, want %d", p.Op, err, want)
			}
		}
		if !r.flushed {
			t.Error("a message does not end with a flush")
		}
	})
}

// A messageReader joins binary messages to a stream.
type messageReader struct {
	ws      *websocket.Conn
	rest    []byte
	flushed bool // the last message ended with zlib's sync flush
}

func (r *messageReader) Read(b []byte) (int, error) {
	if len(r.rest) == 0 {
		kind, data, err := r.ws.ReadMessage()
		if err != nil {
			return 0, err
		}
		if kind != websocket.BinaryMessage {
			return 0, io.ErrUnexpectedEOF
		}
		r.rest = data
		r.flushed = bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff})
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
