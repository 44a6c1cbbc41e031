package discordtest

import (
	"encoding/json"
	"time"
)

// gatewayFaults strike a connection at once, under the gateway's lock.
var gatewayFaults = map[FaultKind]func(*gatewayConn, Fault){
	FaultDrop:     func(c *gatewayConn, _ Fault) { c.cut() },
	FaultSilence:  func(c *gatewayConn, _ Fault) { c.hush() },
	FaultHalfOpen: func(c *gatewayConn, _ Fault) { c.hush(); c.deafen() },
	FaultReconnect: func(c *gatewayConn, _ Fault) {
		c.enqueue(control(opReconnect, nil))
	},
	FaultReconnectBeforeHello: func(c *gatewayConn, _ Fault) {
		c.g.noHellos++
		c.cut()
	},
	FaultReconnectAfterResume: func(c *gatewayConn, _ Fault) {
		c.g.app(c.session.app).reconnectResumes++
		c.cut()
	},
	FaultInvalidResumable: func(c *gatewayConn, _ Fault) { c.invalidate(true) },
	FaultInvalid:          func(c *gatewayConn, _ Fault) { c.invalidate(false) },
	FaultClose: func(c *gatewayConn, f Fault) {
		c.close(closeReason{code: f.Code, text: "Closed by a test."})
	},
	FaultBrokenJSON: func(c *gatewayConn, _ Fault) {
		c.enqueue(frame{payload: []byte(`{"t":"INTERACTION_CREATE","s":`)})
	},
}

// reorderTime is how long an event that is to come after the next one waits for
// it.
const reorderTime = 500 * time.Millisecond

// invalidate takes the session off the connection and says so. Callers hold g.mu.
func (c *gatewayConn) invalidate(resumable bool) {
	c.enqueue(control(opInvalidSession, resumable))
	c.leave(!resumable)
}

// deafen makes that nothing of what the client sends arrives. What the server
// does about it does not reach the client either, so that it does nothing: the
// connection lasts until the client gives it up. Callers hold g.mu.
func (c *gatewayConn) deafen() {
	c.deaf = true
	_ = c.ws.SetReadDeadline(time.Time{})
}

// hears says whether what the client sends is listened to.
func (c *gatewayConn) hears() bool {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	return c.state == connOpen && !c.deaf
}

// takeFault takes an armed fault of the kinds. Callers hold g.mu.
func (c *gatewayConn) takeFault(kinds ...FaultKind) (Fault, bool) {
	if c.session == nil {
		return Fault{}, false
	}
	return c.g.faults.takeKind(c.session.app.ID, kinds...)
}

// dawdle waits before a payload of the client's is read, if a fault says so.
func (c *gatewayConn) dawdle() {
	c.g.mu.Lock()
	f, slow := c.takeFault(FaultSlowReads)
	c.g.mu.Unlock()
	if slow {
		c.g.pause(f.Wait)
	}
}

// pause waits, or until the server is closed.
func (g *gateway) pause(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-g.done:
	}
}

// deliver gives the connection an event, with the fault that waits for one.
// Callers hold g.mu.
func (c *gatewayConn) deliver(event string, payload []byte) {
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

// hold keeps an event back until after the next one, or for a while. An event
// that was already held goes first. Callers hold g.mu.
func (c *gatewayConn) hold(f frame) {
	c.release()
	c.held = &f
	time.AfterFunc(reorderTime, func() {
		c.g.mu.Lock()
		defer c.g.mu.Unlock()
		if c.held == &f {
			c.release()
		}
	})
}

// release sends the event that is held back. Callers hold g.mu.
func (c *gatewayConn) release() {
	if f := c.held; f != nil {
		c.held = nil
		c.enqueue(*f)
	}
}

// withNews returns an event's data with what the fault adds that waits for it.
// Callers hold g.mu.
func (sess *session) withNews(event string, data json.RawMessage) json.RawMessage {
	if sess.conn == nil || event != "INTERACTION_CREATE" || !sess.conn.g.faults.armed() {
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

// withUnknownComponent adds a component of a type that no library knows to the
// message of an interaction; false when it has none.
func withUnknownComponent(data json.RawMessage) (json.RawMessage, bool) {
	var interaction, message map[string]json.RawMessage
	var components []json.RawMessage
	if json.Unmarshal(data, &interaction) != nil || json.Unmarshal(interaction["message"], &message) != nil ||
		json.Unmarshal(message["components"], &components) != nil {
		return nil, false
	}
	components = append(components, json.RawMessage(`{"type":9999,"id":9999,"novelty":{"level":1}}`))
	message["components"], _ = json.Marshal(components) // they have just been JSON
	interaction["message"], _ = json.Marshal(message)
	changed, err := json.Marshal(interaction)
	return changed, err == nil
}
