package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands"
	"noughts/game/match"
)

// hung returns the boards of one match on a wall.
func hung(t *testing.T, w *wall) (*boards, *registry) {
	t.Helper()
	r, _ := withMatch(t, aMatch("a"))
	b := newBoards(newREST(w, "secret"), versionPainter{}, r, quiet)
	r.changed = b.settle
	return b, r
}

// showing is a reply that shows the match at a version.
func showing(kind discordgo.InteractionResponseType, version int) commands.Reply {
	return commands.Reply{Match: "a", Version: version, Response: &discordgo.InteractionResponse{
		Type: kind,
		Data: &discordgo.InteractionResponseData{
			Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: versionText(version)}},
			Flags:      discordgo.MessageFlagsIsComponentsV2,
		},
	}}
}

const (
	anew     = discordgo.InteractionResponseChannelMessageWithSource
	inPlace  = discordgo.InteractionResponseUpdateMessage
	customID = "/m/a/1/b2"
)

func mustAnswer(t *testing.T, b *boards, i *discordgo.Interaction, r commands.Reply) {
	t.Helper()
	if err := b.answer(t.Context(), byCallback{b.rest}, i, r); err != nil {
		t.Fatal(err)
	}
}

func mustBump(t *testing.T, r *registry) int {
	t.Helper()
	g, err := r.Change(t.Context(), "a", bump)
	if err != nil {
		t.Fatal(err)
	}
	return g.Match.Version
}

func TestALaterChangeIsEditedIntoTheMessage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		b, r := hung(t, w)
		mustAnswer(t, b, aPress("5", "6", customID), showing(anew, 2))
		mustBump(t, r)
		synctest.Wait()
		if got, want := w.texts(), "version 2, version 3"; got != want {
			t.Errorf("shown %s, want %s", got, want)
		}
		if !strings.HasSuffix(w.requests(), "PATCH /api/v9/webhooks/99/token-5/messages/@original") {
			t.Errorf("requested %s", w.requests())
		}
		if g, _ := r.Find(t.Context(), "a"); g.Message != "made" {
			t.Errorf("noted message %q", g.Message)
		}
		b.settle("a")
		b.close(t.Context())
		if got := w.texts(); got != "version 2, version 3" {
			t.Errorf("without a change the message was edited: %s", got)
		}
	})
}

func TestAnAnswerThatWasOvertakenShowsTheNewest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		b, r := hung(t, w)
		mustBump(t, r)
		mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
		b.close(t.Context())
		if got, want := w.texts(), "version 3"; got != want {
			t.Errorf("shown %s, want %s", got, want)
		}
	})
}

// The order in which Discord carries out what is sent at once is anybody's
// guess, so nothing about a match is sent at once.
func TestAnOlderVersionNeverReplacesANewerOne(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { overtake(t, seed) })
		})
	}
}

func overtake(t *testing.T, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	var mu sync.Mutex
	chance := func(n int) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(rng.IntN(n)) * time.Millisecond
	}
	w := &wall{latency: func() time.Duration { return chance(200) }}
	b, r := hung(t, w)
	mustAnswer(t, b, aPress("0", "6", customID), showing(inPlace, 2))
	var wg sync.WaitGroup
	for n := range 30 {
		time.Sleep(chance(100))
		wg.Go(func() {
			if n%3 == 0 {
				mustBump(t, r) // the computer's, which is edited in
				return
			}
			ctx, _ := withChanges(t.Context())
			g, err := r.Change(ctx, "a", bump)
			if err == nil {
				time.Sleep(chance(300))
				err = b.answer(t.Context(), byCallback{b.rest}, aPress(fmt.Sprint(n), "6", customID), showing(inPlace, g.Match.Version))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	b.settle("a")
	b.close(t.Context())
	last := 0
	for _, text := range strings.Split(w.texts(), ", ") {
		var version int
		if _, err := fmt.Sscanf(text, "version %d", &version); err != nil || version < last {
			t.Fatalf("%s", w.texts())
		}
		last = version
	}
	if want := 2 + 30; last != want {
		t.Errorf("in the end version %d is shown, want %d", last, want)
	}
}

func TestARateLimitIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limited := true
		w := &wall{}
		w.refuse = func(r *http.Request) *http.Response {
			if r.Method != http.MethodPatch || !limited {
				return nil
			}
			limited = false
			return answering(429, `{"message":"slow","retry_after":4}`)
		}
		b, r := hung(t, w)
		mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
		mustBump(t, r)
		time.Sleep(3 * time.Second)
		mustAnswer(t, b, aPress("7", "6", customID), showing(inPlace, mustBump(t, r)))
		if got, want := w.texts(), "version 2, version 4"; got != want {
			t.Errorf("a press waited for the rate limit of an edit: shown %s, want %s", got, want)
		}
		mustBump(t, r)
		time.Sleep(5 * time.Second)
		b.close(t.Context())
		if got, want := w.texts(), "version 2, version 4, version 5"; got != want {
			t.Errorf("shown %s, want %s", got, want)
		}
	})
}

