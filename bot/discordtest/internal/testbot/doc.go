// Package testbot has the bots and scenes that the tests of discordtest's packages share. It uses
// only the exported API of discordtest. So each package can use it in its external tests
// (gateway_test, rest_test, …) without an import cycle.
//
// [Play] runs a test with a [Scene]: a guild with a channel, two members and a [Bot] that is
// connected to the gateway and makes requests.
//
// [InBox] runs a test with a [Box], whose bot is not yet connected. Each [Line] is one of its gateway connections.
//
// [InBubble] runs a test with an empty server. [Dial], [Greeted] and [Login] connect a [Client],
// which sends nothing by itself.
//
// [WithWebBot] runs a test with a [WebBot], which receives its interactions by HTTP.
//
// [JoinRaw] connects a minimal bot for benchmarks.
//
// All of these except JoinRaw run in testing/synctest bubbles, whose clocks are fake.
package testbot
