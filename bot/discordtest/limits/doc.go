// Package limits tests package discordtest against Discord's limits from outside, over HTTP and the
// gateway. It has only tests.
//
// TestRules has a case for each of Discord's documented limits. A request at the limit must be
// accepted, and a request beyond the limit must be refused, at the right path. Limits that are not
// tested in this way have an entry with the name of another test, or with the reason.
//
// TestDocument reads Discord's OpenAPI document; the environment variable DISCORD_OPENAPI names the file. The test
// checks each constraint on the body and the query of each request that discordtest serves, by putting forbidden values
// into an accepted body. So these cases need not be written by hand. If discordtest differs from the document, there
// must be an exception with the reason. An exception that is no longer needed fails the test.
package limits
