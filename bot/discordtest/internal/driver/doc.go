// Package driver does what a person does in Discord's clients: it reads a channel, uses commands,
// presses buttons, fills in forms, writes, reacts and votes. It allows exactly what those clients
// allow. For everything else it returns an error before anything is sent.
//
// A [Client] holds only its user and its channel; all other state is in package world. Interactions
// go through interaction.Desk, other actions change the world directly. Exported methods take the
// world's lock and release it while they wait for a bot. So do send, reacting and the methods named
// prepare…; all others expect the caller to hold it.
//
// Package discordtest has the same methods on its public types, and documents the values that each
// takes and the errors it returns.
package driver
