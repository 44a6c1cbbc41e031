// Package testbot has the bots and scenes that the tests of discordtest's packages share. It uses only what
// discordtest exports, so that the tests of each package may use it from a package of their own (gateway_test,
// rest_test, …) without an import cycle.
//
// - [Play] runs a test on a [Scene]: a guild with a channel, two members and a [Bot] that is connected to the
// gateway and makes requests.
//
// - [InBox] runs one on a [Box], whose bot is not yet connected; each [Line] is a gateway connection of it.
//
// - [InBubble] gives a bare server; [Dial], [Greeted] and [Login] connect a [Client], which does nothing by
// itself.
//
// - [WithWebBot] gives a [WebBot], which receives its interactions by HTTP.
//
// - [JoinRaw] connects a minimal bot for benchmarks.
//
// All except the raw ones run in bubbles of testing/synctest, where time passes at once.
package testbot
