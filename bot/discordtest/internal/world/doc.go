// Package world is the state of a Discord: users, applications, guilds with their members, roles and channels, messages
// with reactions and polls, webhooks, invites and files. It decides permissions and sends bots the events of changes.
// Package rest requests changes for bots, package driver for people.
//
// # The lock
//
// A [World] has one lock, [World.Lock]. It guards everything in the world, including all fields of
// its users, applications, guilds, channels and messages. Callers of methods and users of fields
// hold the lock. The few functions that take the lock themselves say so. A slice that code without the
// lock may still hold, such as a guild's channels, is replaced when it changes, never modified in place.
//
// Changes of the world create events. [World.Unlock] passes them to the world's [Sink] after it has
// released the lock. So the sink, which is the gateway, may call the world when it gets an event.
//
// # Objects
//
// The types of this package are the state. Types for the API's JSON have names that end in Object,
// such as [ChannelObject]. They come from a method Object or, for the resolved data of an
// interaction, Resolved. Objects that users of package discordtest also see are in package object.
//
// From this project, the package imports object, form (for its refusals) and validate.
package world
