package world_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestMessageLimit checks that each channel keeps its newest messages, up to the limit, and that
// nobody sees older ones.
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
	if err := alice.Client().Delete(first.ID); !errors.Is(err, discordtest.ErrNotVisible) {
		t.Errorf("deleting what is forgotten: %v", err)
	}
	if n := len(other.Messages()); n != 1 {
		t.Errorf("%d messages in the other channel", n)
	}
}

// TestLastMessage checks that last_message_id is the newest message that everybody can see. Ephemeral messages, deleted
// messages, and messages dropped by the message limit do not count.
func TestLastMessage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := testbot.NewRawWorld(t, true, discordtest.WithMessageLimit(4))
		testbot.JoinRaw(t, w.Server, w.Application, 1, func([]byte) (answer, followUp string) {
			return `{"type":4,"data":{"content":"for you","flags":64}}`, ""
		})
		alice := w.Member("alice")
		last := func(want discordtest.Snowflake) {
			t.Helper()
			if got := readChannel(t, w, w.Channel).Last; got != want {
				t.Errorf("%q, want %q", got, want)
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

// TestCountsOfThreads checks the counts of a thread's messages. A deleted message counts only in total_message_sent. A
// message that the message limit drops still counts in both counts. An ephemeral message counts in neither.
func TestCountsOfThreads(t *testing.T) {
	t.Parallel()
	w := testbot.NewRawWorld(t, true, discordtest.WithMessageLimit(3))
	testbot.JoinRaw(t, w.Server, w.Application, 1, func([]byte) (answer, followUp string) {
		return `{"type":4,"data":{"content":"for you","flags":64}}`, ""
	})
	user := w.Member("alice").Client().User()
	thread := w.Channel.NewThread("thread", user)
	alice := discordtest.Play(t, user.In(thread))
	first := alice.Says("first")
	alice.Says("second")
	alice.Uses("/ask")
	for _, want := range []struct{ Count, Total int }{{2, 2}, {1, 2}, {4, 5}} {
		if got := readChannel(t, w, thread); got.Count != want.Count || got.Total != want.Total {
			t.Errorf("message_count %d, total_message_sent %d, want %d and %d", got.Count, got.Total, want.Count, want.Total)
		}
		if want.Count == 2 {
			if err := alice.Client().Delete(first.ID); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for range 3 {
			alice.Says("another")
		}
	}
}

// told has the fields of a channel that describe its messages.
type told struct {
	Last  discordtest.Snowflake `json:"last_message_id"`
	Count int                   `json:"message_count"`
	Total int                   `json:"total_message_sent"`
}

// readChannel makes the bot request a channel and returns the channel's fields.
func readChannel(t *testing.T, w *discordtest.World, c *discordtest.Channel) told {
	t.Helper()
	client := w.HTTPClient()
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://discord.com/api/v10/channels/"+c.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+w.Application.Token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	var o told
	if _, answer := testbot.Do(t, client, r); json.Unmarshal([]byte(answer), &o) != nil {
		t.Fatal(answer)
	}
	return o
}
