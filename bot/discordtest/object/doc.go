// Package object has Discord's objects as its API sends them and as users of
// package discordtest see them: messages with their components, embeds, polls and
// reactions, commands, modals, files, users; with Discord's numbers for their
// types, flags, permissions and intents, and its limits.
//
// They are plain values: nothing here knows of a server, and nothing locks. Messages share what
// their fields point to with their server, so do not change it. The package imports the standard
// library only.
package object
