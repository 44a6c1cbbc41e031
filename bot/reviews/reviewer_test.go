package reviews

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// A fixture is a Reviewer whose reviews advance only when a test calls goOn. A test must make it in a synctest bubble.
type fixture struct {
	*Reviewer
	t     *testing.T
	store *fakeStore
	log   strings.Builder

	mu     sync.Mutex
	made   int                 // number of reviews that have started
	steps  chan struct{}       // each value that is sent advances the current review by one step (see total)
	edits  map[string][]string // the texts that each message has shown, by the message's token
	refuse func(token string, d *discordgo.InteractionResponseData) error
}

// A fakeStore is a store in memory. If `fail` is set, saving a finished review fails with that error.
type fakeStore struct {
	store.Store
	fail error // the error of storing a review
}

func (s *fakeStore) SaveReview(ctx context.Context, r store.Review) error {
	if s.fail != nil && r.Version != "" {
		return s.fail
	}
	return s.Store.SaveReview(ctx, r)
}

// total is the number of steps of each review in these tests.
const total = 4

func inBubble(t *testing.T, test func(t *testing.T, f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &fixture{t: t, store: &fakeStore{Store: storetest.Memory(t)}, steps: make(chan struct{}), edits: map[string][]string{}}
		f.Reviewer = f.another()
		defer f.end(f.Reviewer)
		test(t, f)
	})
}

// `another` returns a further Reviewer with the same store, as a second process would have.
func (f *fixture) another() *Reviewer {
	return New(Deps{Store: f.store, Discord: f, Matches: f, Analyze: f.analyse, Log: slog.New(slog.NewTextHandler(&f.log, nil))})
}

func (f *fixture) end(o *Reviewer) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := o.Close(ctx); err != nil {
		f.t.Errorf("it does not end: %v", err)
	}
}

// Idle returns a search slot at once.
func (f *fixture) Idle(ctx context.Context) (func(), error) { return func() {}, ctx.Err() }

func (f *fixture) Draw(_ context.Context, c plan.Content) (plan.Content, error) { return c, nil }

// analyse makes a review step by step. It panics if O begins the game.
func (f *fixture) analyse(ctx context.Context, g ai.History, o review.Options) (review.Review, error) {
	f.mu.Lock()
	f.made++
	f.mu.Unlock()
	if g.Start.ToMove() == game.O {
		panic("there is a fault in the engine")
	}
	for step := range total {
		release, err := o.Slot(ctx)
		if err != nil {
			return review.Review{}, err
		}
		select {
		case <-f.steps:
		case <-ctx.Done():
			return review.Review{}, ctx.Err()
		}
		release()
		if step == 2 {
			found, _ := review.Analyze(ctx, g.Start.Variant(), g, review.Options{})
			o.SoFar(found)
		}
		o.Progress(step+1, total)
	}
	return review.Analyze(ctx, g.Start.Variant(), g, review.Options{})
}

// EditAnswer records the text of a message.
func (f *fixture) EditAnswer(_ context.Context, m rest.Message, d *discordgo.InteractionResponseData) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuse != nil {
		if err := f.refuse(m.Token, d); err != nil {
			return err
		}
	}
	f.edits[m.Token] = append(f.edits[m.Token], d.Content)
	return nil
}

// begun returns how many reviews have started.
func (f *fixture) begun() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made
}

// `said` returns the texts that the message with this interaction token has shown.
func (f *fixture) said(token string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Join(f.edits[token], " ")
}

// goOn advances the review by some steps, and waits until the messages have been edited.
func (f *fixture) goOn(steps int) {
	for range steps {
		f.steps <- struct{}{}
	}
	time.Sleep(2 * pace)
	synctest.Wait()
}

// opens returns a game on 3×3 that the mark `begins` begins, with the given moves.
func opens(begins game.Mark, moves ...game.Square) plan.Reviewed {
	return plan.Reviewed{Game: ai.History{Start: rules.Start(game.Classic(3), begins), Moves: moves}}
}

// asks makes a member ask for a review, and returns the result of the request. Unless the review is
// finished, a message with the given token then shows its progress.
func (f *fixture) asks(o *Reviewer, of plan.Reviewed, token string) plan.Reviewed {
	f.t.Helper()
	known, err := o.Make(f.t.Context(), of, "reader of "+token, time.Second)
	if err != nil {
		f.t.Fatal(err)
	}
	if known.Review == nil && !known.Failed {
		o.Follow(known.Key, "reader of "+token, rest.Message{App: "1", Token: token, Until: time.Now().Add(rest.TokenLife)}, draw)
	}
	return known
}

