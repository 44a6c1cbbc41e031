package e2e

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// latency is how long Discord takes to answer a call. It gives consecutive calls a fixed order.
const latency = 40 * time.Millisecond

// A posted is a message that the bot has sent.
type posted struct {
	id, channel string
	only        string // the only member who sees it, "" for everybody
	flags       int
	content     string
	components  any
}

// A pendingInteraction is an interaction that the bot may answer.
type pendingInteraction struct {
	number       int
	who, channel string
	source       *posted // the message that was pressed, if any
	original     *posted // the message that @original refers to
	acknowledged bool    // the bot has sent its first answer
}

// A goldenDiscord is the part of Discord that a scenario needs. It accepts everything that the bot sends, and
// records it.
type goldenDiscord struct {
	t          *testing.T
	transcript *transcript
	*pipes     // the listener of the gateway, which the bot dials

	mu           sync.Mutex
	messages     []*posted // oldest first
	pings        int       // how many of the messages are pings
	interactions map[string]*pendingInteraction

	writing sync.Mutex
	gateway *websocket.Conn // the bot's newest connection
	seq     int
	open    []*websocket.Conn
}

// RoundTrip records a REST call, carries it out after the time `latency`, and returns the response. It does not record
// the calls that the bot makes only at its start.
func (d *goldenDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	path := strings.TrimPrefix(r.URL.Path, "/api/v9")
	words := strings.Split(path, "/")[1:]
	c := call{at: time.Now(), line: r.Method + " " + path, body: body, answer: words[0] == "interactions"}
	if r.URL.RawQuery != "" {
		c.line += "?" + r.URL.RawQuery
	}
	if r.Header.Get("Authorization") != "" {
		c.line += " (with the bot's token)"
	}
	if words[0] != "gateway" && words[0] != "applications" { // calls that the bot makes only at its start
		d.transcript.add(c)
	}
	select {
	case <-time.After(latency):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	status, answer := d.carryOut(r.Method, words, body)
	return &http.Response{
		StatusCode: status, Request: r, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(string(encoded(answer)))),
	}, nil
}

// carryOut carries out a REST call and returns the status and the JSON of the response. The
// parameter `words` holds the segments of the path.
func (d *goldenDiscord) carryOut(method string, words []string, body []byte) (status int, answer any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch words[0] {
	case "gateway":
		limit := object{"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
		return http.StatusOK, object{"url": "ws://gateway.test", "shards": 1, "session_start_limit": limit}
	case "applications":
		if strings.Contains(strings.Join(words, "/"), "commands") {
			return http.StatusOK, []any{}
		}
		return http.StatusOK, object{"id": ids["noughts"]}
	case "interactions": // {id}/{token}/callback
		m, code := d.answered(d.interactions[words[2]], body)
		if code != 0 {
			return http.StatusBadRequest, object{"code": code, "message": "The answer is refused"}
		}
		resource := object{}
		if m != nil {
			resource["message"] = object{"id": m.id}
		}
		return http.StatusOK, object{"interaction": object{"id": words[1]}, "resource": resource}
	case "webhooks": // {application}/{token}/messages/{message}
		i := d.interactions[words[2]]
		if len(words) == 3 {
			m := d.post(i)
			m.fill(body)
			return http.StatusOK, object{"id": m.id}
		}
		m := i.original
		if words[4] != "@original" {
			m = d.message(words[4])
		}
		return d.edit(method, m, body)
	case "channels": // {channel}/messages/{message}
		if method == http.MethodPost { // a ping; pings have a separate sequence of message ids
			d.pings++
			m := &posted{id: messageID(900 + d.pings), channel: words[1]}
			m.fill(body)
			d.messages = append(d.messages, m)
			return http.StatusOK, object{"id": m.id}
		}
		return d.edit(method, d.message(words[3]), body)
	}
	return http.StatusNotFound, object{"code": 0, "message": "404: Not Found"}
}

// answered applies the first answer to an interaction. It returns the message that the answer posts
// or updates, nil for none, or the code of an error. Callers hold d.mu.
func (d *goldenDiscord) answered(i *pendingInteraction, body []byte) (made *posted, code int) {
	if i.acknowledged {
		return nil, 40060
	}
	var r struct {
		Type int
		Data json.RawMessage
	}
	if err := json.Unmarshal(body, &r); err != nil {
		d.t.Errorf("the bot answered %s: %v", body, err)
	}
	switch r.Type {
	case 4, 5:
		i.original = d.post(i)
		i.original.fill(r.Data)
	case 6, 7:
		if i.source == nil {
			return nil, 50035
		}
		i.original = i.source
		if r.Type == 7 {
			i.source.fill(r.Data)
		}
	default:
		i.acknowledged = true
		return nil, 0
	}
	i.acknowledged = true
	return i.original, 0
}

// post posts an empty message in answer to an interaction. Only the member sees it until fill makes
// it public. Callers hold d.mu.
func (d *goldenDiscord) post(i *pendingInteraction) *posted {
	m := &posted{id: messageID(len(d.messages) - d.pings + 1), channel: i.channel, only: i.who}
	d.messages = append(d.messages, m)
	return m
}

// fill sets a message's content. The first content also decides whether the message becomes public or stays private.
func (m *posted) fill(data []byte) {
	var content struct {
		Flags      int
		Content    string
		Components any
	}
	if len(data) > 0 && json.Unmarshal(data, &content) != nil {
		return
	}
	isNew := m.components == nil && m.content == "" && m.flags == 0
	if isNew && content.Flags&64 == 0 {
		m.only = ""
	}
	if isNew {
		m.flags = content.Flags
	}
	m.flags |= content.Flags & (1 << 15)
	m.content, m.components = content.Content, content.Components
}

// edit edits, deletes or gets a message, by the HTTP method. Callers hold d.mu.
func (d *goldenDiscord) edit(method string, m *posted, body []byte) (status int, answer any) {
	if m == nil {
		return http.StatusNotFound, object{"code": 10008, "message": "Unknown Message"}
	}
	switch method {
	case http.MethodPatch:
		m.fill(body)
	case http.MethodDelete:
		m.only, m.components = "nobody", nil
		return http.StatusNoContent, nil
	}
	return http.StatusOK, object{"id": m.id}
}

// message returns the message with an id, or nil if there is none. Callers hold d.mu.
func (d *goldenDiscord) message(id string) *posted {
	for _, m := range d.messages {
		if m.id == id {
			return m
		}
	}
	return nil
}

// find returns the newest message in a channel that a member sees and that has an enabled component whose custom id
// ends with the text `action`. It also returns that custom id. Without such a message it returns nil and "".
func (d *goldenDiscord) find(who, channel, action string) (*posted, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := len(d.messages) - 1; i >= 0; i-- {
		m := d.messages[i]
		if m.channel != channel || m.only != "" && m.only != who {
			continue
		}
		if id := findID(m.components, action); id != "" {
			return m, id
		}
	}
	return nil, ""
}

// findID returns the custom id of the first enabled component whose id ends with the text `action`,
// or "" if there is none.
func findID(components any, action string) string {
	list, _ := components.([]any)
	for _, c := range list {
		c, _ := c.(object)
		id, _ := c["custom_id"].(string)
		if disabled, _ := c["disabled"].(bool); strings.HasSuffix(id, "/"+action) && !disabled {
			return id
		}
		if id := findID(c["components"], action); id != "" {
			return id
		}
	}
	return ""
}

// expect registers an interaction, so that the bot can answer it. A token that is already
// registered keeps its interaction.
func (d *goldenDiscord) expect(token string, i *pendingInteraction) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.interactions[token] == nil {
		d.interactions[token] = i
	}
}

