// Package limits tests package discordtest against Discord's limits from outside: over HTTP and the gateway. It
// has tests only.
//
// TestRules has a case for each of Discord's documented limits: accepted at the limit, refused beyond it, at
// the right path. Limits that cannot be tested so have a line with the reason.
//
// TestDocument reads Discord's OpenAPI document, which the environment variable DISCORD_OPENAPI names: each
// constraint on the body and the query of each request that discordtest serves. It puts forbidden values into
// an accepted body, so nobody has to write those cases. Disagreements need an exception with its reason, and an
// unused exception fails.
package limits
