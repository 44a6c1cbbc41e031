// Package limits holds the package discordtest to Discord's limits, from
// outside: over HTTP and the gateway, as a bot meets them. It has tests only.
//
// TestRules goes through what Discord's documentation says, a case for each
// limit: accepted at it, refused beyond it, at the right place. What cannot be
// shown so has a line with the reason.
//
// TestDocument goes through Discord's OpenAPI document, which the environment
// variable DISCORD_OPENAPI names: each constraint on the body and the query of
// each request that discordtest serves. What a body must not have is put into a
// body that is accepted; nobody has to write those cases. Where the two disagree
// there is an exception with its reason, and one that nothing needs any more
// fails.
package limits
