package bot

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

const upgraded = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"

// serverFrame returns a frame as a server sends it.
func serverFrame(opcode byte, payload []byte) []byte {
	head := []byte{0x80 | opcode}
	switch n := len(payload); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	return append(head, payload...)
}

func textFrame(payload string) []byte { return serverFrame(opcodeText, []byte(payload)) }

func closeFrame(code uint16) []byte {
	return serverFrame(opcodeClose, binary.BigEndian.AppendUint16(nil, code))
}

// frames follows bytes in pieces and returns the frames in them.
func framesOf(stream []byte, piece func() int) []frame {
	var r frameReader
	var found []frame
	for len(stream) > 0 {
		n := min(max(piece(), 1), len(stream))
		taken, f := r.next(stream[:n])
		if f != nil {
			found = append(found, *f)
		}
		stream = stream[taken:]
	}
	return found
}

func TestFramesAreFoundHoweverTheyAreCut(t *testing.T) {
	t.Parallel()
	payloads := [][]byte{nil, []byte("{}"), bytes.Repeat([]byte("a"), 125), bytes.Repeat([]byte("b"), 126),
		bytes.Repeat([]byte("c"), longestKept), bytes.Repeat([]byte("d"), longestKept+1), bytes.Repeat([]byte("e"), 70_000), []byte("end")}
	stream := []byte(upgraded)
	for _, p := range payloads {
		stream = append(stream, serverFrame(opcodeText, p)...)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		largest := 1 + rng.IntN(5000)
		got := framesOf(stream, func() int { return rng.IntN(largest) })
		if len(got) != len(payloads) {
			t.Fatalf("%d frames, want %d", len(got), len(payloads))
		}
		for i, f := range got {
			want := payloads[i]
			if len(want) > longestKept {
				want = nil
			}
			if f.opcode != opcodeText || !bytes.Equal(f.payload, want) {
				t.Fatalf("frame %d: opcode %d, %d bytes, want %d", i, f.opcode, len(f.payload), len(want))
			}
		}
	}
}

func FuzzFrameReader(f *testing.F) {
	f.Add(append([]byte(upgraded), textFrame(`{"op":10}`)...), byte(3))
	f.Add([]byte("\r\n\r\n\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff"), byte(1))
	f.Fuzz(func(t *testing.T, stream []byte, piece byte) {
		whole := framesOf(stream, func() int { return len(stream) })
		cut := framesOf(stream, func() int { return int(piece) })
		if len(whole) != len(cut) {
			t.Errorf("%d frames at once, %d in pieces of %d", len(whole), len(cut), piece)
		}
	})
}

// tapped returns a tap and the server's end of its connection, on which HELLO
// with a heartbeat interval has been sent and read.
func tapped(t *testing.T, interval string) (*tap, net.Conn) {
	t.Helper()
	client, server := net.Pipe()
	tap := newTap(client, nil)
	t.Cleanup(func() {
		_ = tap.Close()
		_ = server.Close()
	})
	hello := append([]byte(upgraded), textFrame(`{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":`+interval+`}}`)...)
	go func() { _, _ = server.Write(hello) }()
	if _, err := io.ReadFull(tap, make([]byte, len(hello))); err != nil {
		t.Fatal(err)
	}
	return tap, server
}

func TestTheTapCutsWhereTheLibraryWouldGoWrong(t *testing.T) {
	t.Parallel()
	dispatch := textFrame(`{"t":"X","s":1,"op":0,"d":{}}`)
	for name, c := range map[string]struct {
		sent   []byte
		passed []byte
		want   ending
	}{
		"op 7":                  {textFrame(`{"op":7,"d":null}`), nil, ending{kind: byReconnect}},
		"op 9":                  {textFrame(`{"op":9,"d":false}`), nil, ending{kind: byInvalidSession}},
		"op 9, resumable":       {textFrame(`{"op":9,"d":true}`), nil, ending{kind: byInvalidResumable}},
		"op 7 after a dispatch": {append(bytes.Clone(dispatch), textFrame(`{"op":7}`)...), dispatch, ending{kind: byReconnect}},
		"a close frame":         {closeFrame(4004), closeFrame(4004), ending{byCloseFrame, 4004}},
		"a bare close frame":    {serverFrame(opcodeClose, nil), serverFrame(opcodeClose, nil), ending{byCloseFrame, noStatus}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, server := tapped(t, "45000")
			go func() { _, _ = server.Write(c.sent) }()
			passed, err := io.ReadAll(tap)
			if err == nil {
				t.Error("reading ended without an error")
			}
			if !bytes.Equal(passed, c.passed) {
				t.Errorf("the library was shown %q, want %q", passed, c.passed)
			}
			if got := tap.reason(); got != c.want {
				t.Errorf("ended by %v, want %v", got, c.want)
			}
			if n, err := tap.Write([]byte("heartbeat")); n != 9 || err != nil {
				t.Errorf("a write after the end: %d, %v", n, err)
			}
		})
	}
}

func TestTheTapPassesEverythingElse(t *testing.T) {
	t.Parallel()
	tap, server := tapped(t, "45000")
	sent := append(textFrame(`{"op":11}`), textFrame("no JSON")...)
	sent = append(sent, textFrame(`{"op":0,"d":"`+string(bytes.Repeat([]byte(`{"op":7}`), 300))+`"}`)...)
	go func() { _, _ = server.Write(sent) }()
	got := make([]byte, len(sent))
	if _, err := io.ReadFull(tap, got); err != nil || !bytes.Equal(got, sent) {
		t.Errorf("not everything came through: %v", err)
	}
}

func TestTheTapNoticesSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tap, server := tapped(t, "40000")
		begun := time.Now()
		time.Sleep(30 * time.Second)
		go func() { _, _ = server.Write(textFrame(`{"op":11}`)) }()
		_, err := io.ReadAll(tap)
		if err == nil || tap.reason().kind != bySilence {
			t.Errorf("ended by %v with %v", tap.reason(), err)
		}
		if took := time.Since(begun); took != 90*time.Second {
			t.Errorf("silence noticed %v after HELLO, want 30 s and an interval and a half", took)
		}
	})
}

func TestTheTapLeavesWithACode(t *testing.T) {
	t.Parallel()
	tap, server := tapped(t, "40000")
	last := textFrame(`{"t":"X","s":7,"op":0,"d":{}}`)
	go func() { _, _ = server.Write(last) }()
	if _, err := io.ReadFull(tap, make([]byte, len(last))); err != nil {
		t.Fatal(err)
	}
	sent := make(chan []byte, 1)
	go func() {
		all, _ := io.ReadAll(server)
		sent <- all
	}()
	tap.leave(4000)
	select {
	case <-tap.over:
		t.Error("it is over before the library has asked for more")
	default:
	}
	if _, err := tap.Read(make([]byte, 100)); err == nil {
		t.Error("something was read after the end")
	}
	<-tap.over
	got := <-sent
	if len(got) != 8 || got[0] != 0x80|opcodeClose || got[1] != 0x80|2 {
		t.Fatalf("the server got %x", got)
	}
	if code := binary.BigEndian.Uint16([]byte{got[6] ^ got[2], got[7] ^ got[3]}); code != 4000 {
		t.Errorf("close code %d", code)
	}
	if tap.reason().kind != byUs {
		t.Errorf("ended by %v", tap.reason().kind)
	}
}

func TestTheLibraryCannotEndASession(t *testing.T) {
	t.Parallel()
	tap, server := tapped(t, "40000")
	if n, err := tap.Write(clientFrame(opcodeClose, []byte{3, 232})); n == 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if got, err := io.ReadAll(server); len(got) > 0 || err != nil {
		t.Errorf("the server got %x, %v", got, err)
	}
	if tap.reason().kind != byLibrary {
		t.Errorf("ended by %v", tap.reason().kind)
	}
}

// readText reads a client's text frame on the server's end.
func readText(t *testing.T, server net.Conn) string {
	t.Helper()
	buffer := make([]byte, 4096)
	n, err := server.Read(buffer)
	if err != nil {
		t.Fatal(err)
	}
	payload, ok := clientText(buffer[:n])
	if !ok {
		t.Fatalf("not a text frame: %x", buffer[:n])
	}
	return string(payload)
}

func TestTheTapResumesWhereTheLibraryIdentifies(t *testing.T) {
	t.Parallel()
	const identify, resumption = `{"op":2,"d":{"token":"abc"}}`, `{"op":6,"d":{"seq":7}}`
	for name, c := range map[string]struct {
		resume     []byte
		writes     []string
		want       []string
		identified bool
	}{
		"a session to resume":   {[]byte(resumption), []string{identify, `{"op":1,"d":7}`}, []string{resumption, `{"op":1,"d":7}`}, false},
		"a heartbeat before":    {[]byte(resumption), []string{`{"op":1}`, identify}, []string{`{"op":1}`, resumption}, false},
		"no session":            {nil, []string{identify, `{"op":1}`}, []string{identify, `{"op":1}`}, true},
		"nothing but heartbeat": {nil, []string{`{"op":1}`}, []string{`{"op":1}`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tap, server := tapped(t, "40000")
			tap.resume = c.resume
			for i, text := range c.writes {
				frame := clientFrame(opcodeText, []byte(text))
				go func() { _, _ = tap.Write(frame) }()
				if got := readText(t, server); got != c.want[i] {
					t.Errorf("for %s the server got %s", text, got)
				}
			}
			if tap.identified() != c.identified {
				t.Errorf("identified: %v", tap.identified())
			}
		})
	}
}

func TestClientFramesOfEveryLength(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 125, 126, 300, 65535, 65536, 70_000} {
		payload := bytes.Repeat([]byte("payload "), n/8+1)[:n]
		frame := clientFrame(opcodeText, payload)
		if got, ok := clientText(frame); !ok || !bytes.Equal(got, payload) {
			t.Errorf("%d bytes came back as %d, %v", n, len(got), ok)
		}
		for _, broken := range [][]byte{frame[:len(frame)-1], append(bytes.Clone(frame), 0)} {
			if _, ok := clientText(broken); ok {
				t.Errorf("%d bytes of a frame with %d were taken for one", len(broken), len(frame))
			}
		}
	}
}

func FuzzClientText(f *testing.F) {
	f.Add(clientFrame(opcodeText, []byte(`{"op":2}`)))
	f.Add([]byte{0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, p []byte) {
		if payload, ok := clientText(p); ok && len(payload) > len(p) {
			t.Errorf("%d bytes out of %d", len(payload), len(p))
		}
		isIdentify(p)
	})
}
