// Package rest serves Discord's REST API of a world.
//
// A request passes, from outside to inside: the observers ([API.Observers]), the
// latency ([API.SetLatency]), bans, API version and user agent, the router, the bot's
// token, faults that wait for it, rate limits, ids in the path — and then the handler
// of its route. routes.go says what routes are made of; each table of routes stands at
// the top of the file that serves them. A route of Discord's that is in no table is
// answered with a sentence that says so: see [NotServed].
//
// A handler returns a reply or an error, which is a *form.Error. Most are given to
// about or told, which read the body, take the world's lock, look up what the path
// names and keep the lock until the handler returns. Handlers read a body with package
// validate, decide who may do what, and leave the doing to packages world and
// interaction.
//
// The package owns the limiter's buckets, with a lock of their own that is never held
// together with the world's; all else that changes belongs to the world. Of this module
// it imports everything below it but network: object, form, fault, validate, world,
// gateway and interaction.
package rest
