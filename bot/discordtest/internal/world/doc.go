// Package world is the state of a Discord: users, applications, guilds with
// their members, roles and channels, messages and all that is at them, webhooks,
// invites and files. It knows who may do what, and tells bots what has happened.
// How somebody asks for a change is not its affair: package rest and package
// driver do that, for bots and for people.
//
// # The lock
//
// A [World] has one lock, [World.Lock], which guards everything in it: also the fields of its
// users, applications, guilds, channels and messages, exported or not. Callers and users of fields
// hold the lock; the few functions that take it themselves say so. Slices that others may have got
// are replaced as a whole when they change, never written to.
//
// Changes of the world make events: [World.Unlock] hands them to the world's [Sink] as soon as the
// lock is free. So the gateway, which has a lock of its own, may ask the world things, and no event
// waits for a lock that its receiver holds.
//
// # Objects
//
// The types here are what things are; what the API sends of them has the name
// Object at its end, such as [ChannelObject], and comes from a method Object or,
// for the data of an interaction, Resolved. Objects that users of package
// discordtest see, too, are those of package object.
//
// The package imports packages object, form (for the errors that it refuses
// with) and validate.
package world
