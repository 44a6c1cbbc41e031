package gateway_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

func TestGatewayPayloadCompression(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c := testbot.Greeted(t, s)
		c.Identify(a.Token, "compress", true)
		ready := c.Ready()
		long := strings.Repeat("long ", gateway.CompressFrom)
		s.Dispatch(a, "", "INTERACTION_CREATE", long)
		kind, data, err := c.WS.ReadMessage()
		if err != nil || kind != websocket.BinaryMessage {
			t.Fatalf("kind %d, %v", kind, err)
		}
		checkEvent(t, inflate(t, bytes.NewReader(data)), long)
		s.Dispatch(a, "", "INTERACTION_CREATE", "short")
		c.WantEvent("INTERACTION_CREATE") // uncompressed, because it is shorter than CompressFrom

		c.Drop()
		c = testbot.Greeted(t, s)
		c.Resume(a.Token, ready.SessionID, 1)
		if kind, _, err := c.WS.ReadMessage(); err != nil || kind != websocket.BinaryMessage {
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
	var p testbot.Payload
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal(p.D, &got); err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestGatewayTransportCompression checks that with zlib-stream all messages form one zlib stream.
func TestGatewayTransportCompression(t *testing.T) {
	inServer(t, func(t *testing.T, s *server) {
		a := s.NewApplication("bot")
		c := testbot.Dial(t, s, testbot.PlainQuery+"&compress=zlib-stream")
		r := &messageReader{ws: c.WS}
		z, err := zlib.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		payloads := json.NewDecoder(z)
		c.Identify(a.Token)
		s.Dispatch(a, "", "INTERACTION_CREATE", 1)
		for _, want := range []int{gateway.OpHello, gateway.OpDispatch} {
			var p testbot.Payload
			if err := payloads.Decode(&p); err != nil || p.Op != want {
				t.Fatalf("got op %d, %v, want %d", p.Op, err, want)
			}
		}
		if !r.flushed {
			t.Error("a message does not end with a flush")
		}
	})
}

// A messageReader concatenates binary messages to a stream.
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