// loses makes Discord lose the bot's answer to an interaction. A message that the answer posted
// disappears, and the bot may answer the interaction again.
func (d *goldenDiscord) loses(token string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.interactions[token]
	if i.original != nil && i.original != i.source {
		i.original.only, i.original.components = "nobody", nil
	}
	i.acknowledged, i.original = false, nil
}

// onWire returns a message as Discord includes it in a press.
func (m *posted) onWire() object {
	return object{
		"id": m.id, "channel_id": m.channel, "type": 20, "flags": m.flags, "content": m.content, "components": m.components,
		"author": user("noughts"), "application_id": ids["noughts"], "webhook_id": ids["noughts"],
		"timestamp": "2026-11-22T13:00:00.000000+00:00", "edited_timestamp": nil, "attachments": []any{}, "embeds": []any{},
		"mentions": []any{}, "mention_roles": []any{}, "mention_everyone": false, "pinned": false, "tts": false,
	}
}

// serveGateway serves one gateway connection until the bot closes it.
func (d *goldenDiscord) serveGateway(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{}
	c, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		d.t.Error(err)
		return
	}
	defer func() { _ = c.Close() }()
	d.writing.Lock()
	d.gateway, d.seq, d.open = c, 0, append(d.open, c)
	d.writing.Unlock()
	d.write(object{"op": 10, "d": object{"heartbeat_interval": 41250}})
	for {
		var message struct{ Op int }
		if c.ReadJSON(&message) != nil {
			return // the bot has left
		}
		switch message.Op {
		case 1:
			d.write(object{"op": 11})
		case 2:
			d.dispatch("READY", encoded(object{
				"v": 10, "user": user("noughts"), "guilds": []any{}, "session_id": "session", "resume_gateway_url": "ws://gateway.test",
				"shard": []int{0, 1}, "application": object{"id": ids["noughts"], "flags": 0},
			}))
		}
	}
}

// dispatch sends an event to the bot.
func (d *goldenDiscord) dispatch(event string, data json.RawMessage) {
	d.writing.Lock()
	d.seq++
	seq := d.seq
	d.writing.Unlock()
	d.write(object{"op": 0, "t": event, "s": seq, "d": data})
}

func (d *goldenDiscord) write(message object) {
	d.writing.Lock()
	defer d.writing.Unlock()
	if err := d.gateway.WriteMessage(websocket.TextMessage, encoded(message)); err != nil {
		d.t.Errorf("the gateway cannot write: %v", err)
	}
}

// close ends all connections to the gateway.
func (d *goldenDiscord) close() {
	_ = d.Close()
	d.writing.Lock()
	defer d.writing.Unlock()
	for _, c := range d.open {
		_ = c.Close()
	}
}
