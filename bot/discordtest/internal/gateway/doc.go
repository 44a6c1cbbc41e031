// Package gateway is Discord's gateway, versions 9 and 10. A [Gateway] accepts websockets, identifies and resumes
// sessions on them, and sends each session the events of its shard and its intents. Tests can inject faults: see
// [Gateway.Inject] and the methods near [Gateway.DropConnections].
//
// Each connection has one goroutine that reads and one that writes. Senders put frames into the
// writer's queue, so no sender ever waits for a client. A session without a connection lives for
// [ResumeWindow]. Its last [ReplayLimit] events are kept for a RESUME.
//
// One lock, the Gateway's, guards all its state, including connections and sessions; comments call
// it g.mu. Code that holds g.mu never calls the world, so code that holds the world's lock may take
// g.mu. The only lock taken under g.mu is that of the fault.Book.
//
// From this project, the package imports Discord's objects, faults, forms (for the format of ids), and
// the world. The world reports its events to the gateway as a world.Sink.
package gateway