func draw(known plan.Reviewed) (plan.Content, error) {
	switch {
	case known.Failed:
		return plan.Content{Text: "failed"}, nil
	case known.Review != nil && !known.NoPicture:
		return plan.Content{Files: []plan.File{{Name: "chart.png"}}, Text: fmt.Sprint("turned at ", known.Review.Turning)}, nil
	case known.Review != nil:
		return plan.Content{Text: fmt.Sprint("turned at ", known.Review.Turning)}, nil
	}
	text := fmt.Sprint(known.Done, "/", known.Total)
	if known.SoFar != nil {
		text += fmt.Sprint(" so far ", known.SoFar.Turning)
	}
	return plan.Content{Text: text}, nil
}

// Two members wait for the review of the same game, and a third asks when it is finished. The test
// checks that all see the same review, and that the game is reviewed once.
func TestOneReviewForAll(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		of := opens(game.X, 0, 1)
		if known := f.asks(f.Reviewer, of, "first"); known.Review != nil || known.Key == "" {
			t.Errorf("it is known at once: %+v", known)
		}
		f.goOn(1)
		f.asks(f.Reviewer, of, "second")
		f.goOn(2)
		f.goOn(1)
		if first, second := f.said("first"), f.said("second"); first != "1/4 3/4 so far 2 turned at 2" || second != "3/4 so far 2 turned at 2" {
			t.Errorf("the messages said %q and %q", first, second)
		}
		if known := f.asks(f.Reviewer, of, ""); known.Review == nil || known.Review.Turning != 2 {
			t.Errorf("then %+v is known", known)
		}
		known, err := f.Find(t.Context(), f.asks(f.Reviewer, of, "").Key)
		if err != nil || known.Review == nil || len(known.Game.Moves) != 2 {
			t.Errorf("found %+v, %v", known, err)
		}
		if made := f.begun(); made != 1 {
			t.Errorf("%d reviews were made", made)
		}
	})
}

// TestAReviewOutlivesItsProcess stops a Reviewer during a review. A second Reviewer with the same store then finds the
// game by its key and reviews it.
func TestAReviewOutlivesItsProcess(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		key := f.asks(f.Reviewer, pasted(opens(game.X, 2, 1)), "first").Key
		f.goOn(2)
		f.end(f.Reviewer)
		next := f.another()
		defer f.end(next)
		known, err := next.Find(t.Context(), key)
		if err != nil || known.Review != nil || len(known.Game.Moves) != 2 {
			t.Fatalf("found %+v, %v", known, err)
		}
		f.asks(next, known, "second")
		f.goOn(total)
		if said := f.said("second"); !strings.HasSuffix(said, "turned at 2") {
			t.Errorf("the message said %q", said)
		}
		if _, err := next.Find(t.Context(), "0123"); !errors.Is(err, plan.ErrNoGame) {
			t.Errorf("a key of nothing: %v", err)
		}
	})
}

// many returns more than a hundred different games of four moves.
func many() (games []plan.Reviewed) {
	for a := range game.Square(3) {
		for b := game.Square(9); b < 12; b++ {
			for c := game.Square(18); c < 21; c++ {
				for d := range game.Square(3) {
					if d != a {
						games = append(games, opens(game.X, a, b, c, d), opens(game.X, a, c, b, d), opens(game.X, b, a, c, d))
					}
				}
			}
		}
	}
	return games
}

// pasted returns a game marked as pasted by a member.
func pasted(of plan.Reviewed) plan.Reviewed {
	of.Pasted = true
	return of
}

// One member pastes 160 games. The test checks that three are accepted, that the others are not
// stored, and that another member's shorter game is reviewed before the waiting ones.
func TestAMemberHasTwoGamesWaiting(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		taken := 0
		for _, g := range many()[:160] {
			_, err := f.Make(t.Context(), pasted(g), "mallory", 0)
			switch _, kept := f.store.Review(t.Context(), gameOf(g.Game).Key()); {
			case err == nil && kept == nil:
				taken++
			case !errors.Is(err, plan.ErrOwnReviews) || !errors.Is(kept, store.ErrNotFound):
				t.Fatalf("after %d were taken: %v; of a refused game is kept: %v", taken, err, kept)
			}
			synctest.Wait()
		}
		if taken != 1+maxWaiting {
			t.Errorf("%d were taken", taken)
		}
		f.asks(f.Reviewer, opens(game.X, 0, 1), "bob")
		f.goOn(total) // the review in progress
		f.goOn(total)
		if said := f.said("bob"); !strings.HasSuffix(said, "turned at 2") {
			t.Errorf("after two reviews bob's message said %q", said)
		}
		if _, err := f.Make(t.Context(), pasted(many()[100]), "mallory", 0); err != nil {
			t.Errorf("with one game waiting: %v", err)
		}
	})
}

