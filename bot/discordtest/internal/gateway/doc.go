// Package gateway is Discord's gateway, versions 9 and 10. A [Gateway] accepts websockets, identifies and resumes
// sessions on them, and sends each session the events of its shard. A [Bot] is an application's side of it: tests use
// its methods to see and disturb the connections, and to inject a [Fault].
//
// Each connection has one goroutine that reads and one that writes. Senders put frames into the writer's queue, so no
// sender ever waits for a client. A session without a connection lives for [ResumeWindow]. Its last [ReplayLimit] events
// are kept for a RESUME.
//
// One lock, the Gateway's, guards all its state, including connections and sessions; comments call it g.mu. Code that
// holds g.mu never calls the world, so code that holds the world's lock may take g.mu. The only lock taken under g.mu is
// that of a book of faults.
package gateway
