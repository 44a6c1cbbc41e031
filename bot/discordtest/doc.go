// Package discordtest is a Discord in a box: an in-process server that speaks
// Discord's REST API (v9 and v10) and gateway strictly enough that client
// libraries cannot tell, and a driver that acts as members do: they use
// commands, press buttons, choose from menus, and see what Discord would show
// them and nothing else. It knows nothing of the bots that run on it.
//
// Time is the standard library's: in a testing/synctest bubble, with the
// in-memory transport of StartInMemory, the three seconds of an interaction and
// the fifteen minutes of its token pass without waiting.
package discordtest
