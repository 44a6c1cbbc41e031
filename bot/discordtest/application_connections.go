package discordtest

import (
	"context"
	"fmt"
)

// The methods in this file control and inspect the gateway connections of an application.

// Connected reports whether a gateway session of the application is open.
func (a *Application) Connected() bool { return a.server.gateway.Connected(a.state) }

// Sessions returns the number of open gateway sessions of the application.
func (a *Application) Sessions() int { return a.server.gateway.Sessions(a.state) }

// WaitConnected returns nil as soon as a session of the application is READY or resumed, or ctx's error.
func (a *Application) WaitConnected(ctx context.Context) error {
	return a.server.gateway.WaitConnected(ctx, a.state)
}

// WaitDisconnected returns nil as soon as the application has no open gateway session, or ctx's error. Call it after
// closing a client: the client's close frame may arrive after the client has returned.
func (a *Application) WaitDisconnected(ctx context.Context) error {
	return a.server.gateway.WaitDisconnected(ctx, a.state)
}

// WaitResumed returns nil as soon as the application has resumed sessions n times since the server's start, or ctx's
// error.
func (a *Application) WaitResumed(ctx context.Context, n int) error {
	return a.server.gateway.WaitResumed(ctx, a.state, n)
}

// Identifies returns the number of sessions that the application has started.
func (a *Application) Identifies() int { return a.server.gateway.Identifies(a.state) }

// Resumes returns the number of times that the application has resumed a session.
func (a *Application) Resumes() int { return a.server.gateway.Resumes(a.state) }

// DropConnections cuts every gateway TCP connection of the application. The
// sessions can be resumed.
func (a *Application) DropConnections() { a.server.gateway.DropConnections(a.state) }

// CloseConnections closes every gateway connection of the application with a close code, such as
// 4000. The codes 4004, 4007, 4009 and 4010 to 4014 also end the sessions of these connections.
func (a *Application) CloseConnections(code int) { a.server.gateway.CloseConnections(a.state, code) }

// SendReconnect sends Reconnect (opcode 7) on every connection of the application: it asks the client to reconnect and
// to resume the session.
func (a *Application) SendReconnect() { a.server.gateway.SendReconnect(a.state) }

// RequestHeartbeats sends Heartbeat (opcode 1) on every connection of the application: the client must answer with a
// heartbeat at once.
func (a *Application) RequestHeartbeats() { a.server.gateway.RequestHeartbeats(a.state) }

// InvalidateSessions detaches the sessions from the application's connections and sends Invalid Session (opcode 9) on
// these connections. If resumable is true, the sessions wait for a RESUME. Otherwise all sessions of the application
// are deleted, including those that were already waiting for a RESUME. The connections stay open: as on Discord, the
// client must close them.
func (a *Application) InvalidateSessions(resumable bool) {
	a.server.gateway.InvalidateSessions(a.state, resumable)
}

// Silence makes the application's current gateway connections silent, or ends their silence if `on` is false. On a
// silent connection the server sends nothing, not even heartbeat ACKs, and does not close the connection. New
// connections are not affected. When the silence ends, the server sends the frames that it has held back.
func (a *Application) Silence(on bool) { a.server.gateway.Silence(a.state, on) }

// ReconnectAfterResume makes the server answer the application's next n RESUMEs with Reconnect (opcode 7). The
// sessions of these RESUMEs can still be resumed.
func (a *Application) ReconnectAfterResume(n int) { a.server.gateway.ReconnectAfterResume(a.state, n) }

// SendFrame sends a raw websocket frame on every connection of the application. `messageType` is 1 for text and 2 for
// binary. `announced` is the length that the frame's header claims. SendFrame is for frames that Discord itself never
// sends: a binary frame without compression, a payload that is not a JSON object, one of many megabytes, or one that
// is shorter than its header claims.
func (a *Application) SendFrame(messageType byte, announced uint64, payload []byte) {
	a.server.gateway.SendFrame(a.state, messageType, announced, payload)
}

// ReconnectAfterReady sets whether the server sends Reconnect (opcode 7) after every READY and RESUMED of the
// application.
func (a *Application) ReconnectAfterReady(on bool) { a.server.gateway.ReconnectAfterReady(a.state, on) }

// ForgetSessions sets whether the server answers every RESUME of the application with Invalid Session (opcode 9).
func (a *Application) ForgetSessions(on bool) { a.server.gateway.ForgetSessions(a.state, on) }

// HoldShard sets whether one of the application's shards is kept disconnected. HoldShard(id, true)
// cuts the shard's connection. Until HoldShard(id, false), the server also cuts each new connection
// as soon as it identifies as this shard or resumes its session.
func (a *Application) HoldShard(id int, on bool) { a.server.gateway.HoldShard(a.state, id, on) }

// ShardEvents returns the latest events of the application's shards, oldest first. They show when
// each shard was connected, and to which client. At least the last 32,768 events are kept.
func (a *Application) ShardEvents() []ShardEvent { return a.server.gateway.ShardEvents(a.state) }

// Inject injects a fault for the application. A fault of the gateway strikes at once. Any other fault strikes the next
// events or requests that it fits. Errors: ErrFault if the fault is invalid, ErrNotConnected if it is a fault of the
// gateway and the application has no open connection.
func (a *Application) Inject(f Fault) (*Injection, error) {
	if f.Route != "" && !a.server.api.HasRoute(f.Route) {
		return nil, fmt.Errorf("%w: no route %q", ErrFault, f.Route)
	}
	return a.server.gateway.Inject(a.state, f)
}

// SetInteractionsURL makes the application receive its interactions over HTTP, like the field "Interactions Endpoint
// URL" in Discord's developer portal. From then on no interaction is sent over the gateway. The address "" switches
// back to the gateway. Discord requires https; this server accepts http, too.
//
// The URL is accepted if the endpoint answers a PING correctly and rejects invalid signatures with
// 401. Otherwise the URL stays unchanged, and SetInteractionsURL returns an error that wraps
// ErrEndpoint and has the reason.
func (a *Application) SetInteractionsURL(address string) error {
	return a.server.interactions.SetInteractionsURL(a.state, address)
}

// InteractionsURL returns the URL that interactions are sent to over HTTP, or "" if they are sent over the gateway.
func (a *Application) InteractionsURL() string { return a.server.interactions.InteractionsURL(a.state) }

// ProbeSignature sends requests with invalid signatures to the endpoint, as Discord does from time to time. If the
// endpoint answers any of them with another status than 401, ProbeSignature removes the URL, as Discord does, and
// returns an error that wraps ErrEndpoint. Without a URL it does nothing.
func (a *Application) ProbeSignature() error { return a.server.interactions.ProbeSignature(a.state) }