// When as many pasted games wait as are allowed (maxPasted), further pasted games are refused, but
// games that were played with the bot are still accepted.
func TestPastedGamesLeaveRoom(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		games := many()
		for i, g := range games[:maxPasted] {
			f.asks(f.Reviewer, pasted(g), fmt.Sprint(i))
		}
		if _, err := f.Make(t.Context(), pasted(games[maxPasted]), "another", 0); !errors.Is(err, plan.ErrManyReviews) {
			t.Errorf("one too many: %v", err)
		}
		f.asks(f.Reviewer, games[maxPasted], "played")
	})
}

// The review of a pasted game has an expiry date (see store.PastedLife). If the game is also requested
// as one played with the bot, its review has none.
func TestPastedGamesAreKeptForAWeek(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		until := func(of plan.Reviewed) time.Time {
			t.Helper()
			kept, err := f.store.Review(t.Context(), gameOf(of.Game).Key())
			if err != nil {
				t.Fatal(err)
			}
			return kept.Until
		}
		alone, both := opens(game.X, 0, 1), opens(game.X, 1, 0)
		began := time.Now()
		f.asks(f.Reviewer, pasted(alone), "a")
		if at := until(alone); !at.Equal(began.Add(store.PastedLife)) {
			t.Errorf("before it is made it is kept until %v", at)
		}
		f.goOn(total)
		if at := until(alone); at.Before(began.Add(store.PastedLife)) || at.After(time.Now().Add(store.PastedLife)) {
			t.Errorf("it is kept until %v", at)
		}
		f.asks(f.Reviewer, pasted(both), "b")
		f.asks(f.Reviewer, both, "c")
		f.goOn(total)
		if at := until(both); !at.IsZero() {
			t.Errorf("a game that was played is kept until %v", at)
		}
	})
}

// If Discord refuses the message with the picture, the review is shown without it.
func TestAReviewComesWithoutItsPicture(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		f.refuse = func(_ string, d *discordgo.InteractionResponseData) error {
			if len(d.Files) > 0 {
				return &rest.Error{Status: 403, Code: 50013}
			}
			return nil
		}
		f.asks(f.Reviewer, opens(game.X, 0, 1), "reader")
		f.goOn(3)
		f.goOn(1)
		if said := f.said("reader"); said != "3/4 so far 2 turned at 2" {
			t.Errorf("the message said %q", said)
		}
	})
}

// When as many games wait as are allowed (maxRuns), a further game is refused until one review has
// ended. Only one review is in progress at a time.
func TestReviewsAreMadeInTurn(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		games := many()
		for i, g := range games[:maxRuns] {
			f.asks(f.Reviewer, g, fmt.Sprint(i))
		}
		if _, err := f.Make(t.Context(), games[maxRuns], "another", time.Second); !errors.Is(err, plan.ErrManyReviews) {
			t.Errorf("one too many: %v", err)
		}
		f.asks(f.Reviewer, games[7], "again")
		if made := f.begun(); made != 1 {
			t.Errorf("%d are made at once", made)
		}
		f.goOn(total)
		f.asks(f.Reviewer, games[maxRuns], "last")
		if made := f.begun(); made != 2 || f.said("0") == "" {
			t.Errorf("%d are made, the first said %q", made, f.said("0"))
		}
	})
}

