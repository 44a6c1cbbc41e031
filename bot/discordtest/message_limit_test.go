package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
)

// TestMessageLimit: the newest messages stay, the oldest are gone for everybody,
// and each channel counts its own.
func TestMessageLimit(t *testing.T) {
	t.Parallel()
	w := discordtest.NewInMemory(t, discordtest.WithMessageLimit(3))
	alice := w.Member("alice")
	other := alice.Client().User().In(w.Guild.NewChannel("other"))
	if _, err := other.Say("elsewhere"); err != nil {
		t.Fatal(err)
	}
	var first discordtest.Message
	for i := range 5 {
		if m := alice.Says(fmt.Sprint("number ", i)); i == 0 {
			first = m
		}
	}
	alice.DoesNotSee("number 1")
	alice.Sees("number 2")
	alice.Sees("number 4")
	if err := alice.Client().React(first.ID, "👍"); !errors.Is(err, discordtest.ErrNotVisible) {
		t.Errorf("reacting to what is forgotten: %v", err)
	}
	if n := len(other.Messages()); n != 1 {
		t.Errorf("%d messages in the other channel", n)
	}
}

// TestLastMessage: the last message that a channel tells of is the newest that
// all see, whatever has been said privately, deleted or forgotten since.
func TestLastMessage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newRawWorld(t, true, discordtest.WithMessageLimit(4))
		joinRaw(t, w.Server, w.Application, 1, func([]byte) (answer, followUp string) {
			return `{"type":4,"data":{"content":"for you","flags":64}}`, ""
		})
		client := w.HTTPClient()
		t.Cleanup(client.CloseIdleConnections)
		alice := w.Member("alice")
		last := func(want discordtest.Snowflake) {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://discord.com/api/v10/channels/"+w.Channel.ID, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bot "+w.Application.Token)
			r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
			var channel struct {
				Last discordtest.Snowflake `json:"last_message_id"`
			}
			if _, answer := fetch(t, client, r); json.Unmarshal([]byte(answer), &channel) != nil || channel.Last != want {
				t.Errorf("%q, want %q: %s", channel.Last, want, answer)
			}
		}
		last("")
		first, second := alice.Says("first"), alice.Says("second")
		alice.Uses("/ask")
		last(second.ID)
		if err := alice.Client().Delete(second.ID); err != nil {
			t.Fatal(err)
		}
		last(first.ID)
		for range 3 {
			alice.Uses("/ask")
		}
		last("")
		last(alice.Says("third").ID)
	})
}
