package clients

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest"
)

// recoversFromRouteLimit uses up the channel's rate limit by other requests, so that the bot's library learns
// of it only by a 429.
func (p part) recoversFromRouteLimit() {
	p.usesUpMessages()
	before := p.requests.len()
	p.shows(p.alice.Uses("/say times:2"), "Said 2")
	p.said("1", "2")
	p.waited(p.requests.since(before))
}

// usesUpMessages sends messages in the bot's name until it is told to stop.
func (p part) usesUpMessages() {
	p.t.Helper()
	p.repeats(http.MethodPost, "/channels/"+p.channel.ID+"/messages", `{"content":"not by the library"}`)
}

// recoversFromGlobalLimit does the same with the limit of all routes, as often as
// the second that it counts over ends too early. Discord names no bucket in that
// 429, which is why not every library waits for as long as it says.
func (p part) recoversFromGlobalLimit() {
	const attempts = 10
	for range attempts {
		p.repeats(http.MethodGet, "/users/@me", "")
		before := p.requests.len()
		p.shows(p.alice.Uses("/say times:1"), "Said 1")
		p.said("1")
		if slices.ContainsFunc(p.requests.since(before), limitedGlobally) {
			return
		}
	}
	p.t.Error("the bot has met no global 429")
}

// limitedGlobally reports whether an exchange ended in the 429 of all routes.
func limitedGlobally(e discordtest.Exchange) bool {
	return e.Status == http.StatusTooManyRequests && strings.Contains(string(e.Answer), `"global":true`)
}

// repeats makes a request in the bot's name until it meets a 429.
func (p part) repeats(method, path, body string) {
	p.t.Helper()
	const most = 100
	for range most {
		if p.requestsOnce(method, path, body) == http.StatusTooManyRequests {
			return
		}
	}
	p.t.Fatalf("%d times %s %s have met no limit", most, method, path)
}

// requestsOnce makes a request in the bot's name and returns the answer's status.
func (p part) requestsOnce(method, path, body string) int {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.account().URL+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+p.app.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// waited fails the test unless a request met a 429 and no later one of its route
// came earlier than the 429 allowed. Exchanges are in the order of their answers:
// a request that came before the one that met the limit may stand behind it.
func (p part) waited(all []discordtest.Exchange) {
	p.t.Helper()
	i := slices.IndexFunc(all, func(e discordtest.Exchange) bool { return e.Status == http.StatusTooManyRequests })
	if i < 0 {
		p.t.Fatal("the bot has met no 429")
	}
	var limit struct {
		RetryAfter float64 `json:"retry_after"` // s
	}
	if err := json.Unmarshal(all[i].Answer, &limit); err != nil {
		p.t.Fatal(err)
	}
	allowed := all[i].Time.Add(time.Duration(limit.RetryAfter * float64(time.Second)))
	for _, e := range all[i+1:] {
		if e.Route == all[i].Route && e.Time.After(all[i].Time) && e.Time.Before(allowed) {
			p.t.Errorf("tried again %v too early", allowed.Sub(e.Time))
		}
	}
}

// said fails the test unless the last messages of the channel that everybody
// sees are these.
func (p part) said(want ...string) {
	p.t.Helper()
	var texts []string
	for _, m := range p.bob.Client().Messages() {
		texts = append(texts, discordtest.Text(m))
	}
	if got := texts[max(0, len(texts)-len(want)):]; !slices.Equal(got, want) {
		p.t.Errorf("the channel ends with %q, want %q", got, want)
	}
}