// While a long game of one member waits, others ask again and again for reviews of shorter games. The long game's turn
// comes nevertheless, with one other member after one review.
func TestLongReviewsAreNotStarved(t *testing.T) {
	t.Parallel()
	for others, most := range map[int]int{1: 1, 2: maxPassed, 10: maxPassed} {
		inBubble(t, func(t *testing.T, f *fixture) {
			games := many()
			f.asks(f.Reviewer, games[0], "first") // in progress
			f.asks(f.Reviewer, opens(game.X, 0, 1, 2, 9, 10, 18), "bob")
			next := 1
			ask := func() {
				for n := range others {
					for ; ; next++ {
						if _, err := f.Make(t.Context(), games[next], fmt.Sprint("mallory ", n), 0); err != nil {
							break // the member has enough games waiting
						}
					}
				}
			}
			ask()
			f.goOn(total)
			passed := 0
			for ; f.said("bob") == "" && passed < 26; passed++ {
				f.goOn(total - 1)
				if f.said("bob") == "" {
					f.goOn(1)
				}
				ask()
			}
			if passed-1 > most {
				t.Errorf("%d later reviews by %d members were made first, want at most %d", passed-1, others, most)
			}
		})
	}
}

// One member presses "Look again" a thousand times, on one message and on many. The reviews of others are still drawn.
func TestMessagesOfOthersAreDrawn(t *testing.T) {
	t.Parallel()
	for name, token := range map[string]func(i int) (token, id string){
		"one message":   func(i int) (string, string) { return fmt.Sprint("press ", i), "900" },
		"many messages": func(i int) (string, string) { return fmt.Sprint("press ", i), "" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, f *fixture) {
				known := f.asks(f.Reviewer, opens(game.X, 0, 1), "alice")
				for i := range 1000 {
					pressed, id := token(i)
					f.Follow(known.Key, "mallory", rest.Message{App: "1", ID: id, Token: pressed, Until: time.Now().Add(rest.TokenLife)}, draw)
				}
				f.asks(f.Reviewer, opens(game.X, 0, 1), "bob")
				if n := len(f.followed); n > 2+maxFollowedOfMember || name == "one message" && n > 3 {
					t.Errorf("%d messages are followed", n)
				}
				f.goOn(total)
				for _, drawn := range []string{"alice", "bob", "press 999"} {
					if said := f.said(drawn); !strings.HasSuffix(said, "turned at 2") {
						t.Errorf("%s's message said %q", drawn, said)
					}
				}
				if n := len(f.followed); n > 0 {
					t.Errorf("%d messages are followed after the end", n)
				}
			})
		})
	}
}

// A review is shown although it could not be stored, and its last edit is tried again if Discord
// does not know the message yet. If the engine panics the review fails.
func TestAReviewThatFails(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		if known := f.asks(f.Reviewer, opens(game.O, 0, 1), ""); !known.Failed || !strings.Contains(f.log.String(), "there is a fault in the engine") {
			t.Errorf("after a panic: %+v; the log has %s", known, f.log.String())
		}
		f.store.fail = errors.New("the disk is full")
		f.asks(f.Reviewer, opens(game.X, 0, 1), "unkept")
		f.goOn(total)
		if said := f.said("unkept"); !strings.HasSuffix(said, "turned at 2") {
			t.Errorf("where nothing is kept the message said %q", said)
		}
		f.store.fail = nil
		refused := 0
		f.refuse = func(string, *discordgo.InteractionResponseData) error {
			if refused++; refused < 4 {
				return &rest.Error{Status: 404, Code: 10008}
			}
			return nil
		}
		f.asks(f.Reviewer, opens(game.X, 0, 1), "late")
		f.goOn(total)
		time.Sleep(time.Minute)
		if said := f.said("late"); said != "turned at 2" {
			t.Errorf("after it was refused the message said %q", said)
		}
		for _, none := range []plan.Reviewed{opens(game.X), opens(game.X, 0, 0)} {
			if _, err := f.Make(t.Context(), none, "alice", 0); !errors.Is(err, plan.ErrNoGame) {
				t.Errorf("no game: %v", err)
			}
		}
	})
}

// If the stored review is from another engine version or cannot be parsed, the game is reviewed again.
func TestAnOldReviewIsMadeAnew(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, f *fixture) {
		for _, kept := range []store.Review{{Version: "0", Text: "as it was"}, {Version: review.Version, Text: "damaged"}} {
			of := opens(game.X, 0, 1)
			kept.Game = gameOf(of.Game)
			if err := f.store.SaveReview(t.Context(), kept); err != nil {
				t.Fatal(err)
			}
			f.asks(f.Reviewer, of, kept.Text)
			f.goOn(total)
			if said := f.said(kept.Text); !strings.HasSuffix(said, "turned at 2") {
				t.Errorf("the message said %q", said)
			}
		}
	})
}
