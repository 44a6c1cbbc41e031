// Package object has Discord's objects as its API sends them and as users of package discordtest see them: messages
// with their components, embeds, polls and reactions, commands, modals, files and users. It also has Discord's numbers
// for types, flags, permissions and intents, and Discord's limits.
//
// The objects are plain values without locks. They do not need a server. Messages share memory with their server
// through pointers, so do not change them. The package imports nothing else of this project.
package object
