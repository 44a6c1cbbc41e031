package gateway

import (
	"encoding/json"
	"time"
)

// ReorderTime is the maximum time that a reordered event waits for the next event.
const ReorderTime = 500 * time.Millisecond

// Inject injects a fault. Those of the gateway's connections take effect at once; others wait for a request or event
// that they can affect. Errors: ErrFault, and ErrNotConnected for a connection fault without a connection.
func (b *Bot) Inject(f Fault) (*Injection, error) {
	f, err := f.complete()
	if err != nil {
		return nil, err
	}
	b.g.Log.Info("fault", "fault", f.String(), "effect", f.Effect().String())
	strike, atOnce := strikes[f.Kind]
	if !atOnce {
		return b.faults.add(f, 0), nil
	}
	b.g.mu.Lock()
	defer b.g.mu.Unlock()
	conns := b.connections()
	if len(conns) == 0 {
		return nil, ErrNotConnected
	}
	in := b.faults.add(f, len(conns))
	for _, c := range conns {
		strike(c, f)
	}
	return in, nil
}

// strikes maps each kind of fault that affects a connection at once to its effect. Callers hold g.mu.
var strikes = map[FaultKind]func(*conn, Fault){
	FaultDrop:    func(c *conn, _ Fault) { c.cut() },
	FaultSilence: func(c *conn, _ Fault) { c.hush() },
	FaultHalfOpen: func(c *conn, _ Fault) {
		c.hush()
		c.deaf = true
		_ = c.ws.SetReadDeadline(time.Time{}) // so that the connection lasts until the client closes it
	},
	FaultReconnect: func(c *conn, _ Fault) { c.enqueue(control(OpReconnect, nil)) },
	FaultReconnectBeforeHello: func(c *conn, _ Fault) {
		c.g.noHellos++
		c.cut()
	},
	FaultReconnectAfterResume: func(c *conn, _ Fault) {
		c.session.bot.reconnectResumes++
		c.cut()
	},
	FaultInvalidResumable: func(c *conn, _ Fault) { c.invalidate(true) },
	FaultInvalid:          func(c *conn, _ Fault) { c.invalidate(false) },
	FaultClose:            func(c *conn, f Fault) { c.close(closedByTest(f.Code)) },
	FaultBrokenJSON:       func(c *conn, _ Fault) { c.enqueue(frame{payload: []byte(`{"t":"INTERACTION_CREATE","s":`)}) },
}

// invalidate detaches the session from the connection and sends Invalid Session (opcode 9). Callers hold g.mu.
func (c *conn) invalidate(resumable bool) {
	c.enqueue(control(OpInvalidSession, resumable))
	c.leave(!resumable)
}

// takeFault removes and returns a pending fault of one of the kinds. Callers hold g.mu.
func (c *conn) takeFault(kinds ...FaultKind) (Fault, bool) {
	if c.session == nil {
		return Fault{}, false
	}
	return c.session.bot.TakeFault(kinds...)
}

func (c *conn) dawdle() {
	c.g.mu.Lock()
	f, slow := c.takeFault(FaultSlowReads)
	c.g.mu.Unlock()
	if slow {
		c.g.Pause(f.Wait)
	}
}

// deliver sends the connection an event. A pending fault may duplicate, delay or drop it. Callers hold g.mu.
func (c *conn) deliver(event string, payload []byte) {
	f := frame{payload: payload}
	if event == "READY" || event == "RESUMED" {
		c.enqueue(f)
		return
	}
	strikes, _ := c.takeFault(FaultDuplicate, FaultReorder, FaultLoseEvent)
	switch strikes.Kind {
	case FaultLoseEvent:
	case FaultReorder:
		c.hold(f)
		return
	case FaultDuplicate:
		c.enqueue(f)
		fallthrough
	default:
		c.enqueue(f)
	}
	c.release()
}

// hold delays an event until after the next, at most half a second, and sends one already held. Callers hold g.mu.
func (c *conn) hold(f frame) {
	c.release()
	c.held = &f
	time.AfterFunc(ReorderTime, func() {
		c.g.mu.Lock()
		defer c.g.mu.Unlock()
		if c.held == &f {
			c.release()
		}
	})
}

// release sends the held event, if there is one. Callers hold g.mu.
func (c *conn) release() {
	if f := c.held; f != nil {
		c.held = nil
		c.enqueue(*f)
	}
}

// withNews returns an event's data, with a component of an unknown type if such a fault is pending. Callers hold g.mu.
func (sess *session) withNews(event string, data json.RawMessage) json.RawMessage {
	if sess.conn == nil || event != "INTERACTION_CREATE" || sess.bot.faults.armed.Load() == 0 {
		return data
	}
	changed, ok := withUnknownComponent(data)
	if !ok {
		return data
	}
	if _, strikes := sess.conn.takeFault(FaultUnknownComponent); !strikes {
		return data
	}
	return changed
}

// withUnknownComponent adds a component of an unknown type to an interaction's message, if there is one.
func withUnknownComponent(data json.RawMessage) (json.RawMessage, bool) {
	var interaction, message map[string]json.RawMessage
	var components []json.RawMessage
	if json.Unmarshal(data, &interaction) != nil || json.Unmarshal(interaction["message"], &message) != nil ||
		json.Unmarshal(message["components"], &components) != nil {
		return nil, false
	}
	components = append(components, json.RawMessage(`{"type":9999,"id":9999,"novelty":{"level":1}}`))
	message["components"], _ = json.Marshal(components) // cannot fail: the components come from JSON
	interaction["message"], _ = json.Marshal(message)
	changed, err := json.Marshal(interaction)
	return changed, err == nil
}
