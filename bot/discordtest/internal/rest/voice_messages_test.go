package rest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// A voice message, which has the flag 8192, consists of one audio file with its length and waveform. It requires the
// permission to send voice messages, but not the permission to attach files.
func TestVoiceMessages(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		const good = `{"flags":8192,"attachments":[{"id":"0","duration_secs":1.5,"waveform":"AAAA"}]}`
		messages := "/channels/" + sc.Channel.ID + "/messages"
		sc.Refused([]testbot.RefusedRequest{
			{"content alone", "POST", messages, `{"flags":8192,"content":"x"}`, 400, "50159"},
			{"nothing", "POST", messages, `{"flags":8192}`, 400, "50160"},
		})
		for payload, want := range map[string]string{
			`{"flags":8192}`:               "50161",
			`{"flags":8192,"content":"x"}`: "50159",
		} {
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			if status, body := sc.Upload(payload, "voice.ogg", []byte("OggS")); status != http.StatusBadRequest || testbot.HasError(body, want) != nil {
				t.Errorf("%s: %d %s, want %s", payload, status, body, want)
			}
		}
		if status, body := sc.Upload(good, "board.png", []byte("x")); status != http.StatusBadRequest || testbot.HasError(body, "50160") != nil {
			t.Errorf("a picture: %d %s", status, body)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionAttachFiles)
		if status, body := sc.Upload(good, "voice.ogg", []byte("OggS")); status != http.StatusOK || !strings.Contains(body, `"flags":8192`) || !strings.Contains(body, `"duration_secs":1.5,"waveform":"AAAA"`) {
			t.Errorf("a voice message: %d %s", status, body)
		}
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionSendVoice)
		time.Sleep(5 * time.Second)
		if status, body := sc.Upload(good, "voice.ogg", []byte("OggS")); status != http.StatusForbidden || testbot.HasError(body, "50173") != nil {
			t.Errorf("without permission: %d %s", status, body)
		}
	})
}
