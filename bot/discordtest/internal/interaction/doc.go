// Package interaction carries users' interactions to bots and the bots' answers back. A [Desk]
// delivers an [Interaction] over the gateway or to the application's interactions endpoint, and
// handles the callback. For fifteen minutes it also serves the webhook of the interaction's token.
//
// Code that acts for a user calls [Desk.Send] and gets the [Answer]. The REST API calls [Desk.Respond] with a callback
// and [Desk.Webhook] with later messages. An endpoint's inline answer is served as a callback: see Desk.Callback.
//
// The world's lock guards interactions and the desk's list of them. The outbox sends requests to
// endpoints in the background and has its own lock. Code that holds the outbox's lock takes no
// other lock. No lock is held while an interaction is being delivered.
//
// From this project, the package imports Discord's objects, faults, forms and their validation, the
// in-memory network, the world, and the gateway.
package interaction
