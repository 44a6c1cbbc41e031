// Package object has Discord's objects as its API sends them and as users of package discordtest see them: messages
// with their components, commands, modals, files and users. It also has typed commands, permissions, and Discord's
// numbers for types and flags.
//
// The objects are plain values without locks. Messages share memory with their server through pointers, so do not change
// them.
package object
