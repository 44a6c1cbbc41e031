package bot

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store"
	"noughts/game/match"
)

var manyInteractions = flag.Int("interactions", 6000, "how many TestInteractionsInARowLeaveNothing sends")

// A shelf is a store that keeps matches until they end.
type shelf struct {
	vault

	mu      sync.Mutex
	records map[match.ID]store.Record
}

func (s *shelf) Create(_ context.Context, r store.Record, _ store.Cause) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records[r.Match.ID] = r
	return nil
}

func (s *shelf) Save(_ context.Context, m match.Match, _ int, _ store.Cause) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Status == match.Over {
		delete(s.records, m.ID)
		return nil
	}
	r := s.records[m.ID]
	r.Match = m
	s.records[m.ID] = r
	return nil
}

func (s *shelf) Unfinished(_ context.Context, channel string) ([]store.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []store.Record
	for _, r := range s.records {
		if r.Channel == channel {
			found = append(found, r)
		}
	}
	return found, nil
}

// A player takes the answers to its interactions and knows what it can press.
type player struct {
	id, channel string
	next        string // the custom id of a free square, "" for none
}

func (p *player) carry(_ context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error) {
	body, err := json.Marshal(r.Data)
	if err != nil {
		return sent{}, err
	}
	p.next = freeSquare(body)
	return sent{message: "m" + p.channel, confirmed: true}, nil
}

// freeSquare returns the custom id of the first square that can be pressed.
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

// acts makes the player's next interaction: a move, or a new game.
func (p *player) acts(n int) *discordgo.Interaction {
	i := aPress(strconv.FormatUint(uint64(time.Now().UnixMilli())<<22|uint64(n)&(1<<22-1), 10), "m"+p.channel, p.next)
	i.ChannelID, i.GuildID, i.Member.User.ID = p.channel, "500", p.id
	if p.next == "" {
		i.Type, i.Message = discordgo.InteractionApplicationCommand, nil
		i.Data = discordgo.ApplicationCommandInteractionData{
			Name: "classic", CommandType: discordgo.ChatApplicationCommand,
			Options: []*discordgo.ApplicationCommandInteractionDataOption{{Name: "level", Value: "random"}},
		}
	}
	return i
}

// TestInteractionsInARowLeaveNothing has members play one game after another, each
// in a channel of its own, at ten interactions a second. After a warm-up, in which
// memory fills with what is kept for a while, nothing grows.
//
//	go test ./bot -run InARow -interactions 1000000 -timeout 1h -v
func TestInteractionsInARowLeaveNothing(t *testing.T) { // alone: it measures the heap
	synctest.Test(t, func(t *testing.T) {
		kept := &shelf{records: map[match.ID]store.Record{}}
		b, err := New(Config{Token: "token"}, Deps{Store: kept, Alone: true, Transport: deaf.http.Transport})
		if err != nil {
			t.Fatal(err)
		}
		players := make([]player, 100)
		for n := range players {
			players[n] = player{id: strconv.Itoa(1000 + n), channel: strconv.Itoa(2000 + n)}
		}
		most, warm := 0, uint64(0)
		for n := range *manyInteractions {
			interact(t, b, &players[n%len(players)], n)
			most = max(most, runtime.NumGoroutine())
			if n == *manyInteractions/2 {
				warm = heap()
			}
			if n%600 == 0 { // every minute, as Run does
				b.sweepOnce()
			}
		}
		end := heap()
		t.Logf("%d interactions: heap %d KiB after a half, %d KiB in the end; %d goroutines at most; %d limit buckets; %d matches in memory",
			*manyInteractions, warm>>10, end>>10, most, b.dispatch.gate.Size(), b.registry.size())
		if end > warm+warm/10 {
			t.Errorf("the heap has grown from %d to %d bytes", warm, end)
		}
		if most > 200 {
			t.Errorf("%d goroutines", most)
		}
		if size := b.dispatch.gate.Size(); size > 256 {
			t.Errorf("%d limit buckets for %d members and a server", size, len(players))
		}
		b.stop()
	})
}

// interact makes one interaction and waits for what comes of it.
func interact(t *testing.T, b *Bot, p *player, n int) {
	t.Helper()
	i := p.acts(n)
	read := func() (*discordgo.Interaction, error) { return i, nil }
	done := make(chan struct{})
	if err := b.dispatch.accept(headingOf(i), read, time.Now(), p, func() { close(done) }); err != nil {
		t.Fatal(fmt.Errorf("interaction %d: %w", n, err))
	}
	<-done
	time.Sleep(100 * time.Millisecond)
}
