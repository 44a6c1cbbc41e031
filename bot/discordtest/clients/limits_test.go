package clients

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest"
)

// recoversFromRouteLimit checks that the bot recovers from the rate limit of a route. Requests outside the bot's
// library use up the channel's limit first, so that the library learns of the limit only from a 429.
func (p part) recoversFromRouteLimit() {
	p.usesUpMessages()
	before := p.requests.len()
	p.shows(p.alice.Uses("/say times:2"), "Said 2")
	p.said("1", "2")
	p.waited(p.requests.since(before))
}

// usesUpMessages sends messages with the bot's token until the channel's rate limit is used up.
func (p part) usesUpMessages() {
	p.t.Helper()
	p.repeats(http.MethodPost, "/channels/"+p.channel.ID+"/messages", `{"content":"not by the library"}`)
}

// recoversFromGlobalLimit checks that the bot recovers from the limit over all routes. The limit
// counts requests in a second. If the second ends before the bot sends its message, the bot meets
// no 429, and the test tries again. Discord's global 429 names no bucket, and some libraries do not
// wait as long as it asks; so this part does not check the wait.
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

// limitedGlobally reports whether the answer of an exchange is a 429 for all routes.
func limitedGlobally(e discordtest.Exchange) bool {
	return e.Status == http.StatusTooManyRequests && strings.Contains(string(e.Answer), `"global":true`)
}

// repeats sends a request with the bot's token until the answer is a 429.
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

// requestsOnce sends a request with the bot's token and returns the status of the answer.
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

// waited checks that a request met a 429, and that the bot sent no request to the same route until retry_after had
// passed. It ignores requests that were sent before the one that met the 429. They may follow it in the list, which is
// in the order of the answers.
func (p part) waited(all []discordtest.Exchange) {
	p.t.Helper()
	i := slices.IndexFunc(all, func(e discordtest.Exchange) bool { return e.Status == http.StatusTooManyRequests })
	if i < 0 {
		p.t.Fatal("the bot has met no 429")
	}
	var limit struct {
		RetryAfter float64 `json:"retry_after"` // seconds
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

// said fails the test unless these are the last messages that bob sees in the channel.
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
