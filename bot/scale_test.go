package bot

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

var manyInteractions = flag.Int("interactions", 6000, "how many TestInteractionsInARowLeaveNothing sends")

// members are simulated members of Discord. Each plays one game after another against the computer, in a channel of
// their own. members is also the bot's HTTP transport: a Discord that accepts every answer.
type members struct {
	bot  *Bot
	next []string // for each member the custom id of a free square to press, "" to begin a new game
}

func newMembers(tb testing.TB, n int, s store.Store) *members {
	tb.Helper()
	m := &members{next: make([]string, n)}
	deps := Deps{Store: s, Transport: m}
	deps = deps.withDefaults()
	deps.Limits.Member.Burst, deps.Limits.Server.Burst = 1e9, 1e9
	var err error
	if m.bot, err = New(Config{Token: "token"}, deps); err != nil {
		tb.Fatal(err)
	}
	return m
}

// RoundTrip accepts a request of the bot. If it answers an interaction, RoundTrip notes the next free square of the
// member. The interaction's token is the member's number.
func (m *members) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if parts := strings.Split(r.URL.Path, "/"); strings.HasSuffix(r.URL.Path, "/callback") {
		n, _ := strconv.Atoi(parts[len(parts)-2])
		var answer struct{ Data json.RawMessage }
		if err := json.Unmarshal(body, &answer); err != nil {
			return nil, err
		}
		m.next[n] = freeSquare(answer.Data)
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"id":"900","resource":{"type":4,"message":{"id":"900"}}}`)),
	}, nil
}

func freeSquare(message []byte) string {
	var tree struct {
		CustomID   string            `json:"custom_id"`
		Disabled   bool              `json:"disabled"`
		Components []json.RawMessage `json:"components"`
	}
	if json.Unmarshal(message, &tree) != nil {
		return ""
	}
	if last := len(tree.CustomID) - 2; last > 0 && !tree.Disabled && tree.CustomID[last-1] == '/' && tree.CustomID[last] <= 'c' {
		return tree.CustomID
	}
	for _, c := range tree.Components {
		if id := freeSquare(c); id != "" {
			return id
		}
	}
	return ""
}

// acts makes a member's next interaction: a move, or the command for a new game. It waits until the bot has handled the
// interaction. `number` must differ for each interaction, because it becomes part of the id.
func (m *members) acts(member, number int) {
	data := `"type":2,"data":{"id":"1","name":"classic","type":1,"options":[{"type":3,"name":"level","value":"random"}]}`
	if id := m.next[member]; id != "" {
		data = `"type":3,"data":{"component_type":2,"custom_id":"` + id + `"},"message":{"id":"900","channel_id":"7"}`
	}
	m.next[member] = ""
	id := uint64(time.Now().UnixMilli())<<22 | uint64(number)&(1<<22-1)
	raw := fmt.Appendf(nil, `{"id":"%d","application_id":"99","token":"%d","guild_id":"500","channel_id":"%d","locale":"en-US","member":{"user":{"id":"%d"}},%s}`,
		id, member, 2000+member, 1000+member, data)
	done := make(chan struct{})
	m.bot.inbox.Receive(0, raw, time.Now(), false, func() { close(done) })
	<-done
}

// Members play one game after another, with one interaction a second. The test checks that the bot's
// memory does not grow after a warm-up that fills the caches.
//
//	go test ./bot -run InARow -interactions 1000000 -timeout 1h -v
func TestInteractionsInARowLeaveNothing(t *testing.T) { // not parallel, because it measures the heap
	synctest.Test(t, func(t *testing.T) {
		const players = 100
		m := newMembers(t, players, storetest.Memory(t))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { m.bot.matches.Run(ctx) })
		most, warm := 0, uint64(0)
		for n := range *manyInteractions {
			m.acts(n%players, n)
			time.Sleep(time.Second)
			most = max(most, runtime.NumGoroutine())
			if n == *manyInteractions/2 {
				warm = heap()
			}
		}
		end := heap()
		t.Logf("%d interactions: heap %d KiB after a half, %d KiB in the end; %d goroutines at most; %d limit buckets; %d matches in memory",
			*manyInteractions, warm>>10, end>>10, most, m.bot.rates.Size(), m.bot.matches.Load().Matches)
		if end > warm+warm/10 {
			t.Errorf("the heap has grown from %d to %d bytes", warm, end)
		}
		if most > 200 {
			t.Errorf("%d goroutines", most)
		}
		if size := m.bot.rates.Size(); size > 256 {
			t.Errorf("%d limit buckets for %d members and a server", size, players)
		}
		stop()
		running.Wait()
		m.bot.stop()
	})
}

func heap() uint64 {
	runtime.GC()
	runtime.GC() // frees objects whose finalizers ran in the first collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
