package world_test

import (
	"testing"

	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

// TestBotsHearOfAgeRestrictions checks that each change of a channel's age restriction dispatches one CHANNEL_UPDATE.
// Threads have no restriction of their own, so SetNSFW on a thread dispatches nothing.
func TestBotsHearOfAgeRestrictions(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		_, hears := sc.Listener(object.IntentGuilds)
		thread := sc.Channel.NewThread("thread", sc.Alice)
		hears("THREAD_CREATE")
		thread.SetNSFW(true)
		sc.Channel.SetNSFW(true)
		hears("CHANNEL_UPDATE", `"id":"`+sc.Channel.ID+`"`, `"nsfw":true`)
		sc.Channel.SetNSFW(true)
		sc.Channel.SetNSFW(false)
		hears("CHANNEL_UPDATE", `"nsfw":false`)
	})
}
