// Package limits holds the package discordtest to Discord's limits, from
// outside: over HTTP and the gateway, as a bot meets them. It has tests only.
//
// TestRules goes through Discord's documented limits, a case for each: accepted at it, refused
// beyond it, at the right place. Limits that cannot be shown so have a line with the reason.
//
// TestDocument goes through Discord's OpenAPI document, which the environment variable
// DISCORD_OPENAPI names: each constraint on the body and the query of each request that discordtest
// serves. Forbidden values are put into an accepted body; nobody has to write those cases. If the
// two disagree there is an exception with its reason, and an unused exception fails.
package limits
