// Package interaction brings what users do to bots, and their answers back: a [Desk] delivers an [Interaction]
// over the gateway or to the application's interactions endpoint, handles the callback, and is the webhook of
// the interaction's token for the fifteen minutes after.
//
// Code that acts for a user calls [Desk.Send] and gets the [Answer]. The REST API calls [Desk.Respond] with a
// callback and [Desk.Webhook] with later messages. An endpoint's inline answer is served as a callback: see
// Desk.Callback.
//
// The world's lock guards interactions and the desk's list of them. The outbox, which sends requests to
// endpoints in the background, has a lock of its own, under which no other is taken. No lock is held while an
// interaction is being delivered.
//
// Of this project the package imports Discord's objects, faults, forms and their validation, the network in
// memory, the world, and the gateway.
package interaction
