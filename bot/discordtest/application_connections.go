package discordtest

import (
	"context"
	"fmt"
)

// Tests control the gateway connections of an application with these methods, and inspect them.

// Connected reports whether a gateway session of the application is open.
func (a *Application) Connected() bool { return a.server.gateway.Connected(a.state) }

// Sessions returns how many gateway sessions of the application are open.
func (a *Application) Sessions() int { return a.server.gateway.Sessions(a.state) }

// WaitConnected returns when a session is READY (or resumed), or ctx's error.
func (a *Application) WaitConnected(ctx context.Context) error {
	return a.server.gateway.WaitConnected(ctx, a.state)
}

// WaitDisconnected returns when no gateway session of the application is open, or ctx's error. A close frame
// may reach the server after the client has finished.
func (a *Application) WaitDisconnected(ctx context.Context) error {
	return a.server.gateway.WaitDisconnected(ctx, a.state)
}

// WaitResumed returns when the application has resumed sessions n times in all,
// or ctx's error.
func (a *Application) WaitResumed(ctx context.Context, n int) error {
	return a.server.gateway.WaitResumed(ctx, a.state, n)
}

// Identifies returns how many sessions the application has started.
func (a *Application) Identifies() int { return a.server.gateway.Identifies(a.state) }

// Resumes returns how often the application has resumed a session.
func (a *Application) Resumes() int { return a.server.gateway.Resumes(a.state) }

// DropConnections cuts every gateway TCP connection of the application. Its
// sessions can be resumed.
func (a *Application) DropConnections() { a.server.gateway.DropConnections(a.state) }

// CloseConnections closes every gateway connection of the application with a
// close code, such as 4000. After 4004, 4007, 4009 and 4010 to 4014 its sessions
// are gone.
func (a *Application) CloseConnections(code int) { a.server.gateway.CloseConnections(a.state, code) }

// SendReconnect asks every connection of the application to reconnect and
// resume (op 7).
func (a *Application) SendReconnect() { a.server.gateway.SendReconnect(a.state) }

// RequestHeartbeats asks every connection of the application for a heartbeat
// (op 1).
func (a *Application) RequestHeartbeats() { a.server.gateway.RequestHeartbeats(a.state) }

// InvalidateSessions detaches the sessions from the application's connections and sends op 9. Resumable
// sessions wait for a RESUME; otherwise all are deleted, also those that were waiting. The connections stay
// open: Discord leaves it to the client to close them.
func (a *Application) InvalidateSessions(resumable bool) {
	a.server.gateway.InvalidateSessions(a.state, resumable)
}

// Silence makes the application's current connections half-open: the server sends nothing on them, not even
// heartbeat ACKs, and does not close them. New connections are unaffected. Silence(false) ends it and sends
// what the remaining connections missed.
func (a *Application) Silence(on bool) { a.server.gateway.Silence(a.state, on) }

// ReconnectAfterResume makes the server answer the application's next n RESUMEs with op 7. Their sessions can
// still be resumed.
func (a *Application) ReconnectAfterResume(n int) { a.server.gateway.ReconnectAfterResume(a.state, n) }

// SendFrame sends a raw websocket frame on every connection of the application. messageType is 1 for text and 2
// for binary; announced is the length that the frame's header claims. Discord itself sends no binary frame
// without compression, none that is not a JSON object, none of many megabytes, and none that is shorter than
// its header claims.
func (a *Application) SendFrame(messageType byte, announced uint64, payload []byte) {
	a.server.gateway.SendFrame(a.state, messageType, announced, payload)
}

// ReconnectAfterReady turns on or off that the server sends op 7 after every READY and RESUMED of the
// application.
func (a *Application) ReconnectAfterReady(on bool) { a.server.gateway.ReconnectAfterReady(a.state, on) }

// ForgetSessions turns on or off that the server answers every RESUME of the application with op 9.
func (a *Application) ForgetSessions(on bool) { a.server.gateway.ForgetSessions(a.state, on) }

// HoldShard cuts the connection of one of the application's shards, and each later one when it identifies or
// resumes, until it is called with false.
func (a *Application) HoldShard(id int, on bool) { a.server.gateway.HoldShard(a.state, id, on) }

// ShardEvents returns what has happened to the application's shards, oldest
// first: the last 65,536 events. It shows who had a shard, and when.
func (a *Application) ShardEvents() []ShardEvent { return a.server.gateway.ShardEvents(a.state) }

// Inject injects a fault for the application. A gateway fault strikes at once, others as soon as there is
// something to strike. Errors: ErrFault, and ErrNotConnected for a gateway fault without a connection.
func (a *Application) Inject(f Fault) (*Injection, error) {
	if f.Route != "" && !a.server.api.HasRoute(f.Route) {
		return nil, fmt.Errorf("%w: no route %q", ErrFault, f.Route)
	}
	return a.server.gateway.Inject(a.state, f)
}

// SetInteractionsURL makes the application receive its interactions by HTTP, like the field of that name in
// Discord's developer portal: from now on none comes over the gateway. "" switches back to the gateway. Discord
// requires https; this one accepts http too.
//
// The URL is accepted if it answers a PING correctly and wrong signatures with 401. Errors: ErrEndpoint with
// the reason; the URL then stays as it was.
func (a *Application) SetInteractionsURL(address string) error {
	return a.server.interactions.SetInteractionsURL(a.state, address)
}

// InteractionsURL returns where interactions are sent by HTTP, "" when they come
// over the gateway.
func (a *Application) InteractionsURL() string { return a.server.interactions.InteractionsURL(a.state) }

// ProbeSignature sends requests with wrong signatures, as Discord does now and then to check the endpoint. If
// one of them is not answered with 401, the URL is removed, as Discord would do, and the error wraps
// ErrEndpoint. Without a URL it does nothing.
func (a *Application) ProbeSignature() error { return a.server.interactions.ProbeSignature(a.state) }
