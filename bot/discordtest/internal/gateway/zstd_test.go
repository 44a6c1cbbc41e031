package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
	"github.com/klauspost/compress/zstd"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestZstdStream checks that payloads of many sizes form one zstd frame, and that a client can
// decode each payload as soon as its message has arrived.
func TestZstdStream(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	testbot.InBox(t, func(b *testbot.Box) {
		b.App.AllowIntents(discordtest.IntentGuildMembers)
		l := b.Call("&compress=zstd-stream")
		in := &pieces{ws: l.WS}
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
		if err != nil {
			b.T.Fatal(err)
		}
		b.T.Cleanup(z.Close)
		largest := 0 // size of the largest payload, in bytes
		payloads := json.NewDecoder(z)
		l.Read = func() (raw []byte, err error) {
			before := in.messages
			err = payloads.Decode((*json.RawMessage)(&raw))
			if err == nil && (in.messages != before+1 || len(in.rest) > 0) {
				b.T.Errorf("a payload came with %d messages, of which %d bytes are left", in.messages-before, len(in.rest))
			}
			largest = max(largest, len(raw))
			return raw, err
		}
		l.Next()
		l.Identify(b.App, testbot.GuildMessagesIntent|testbot.Bits(discordtest.IntentGuildMembers), `,"compress":true`)
		l.Hears("READY", nil)
		r := rand.New(rand.NewPCG(seed, 0))
		for range 60 {
			want := "<@" + b.App.User.ID + ">" + strings.TrimSpace(randomText(r, 1+r.IntN(1<<r.IntN(11))))
			b.Says(want)
			var got struct{ Content string }
			l.Hears("MESSAGE_CREATE", &got)
			if got.Content != want {
				b.T.Fatalf("got %q, want %q", got.Content, want)
			}
		}
		for i := range 1000 {
			b.Guild.Add(b.Server.NewUser(randomText(r, 30)))
			l.Hears("GUILD_MEMBER_ADD", nil, b.Guild.Members()[i+2].ID)
		}
		for range 3 { // more data than the stream's window
			var got chunk
			requestMembers(l, b.Guild, `"query":"","limit":1000`)
			l.Hears("GUILD_MEMBERS_CHUNK", &got)
			if len(got.Members) != 1000 || largest < 1<<18 {
				b.T.Errorf("%d members; the largest payload has %d bytes", len(got.Members), largest)
			}
		}
		if in.frames != 1 {
			b.T.Errorf("%d frames, want one for the whole connection", in.frames)
		}
	})
}

// pieces concatenates binary messages to a stream.
type pieces struct {
	ws               *websocket.Conn
	rest             []byte
	messages, frames int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		kind, data, err := p.ws.ReadMessage()
		if err != nil {
			return 0, err
		}
		if kind != websocket.BinaryMessage {
			return 0, fmt.Errorf("a message of kind %d", kind)
		}
		if bytes.HasPrefix(data, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
			p.frames++
		}
		p.rest, p.messages = data, p.messages+1
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// randomText returns n random characters. Some letters are much more frequent than others.
func randomText(r *rand.Rand, n int) string {
	const letters = "aaaaaaeeeeiiixyzßλ🎲 "
	all := []rune(letters)
	out := make([]rune, n)
	for i := range out {
		out[i] = all[r.IntN(len(all))]
	}
	return string(out)
}