func TestATokenThatNoLongerWorksIsReplacedByTheBots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		w.refuse = func(r *http.Request) *http.Response {
			if strings.Contains(r.URL.Path, "/webhooks/") {
				return answering(401, `{"code":50027,"message":"Invalid Webhook Token"}`)
			}
			return nil
		}
		b, r := hung(t, w)
		mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
		mustBump(t, r)
		time.Sleep(5 * time.Second)
		b.close(t.Context())
		if got, want := w.texts(), "version 2, version 3"; got != want {
			t.Errorf("shown %s, want %s", got, want)
		}
		if !strings.HasSuffix(w.requests(), "PATCH /api/v9/channels/7/messages/6") {
			t.Errorf("requested %s", w.requests())
		}
	})
}

func TestAMessageThatIsGoneIsForgotten(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"deleted": `{"code":10008,"message":"Unknown Message"}`, "no access": `{"code":50001,"message":"Missing Access"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &wall{}
				w.refuse = func(r *http.Request) *http.Response {
					if r.Method == http.MethodPatch {
						return answering(404, answer)
					}
					return nil
				}
				b, r := hung(t, w)
				mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
				mustBump(t, r)
				time.Sleep(time.Minute)
				tried := w.count()
				if tried > 3 {
					t.Errorf("tried %s", w.requests())
				}
				mustBump(t, r)
				time.Sleep(time.Minute)
				if w.count() != tried {
					t.Errorf("the message was tried again: %s", w.requests())
				}
				mustAnswer(t, b, aPress("9", "8", customID), showing(anew, 4))
				b.close(t.Context())
				if g, _ := r.Find(t.Context(), "a"); g.Message != "made" || g.Match.Version != 4 {
					t.Errorf("message %q at version %d", g.Message, g.Match.Version)
				}
			})
		})
	}
}

func TestALostAnswerIsMadeGoodByAnEdit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		b, r := hung(t, w)
		mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
		w.refuses(func(r *http.Request) *http.Response {
			if r.Method == http.MethodPost {
				return answering(503, "")
			}
			return nil
		})
		ctx, changed := withChanges(t.Context())
		if _, err := r.Change(ctx, "a", bump); err != nil {
			t.Fatal(err)
		}
		var refused *apiError
		if err := b.answer(t.Context(), byCallback{b.rest}, aPress("7", "6", customID), showing(inPlace, 3)); !errors.As(err, &refused) {
			t.Fatalf("the answer: %v", err)
		}
		for _, id := range changed.list() { // as the dispatcher does
			b.settle(id)
		}
		synctest.Wait()
		b.close(t.Context())
		if got, want := w.texts(), "version 2, version 3"; got != want {
			t.Errorf("shown %s, want %s", got, want)
		}
	})
}

func TestPrivateAnswersAreNoBoards(t *testing.T) {
	t.Parallel()
	w := &wall{}
	b, r := hung(t, w)
	private := showing(anew, 2)
	private.Response.Data.Flags |= discordgo.MessageFlagsEphemeral
	mustAnswer(t, b, aPress("5", "6", customID), private)
	mustAnswer(t, b, aPress("6", "6", customID), commands.Reply{Response: pong})
	b.close(t.Context())
	if g, _ := r.Find(t.Context(), "a"); g.Message != "" {
		t.Errorf("message %q was noted as the live one", g.Message)
	}
}

func TestAfterARestartTheStoredMessageIsEdited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		b, r := hung(t, w)
		if err := r.setMessage(t.Context(), "a", "55"); err != nil {
			t.Fatal(err)
		}
		mustBump(t, r)
		synctest.Wait()
		b.close(t.Context())
		if got, want := w.requests(), "PATCH /api/v9/channels/7/messages/55"; got != want {
			t.Errorf("requested %s, want %s", got, want)
		}
	})
}

func TestAMessageTakenOverIsNotEditedForTheOldMatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		b, r := hung(t, w)
		mustAnswer(t, b, aPress("5", "6", customID), showing(inPlace, 2))
		if _, err := r.Create(t.Context(), aMatch("next"), commands.Place{Channel: "7"}); err != nil {
			t.Fatal(err)
		}
		rematch := showing(inPlace, 2)
		rematch.Match = "next"
		mustAnswer(t, b, aPress("7", "6", customID), rematch)
		mustBump(t, r)
		synctest.Wait()
		b.close(t.Context())
		if strings.Contains(w.requests(), "PATCH") {
			t.Errorf("requested %s", w.requests())
		}
	})
}

func TestSweepForgetsIdleBoards(t *testing.T) {
	t.Parallel()
	w := &wall{}
	b, _ := hung(t, w)
	mustAnswer(t, b, aPress("5", "6", "/m/before/1/rematch"), showing(inPlace, 2))
	b.sweep(time.Now().Add(-time.Minute))
	if len(b.live) != 1 || len(b.owners) != 1 {
		t.Errorf("%d boards, %d messages", len(b.live), len(b.owners))
	}
	b.sweep(time.Now().Add(time.Minute))
	if len(b.live) != 0 || len(b.owners) != 0 {
		t.Errorf("%d boards, %d messages after the sweep", len(b.live), len(b.owners))
	}
	b.close(t.Context())
	b.settle(match.ID("a")) // after the end nothing happens, and nothing breaks
}
