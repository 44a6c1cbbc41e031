package limits_test

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// A connection is a raw websocket connection to the gateway.
type connection struct {
	st *stage
	ws *websocket.Conn
}

// dial opens a websocket connection to the gateway with a URL query.
func (st *stage) dial(query string) connection {
	st.t.Helper()
	d := websocket.Dialer{NetDialContext: st.server.DialContext}
	ws, _, err := d.Dial("ws"+strings.TrimPrefix(st.server.URL(), "http")+"/gateway/?"+query, nil)
	if err != nil {
		st.t.Fatal(err)
	}
	st.t.Cleanup(func() { _ = ws.Close() })
	return connection{st, ws}
}

func (c connection) send(payload string) {
	c.st.t.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(payload)); err != nil {
		c.st.t.Fatal(err)
	}
}

// answer reads payloads until one has the opcode `op`, and returns "". If Invalid Session (opcode 9) or the end of the
// connection comes first, it returns "op 9" or, for example, "close 4002".
func (c connection) answer(op int) string {
	c.st.t.Helper()
	for {
		var p struct{ Op int }
		err := c.ws.ReadJSON(&p)
		var closed *websocket.CloseError
		switch {
		case errors.As(err, &closed):
			return fmt.Sprint("close ", closed.Code)
		case err != nil:
			c.st.t.Fatal(err)
		case p.Op == op:
			return ""
		case p.Op == 9:
			return "op 9"
		}
	}
}

const query = "v=10&encoding=json"

// identify opens a connection and sends an IDENTIFY with additional fields. It returns "" if READY follows, or the
// refusal, such as "close 4002".
func (st *stage) identify(fields string) string {
	st.t.Helper()
	c := st.dial(query)
	c.send(`{"op":2,"d":{"token":"` + st.app.Token + `","properties":{"os":"x","browser":"x","device":"x"},` + fields + `}}`)
	return c.answer(0)
}

// identifies returns a function that sends an IDENTIFY with the fields `at`, at a limit, and five seconds later one
// with the fields `beyond`, beyond the limit. The function returns both outcomes.
func identifies(at, beyond string) func(*stage) (string, string) {
	return func(st *stage) (string, string) {
		first := st.identify(at)
		time.Sleep(5 * time.Second) // on the bubble's clock
		return first, st.identify(beyond)
	}
}

// heartbeat returns a gateway payload Heartbeat (opcode 1) of n bytes.
func heartbeat(n int) string {
	return `{"op":1,"d":null,"x":"` + x(n-len(`{"op":1,"d":null,"x":""}`)) + `"}`
}

// gatewayRules are the rules for section 1 of testdata/limits.md, the list of Discord's limits.
var gatewayRules = []rule{
	{line: "URL query", what: "versions", want: "close 4012", try: func(st *stage) (string, string) {
		return st.dial("v=9&encoding=json").answer(10), st.dial("v=8&encoding=json").answer(10)
	}},
	{line: "URL query", what: "encodings", shown: "TestGatewayQuery"},
	{line: "GET /gateway", what: "no token", want: "401 0", try: func(st *stage) (string, string) {
		st.token = "none"
		return st.send("GET", "/gateway", "").refusal(), st.send("GET", "/gateway/bot", "").refusal()
	}},
	{line: "Opcodes", shown: "TestGatewayCloseCodes"},
	{line: "Close codes, may reconnect", shown: "TestGatewayCloseCodes"},
	{line: "Close codes, must NOT reconnect", shown: "TestGatewayCloseCodes"},
	{line: "HELLO", shown: "TestGatewayHeartbeatInterval"},
	{line: "Heartbeat", shown: "TestGatewayHeartbeatKeepsConnection"},
	{line: "Missed heartbeat", shown: "TestGatewayMissedHeartbeats"},
	{line: "Server op 1", shown: "TestRequestHeartbeats"},
	{line: "Client payload", what: "4096 bytes", want: "close 4002", try: func(st *stage) (string, string) {
		c := st.dial(query)
		c.send(heartbeat(4096))
		at := c.answer(11)
		c.send(heartbeat(4097))
		return at, c.answer(11)
	}},
	{line: "Send rate", what: "120 in a minute", want: "close 4008", try: func(st *stage) (at, beyond string) {
		c := st.dial(query)
		for range 120 {
			c.send(heartbeat(30))
			at += c.answer(11)
		}
		c.send(heartbeat(30))
		return at, c.answer(11)
	}},
	{line: "IDENTIFY d", what: "shards", want: "close 4010", try: identifies(`"intents":0,"shard":[1,2]`, `"intents":0,"shard":[2,2]`)},
	{line: "IDENTIFY d", what: "intents are required", want: "close 4013", try: identifies(`"intents":0`, `"compress":false`)},
	{line: "IDENTIFY d", what: "large_threshold", absent: "Discord's documentation gives a range and not what becomes of a value outside"},
	{line: "READY d", shown: "TestGatewayReady"},
	{line: "After READY", shown: "TestGatewayGuildCreate"},
	{line: "Identify concurrency", what: "one in five seconds", want: "op 9", try: func(st *stage) (string, string) {
		st.identify(`"intents":0`)
		time.Sleep(5 * time.Second) // on the bubble's clock
		at := st.identify(`"intents":0`)
		time.Sleep(5*time.Second - time.Millisecond)
		return at, st.identify(`"intents":0`)
	}},
	{line: "Identify budget", shown: "TestGatewayIdentifyBudget"},
	{line: "Sharding", shown: "TestGatewayShardingRequired"},
	{line: "Sharding", what: "which shard", shown: "TestGatewayShards"},
	{line: "Close by client", shown: "TestGatewayResumeAllowed"},
	{line: "RESUME", shown: "TestGatewayResume"},
	{line: "Resume fails", shown: "TestGatewayResumeRefused"},
	{line: "Events", shown: "TestAnInteractionIsDeliveredTwiceByHTTP"},
	{line: "Intents", what: "the highest bit", want: "close 4013", try: identifies(`"intents":33554432`, `"intents":67108864`)},
	{line: "Intents", what: "privileged", want: "close 4014", try: identifies(`"intents":2`, `"intents":256`)}, // 2: guild members, enabled for this application; 256: presences, not enabled
	{line: "Intents", what: "which events", shown: "TestGatewayIntentsFilterEvents"},
	{line: "Without MESSAGE_CONTENT", shown: "TestMessageContent"},
}
