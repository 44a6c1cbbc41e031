package dailies

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// faulty is both the Views and the Discord of a test. It panics when it draws the post for channel 10, and records the
// channels of all posts.
type faulty struct{ posted []string }

func (f *faulty) DailyPost(p plan.DailyPost) plan.Content {
	if p.Server.DailyChannel == "10" {
		panic("it cannot be drawn")
	}
	return plan.Content{Text: "today's"}
}

func (f *faulty) Post(_ context.Context, channel, _ string, _ *discordgo.InteractionResponseData) (string, error) {
	f.posted = append(f.posted, channel)
	return "99", nil
}

// If drawing the post of one server panics, the other servers get their posts, on that day and on the next.
func TestAPanicEndsNothingElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		kept, f := storetest.Memory(t), &faulty{}
		for id, channel := range map[string]string{"1": "10", "2": "20"} {
			if _, err := kept.ChangeServer(t.Context(), id, func(s *match.Server) { s.DailyChannel = channel }); err != nil {
				t.Fatal(err)
			}
		}
		var log bytes.Buffer
		o := &Poster{
			Store: kept, Views: f, Discord: f, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Present: func(_ context.Context, _ string, read func() ([]string, error)) error { _, err := read(); return err },
			Reach:   func(string) (time.Time, bool) { return time.Now(), true },
		}
		ctx, stop := context.WithTimeout(t.Context(), 24*time.Hour+time.Minute)
		defer stop()
		o.Run(ctx)
		if got := strings.Join(f.posted, " "); got != "20 20" || !strings.Contains(log.String(), "it cannot be drawn") {
			t.Errorf("on two days it was posted in %q; the log has\n%s", got, log.String())
		}
	})
}
