package servers

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// faulty is both the Views and the Discord of a test. It panics when it draws the post for channel 10, and records the
// channels of all posts. While `err` is set, Discord answers with that.
type faulty struct {
	mu     sync.Mutex
	posted []string
	err    error
}

func (f *faulty) DailyPost(p plan.DailyPost) plan.Content {
	if p.Server.DailyChannel == "10" {
		panic("it cannot be drawn")
	}
	return plan.Content{Text: "today's"}
}

func (f *faulty) Post(_ context.Context, channel, _ string, _ *discordgo.InteractionResponseData) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.posted = append(f.posted, channel)
	}
	return "99", f.err
}

// If drawing the post of one server panics, the other servers get their posts, on that day and on the next.
func TestAPanicEndsNothingElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kept, f := storetest.Memory(t), &faulty{}
		for id, channel := range map[string]string{"1": "10", "2": "20"} {
			if _, _, err := kept.ChangeServer(t.Context(), id, func(s *match.Server) { s.DailyChannel = channel }); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		o := newDailies(kept, f, &log)
		ctx, stop := context.WithTimeout(t.Context(), 24*time.Hour+time.Minute)
		defer stop()
		o.Run(ctx)
		if got := strings.Join(f.posted, " "); got != "20 20" || !strings.Contains(log.String(), "it cannot be drawn") {
			t.Errorf("on two days it was posted in %q; the log has\n%s", got, log.String())
		}
	})
}

func newDailies(kept store.Store, f *faulty, log io.Writer) *Dailies {
	return &Dailies{
		Store: kept, Views: f, Discord: f, Log: slog.New(slog.NewTextHandler(log, nil)),
		Present: func(_ context.Context, _ string, read func() ([]string, error)) error { _, err := read(); return err },
		Reach:   func(string) (time.Time, bool) { return time.Now(), true },
	}
}

// A server that chooses an hour that has come gets its post soon, one that chooses a later hour at that hour, and a post
// that Discord did not take is made again when its claim is over.
func TestPostsAreMadeOnTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kept, f := storetest.Memory(t), &faulty{}
		o := newDailies(kept, f, io.Discard)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { o.Run(ctx) })
		time.Sleep(14*time.Hour + 20*time.Minute)
		chooses := func(id string, hour int) {
			if _, _, err := kept.ChangeServer(ctx, id, func(s *match.Server) { s.DailyChannel, s.DailyHour = id, hour }); err != nil {
				t.Fatal(err)
			}
			o.ServerChanged()
		}
		chooses("1", 14)
		chooses("2", 15)
		for _, step := range []struct {
			after time.Duration
			err   error
			want  string
		}{
			{20 * time.Second, nil, "1"},
			{39 * time.Minute, &rest.Error{Status: http.StatusServiceUnavailable}, "1"},
			{2 * time.Minute, nil, "1"},
			{25 * time.Second, nil, "1 2"},
			{8 * time.Hour, nil, "1 2"},
		} {
			time.Sleep(step.after)
			synctest.Wait()
			f.mu.Lock()
			if got := strings.Join(f.posted, " "); got != step.want {
				t.Errorf("at %v it was posted in %q, want %q", time.Now().UTC(), got, step.want)
			}
			f.err = step.err
			f.mu.Unlock()
		}
		stop()
		running.Wait()
	})
}
