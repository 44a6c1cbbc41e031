// Package interaction is how what users do reaches bots and how bots answer it: a
// [Desk] delivers an [Interaction] over the gateway or to the application's
// interactions endpoint, takes the callback, and is the webhook that an
// interaction's token stands for during the fifteen minutes after.
//
// Code that acts for a user calls [Desk.Send] and gets the [Answer]. The REST API calls
// [Desk.Respond] with a callback and [Desk.Webhook] with later messages. An endpoint's inline
// answer is a callback, too, and is served as one: see Desk.Callback.
//
// Interactions and what the desk remembers of them are guarded by the world's lock. The outbox,
// which sends requests to endpoints in the background, has a lock of its own, and nothing else is
// locked under it. No lock is held while an interaction is on its way.
//
// Of this project the package imports Discord's objects, faults, forms and their
// validation, the network in memory, the world, and the gateway.
package interaction
