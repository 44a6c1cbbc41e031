// Package world is the state of a Discord: users, applications, guilds with their members, roles and channels, messages
// with reactions and polls, webhooks, invites and files. It decides permissions and sends bots the events of changes.
// Changes are requested by package rest, for bots, and by package driver, for people.
//
// # The lock
//
// A [World] has one lock, [World.Lock]. It guards everything in the world, including all fields of
// its users, applications, guilds, channels and messages. Callers of methods and users of fields
// hold the lock. The few functions that take the lock themselves say so. Slices are replaced when
// they change, never modified in place, because other code may still hold them.
//
// Changes of the world create events. [World.Unlock] passes them to the world's [Sink] after it has
// released the lock. So the gateway, which has its own lock, may call the world, and an event never
// waits for a lock that its receiver holds.
//
// # Objects
//
// The types of this package are the state. Types for the API's JSON have names that end in Object,
// such as [ChannelObject]. They come from a method Object or, for the resolved data of an
// interaction, Resolved. Objects that users of package discordtest also see are in package object.
//
// Of this project the package imports object, form (for its refusals) and validate.
package world
