// Package world is the state of a Discord: users, applications, guilds with their members, roles and channels,
// messages with reactions and polls, webhooks, invites and files. It decides permissions and tells bots of
// changes. Requests for changes come from package rest, for bots, and from package driver, for people.
//
// # The lock
//
// A [World] has one lock, [World.Lock], which guards everything in it, including the fields of its users,
// applications, guilds, channels and messages, exported or not. Callers and users of fields hold the lock; the
// few functions that take it themselves say so. Slices that others may hold are replaced when they change,
// never modified in place.
//
// Changes of the world create events: [World.Unlock] passes them to the world's [Sink] as soon as the lock is
// free. So the gateway, which has a lock of its own, may ask the world things, and no event waits for a lock
// that its receiver holds.
//
// # Objects
//
// The types here are the state. The types that the API sends have names that end in Object, such as
// [ChannelObject], and come from a method Object or, for the data of an interaction, Resolved. Objects that
// users of package discordtest also see are those of package object.
//
// The package imports packages object, form (for its refusals) and validate.
package world
