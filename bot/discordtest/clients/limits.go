package clients

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// recoversFromRouteLimit uses up the limit of the channel's messages behind the
// back of the bot's library, which can only learn of it by a 429.
func (sc *scene) recoversFromRouteLimit(t *testing.T) {
	sc.useUpMessages(t)
	before := sc.requests.len()
	shows(t, sc.as(t, sc.alice).Uses("/say times:2"), "Said 2")
	sc.said(t, "1", "2")
	waits(t, sc.requests.since(before))
}

// waits fails the test unless a request met a 429 and the next one of its route
// came no earlier than the 429 allowed.
func waits(t *testing.T, all []discordtest.Exchange) {
	t.Helper()
	i := slices.IndexFunc(all, func(e discordtest.Exchange) bool { return e.Status == http.StatusTooManyRequests })
	if i < 0 {
		t.Fatal("the bot has met no 429")
	}
	var limit struct {
		RetryAfter float64 `json:"retry_after"` // s
	}
	if err := json.Unmarshal(all[i].Answer, &limit); err != nil {
		t.Fatal(err)
	}
	allowed := all[i].Time.Add(time.Duration(limit.RetryAfter * float64(time.Second)))
	for _, e := range all[i+1:] {
		if e.Route == all[i].Route && e.Time.Before(allowed) {
			t.Errorf("tried again %v too early", allowed.Sub(e.Time))
		}
	}
}

// useUpMessages sends messages in the bot's name until it is told to stop.
func (sc *scene) useUpMessages(t *testing.T) {
	t.Helper()
	const most = 100
	for range most {
		if sc.sendMessage(t) == http.StatusTooManyRequests {
			return
		}
	}
	t.Fatalf("%d messages have met no limit", most)
}

// sendMessage sends a message in the bot's name and returns the answer's status.
func (sc *scene) sendMessage(t *testing.T) int {
	t.Helper()
	url := sc.account().URL + "/api/v10/channels/" + sc.channel.ID + "/messages"
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(`{"content":"not by the library"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+sc.app.Token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// said fails the test unless the channel's last messages that everybody sees
// are these.
func (sc *scene) said(t *testing.T, want ...string) {
	t.Helper()
	var texts []string
	for _, m := range sc.bob.In(sc.channel).Messages() {
		texts = append(texts, discordtest.Text(m))
	}
	got := texts[max(0, len(texts)-len(want)):]
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the channel ends with %q, want %q", got, want)
	}
}
