// Package gateway is Discord's gateway, versions 9 and 10: a [Gateway] accepts websockets, identifies and
// resumes sessions on them, and sends each session the events of its shard and its intents. Injected faults
// strike here too: see [Gateway.Inject] and the methods beside [Gateway.DropConnections].
//
// Each connection has a goroutine that reads and one that writes, with a queue between senders and the writer,
// so nobody ever waits for a client. A session outlives its connection by [ResumeWindow] and keeps its last
// [ReplayLimit] events for that.
//
// One lock, the Gateway's, guards all its state, including connections and sessions; comments call it g.mu.
// Code that holds it never calls the world, so code that holds the world's lock may take it. Only the lock of
// the fault.Book is taken under it.
//
// Of this project the package imports Discord's objects, faults, forms (for the format of ids), and the world,
// which reports its events to the gateway as a world.Sink.
package gateway
