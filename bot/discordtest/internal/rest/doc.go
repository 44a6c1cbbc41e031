// Package rest serves Discord's REST API for a world.
//
// A request passes, from outside to inside: the observers ([API.Observers]), the latency ([API.SetLatency]), bans, API
// version and user agent, the router, the bot's token, pending faults, rate limits, ids in the path, and then the
// handler of its route. routes.go defines routes; each file has the table of its routes at the top. A route of
// Discord's that is in no table gets an answer that says so: see [NotServed].
//
// A handler returns a reply or an error, which is a *form.Error. Most handlers are wrapped by withObject or withBody.
// These take the world's lock, look up the object that the path names, and hold the lock until the handler returns.
// Before that, withBody reads the body. Handlers parse a body with package validate and check permissions. Packages
// world and interaction carry out the changes.
//
// The package owns only the rate limiter, whose lock is never held together with the world's lock.
// All other mutable state belongs to the world, the gateway and the interaction.Desk. From this
// project, the package imports object, form, fault, validate, world, gateway and interaction.
package rest
