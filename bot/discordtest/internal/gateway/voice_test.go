package gateway_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/testbot"
)

// A bot that tries to join a voice channel gets a VOICE_STATE_UPDATE without a channel, if it has
// the intent. The missing voice support is logged once.
func TestVoiceIsAnswered(t *testing.T) {
	var log bytes.Buffer
	const voiceStates = 1 << 7
	testbot.InBox(t, func(b *testbot.Box) {
		joins := `{"guild_id":"` + b.Guild.ID + `","channel_id":"` + b.Channel.ID + `","self_mute":true,"self_deaf":false}`
		l := b.Connect(b.App, voiceStates, "")
		for range 2 {
			l.Send(gateway.OpVoiceState, joins)
			l.Hears("VOICE_STATE_UPDATE", nil, `"guild_id":"`+b.Guild.ID, `"channel_id":null`, `"user_id":"`+b.App.User.ID, `"self_mute":true`, `"session_id":"`, `"member":{"user":`)
		}
		l.Send(gateway.OpVoiceState, `{"guild_id":"1","channel_id":null,"self_mute":false,"self_deaf":false}`)
		l.Silent()
		if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "no voice server") {
			t.Errorf("the log says %s", said)
		}
	}, discordtest.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))))
}
