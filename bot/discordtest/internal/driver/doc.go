// Package driver does what a person does in Discord's clients: it reads a channel, uses commands,
// presses buttons, fills in forms, writes, reacts and votes. It allows exactly what those clients
// allow. Anything else is an error, returned before anything is sent.
//
// A [Client] holds only its user and its channel; all other state is in package world. Interactions
// go through interaction.Desk. Other actions change the world directly.
//
// Exported methods, the methods `send` and `reacting`, and those named prepare… take the world's lock.
// No method holds the lock while it waits for a bot. The callers of all other methods must hold the lock.
//
// Package discordtest has the same methods on its public types. It documents the values that each
// method takes and the errors that it returns.
package driver
