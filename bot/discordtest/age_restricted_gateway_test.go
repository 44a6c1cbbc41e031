package discordtest_test

import (
	"testing"

	"noughts/bot/discordtest/object"
)

// TestBotsHearOfAgeRestrictions: once for each change, and not of threads, which
// have none of their own.
func TestBotsHearOfAgeRestrictions(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		_, hears := sc.listener(object.IntentGuilds)
		thread := sc.channel.NewThread("thread", sc.alice)
		hears("THREAD_CREATE")
		thread.SetNSFW(true)
		sc.channel.SetNSFW(true)
		hears("CHANNEL_UPDATE", `"id":"`+sc.channel.ID+`"`, `"nsfw":true`)
		sc.channel.SetNSFW(true)
		sc.channel.SetNSFW(false)
		hears("CHANNEL_UPDATE", `"nsfw":false`)
	})
}
