// Package object has Discord's objects as its API sends them and as users of package discordtest see them:
// messages with their components, embeds, polls and reactions, commands, modals, files and users, with
// Discord's numbers for their types, flags, permissions and intents, and its limits.
//
// They are plain values without locks and without a server. Messages share memory with their server through
// pointers, so do not change them. The package imports the standard library only.
package object
