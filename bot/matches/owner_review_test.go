package matches

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A table is an owner at which one match is played, with a store and a Discord of
// which the test can change single calls.
type table struct {
	*store.Memory
	t      *testing.T
	owner  *Owner
	shared bool
	back   time.Time
	log    bytes.Buffer

	mu     sync.Mutex
	boards map[string]string // what messages show, by id
	edits  []string          // ids of the messages that were edited, or could not be
	posts  int
	shown  []string // how members were answered
	nextID int

	save       func(do func() (match.Record, error)) (match.Record, error)
	setMessage func(ctx context.Context) error
	load       func(match.ID) error
	edit       func(m rest.Message, show func()) error
	post       func(ctx context.Context) error
	original   func(token string) (string, error)
	choose     func()
	send       time.Duration // how long an answer takes
}

func newTable(t *testing.T) *table {
	b := &table{Memory: store.NewMemory(), t: t, boards: map[string]string{}, nextID: 1000}
	dice, err := NewDice(nil)
	if err != nil {
		t.Fatal(err)
	}
	b.owner = New(Deps{
		Store: b, Views: views{}, Discord: b, Workers: 1, Dice: dice, Limits: limits.Defaults, Meter: unmetered{},
		Log:       slog.New(slog.NewTextHandler(&b.log, nil)),
		Reach:     func(string) (time.Time, bool) { return b.back, true },
		NewPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return b, nil },
	})
	return b
}

func (b *table) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go b.owner.Run(ctx)
	return func() {
		cancel()
		if err := b.owner.Close(context.Background()); err != nil {
			b.t.Error(err)
		}
	}
}

func (b *table) Shared() bool { return b.shared }

func (b *table) Save(ctx context.Context, c store.Change) (match.Record, error) {
	do := func() (match.Record, error) { return b.Memory.Save(ctx, c) }
	if b.save != nil {
		return b.save(do)
	}
	return do()
}

func (b *table) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	if b.setMessage != nil {
		if err := b.setMessage(ctx); err != nil {
			return "", err
		}
	}
	return b.Memory.SetMessage(ctx, id, from, to)
}

func (b *table) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if b.load != nil {
		if err := b.load(id); err != nil {
			return match.Record{}, err
		}
	}
	return b.Memory.Load(ctx, id)
}

func (b *table) Choose(_ context.Context, g ai.Game) (ai.Choice, error) {
	if b.choose != nil {
		b.choose()
	}
	position := g.Start
	for _, s := range g.Moves {
		position, _ = position.Play(s)
	}
	return ai.Choice{Move: position.Moves()[0]}, nil
}

func (b *table) Edit(_ context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.edits = append(b.edits, m.ID)
	show := func() { b.boards[m.ID] = textOf(components) }
	if b.edit != nil {
		return m, b.edit(m, show)
	}
	show()
	return m, nil
}

func (b *table) Original(_ context.Context, _, token string) (string, bool, error) {
	if b.original != nil {
		id, err := b.original(token)
		return id, false, err
	}
	return "", false, &rest.Error{Status: http.StatusNotFound}
}

func (b *table) Post(ctx context.Context, _, _ string, _ *discordgo.InteractionResponseData) (string, error) {
	if b.post != nil {
		if err := b.post(ctx); err != nil {
			return "", err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.posts++
	return "1", nil
}

// A seat answers one request of a member.
type seat struct {
	*table
	ctx     context.Context
	request *plan.Request
	fate    Fate
}

func (s *seat) Context() context.Context { return s.ctx }

func (s *seat) Send(_ context.Context, as plan.As, c plan.Content) Sent {
	time.Sleep(s.send)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, strconv.Itoa(int(as))+" "+textOf(c.Components))
	at := rest.Message{Channel: channel, App: "1", Token: s.request.ID, Until: time.Now().Add(rest.TokenLife)}
	id := s.request.Message.ID
	if as != plan.InPlace {
		s.nextID++
		id = strconv.Itoa(s.nextID)
	}
	if s.fate == Confirmed {
		s.boards[id] = textOf(c.Components)
	}
	if s.fate == Confirmed && as != plan.Private {
		at.ID = id
	}
	return Sent{Fate: s.fate, Message: at}
}

func (s *seat) Add(_ context.Context, c plan.Content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, "besides "+textOf(c.Components))
}

// put stores a match that message shows.
func (b *table) put(m match.Match, place match.Place, message string) {
	if _, err := b.Memory.Save(b.t.Context(), store.Change{Record: match.Record{Match: m, Place: place, Message: message}}); err != nil {
		b.t.Fatal(err)
	}
	b.boards[message] = "live " + string(m.ID) + " " + strconv.Itoa(m.Version)
}

var here = match.Place{Guild: "500", Channel: channel}

// game returns a match of two members.
func (b *table) game(id match.ID, clock time.Duration) match.Match {
	return b.against(id, match.Person("8"), clock)
}

func (b *table) against(id match.ID, opponent match.Player, clock time.Duration) match.Match {
	o := match.Options{Variant: game.Classic(4), Clock: clock}
	m, err := match.New(id, "7", match.Person("7"), opponent, o, game.X, time.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	if m.Status == match.Challenge {
		if m, err = m.Accept("8", game.X, time.Now()); err != nil {
			b.t.Fatal(err)
		}
	}
	return m
}

// press has a member press a board at a version, and waits for the end of that.
func (b *table) press(id match.ID, message string, version int, fate Fate) time.Duration {
	b.mu.Lock()
	b.nextID++
	key := strconv.Itoa(b.nextID)
	b.mu.Unlock()
	return b.do(&plan.Request{
		ID: key, Kind: plan.Press, User: "7", Place: here, Message: plan.Message{ID: message},
		Match: id,
	}, Key(id), move(id, version), fate)
}

func (b *table) do(r *plan.Request, key string, handle plan.Handler, fate Fate) time.Duration {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	done := make(chan struct{})
	b.owner.Submit(key, Job{Request: r, Handle: handle, To: &seat{b, ctx, r, fate}, Done: func(Report) { close(done) }})
	<-done
	return time.Since(begun)
}

func (b *table) board(message string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.boards[message]
}

// An edit of which no reply came may still arrive, after a press was answered.
func TestLateEditIsWrittenOver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		defer b.run()()
		m := b.game("m1", 0)
		b.put(m, here, "900")
		b.edit = func(_ rest.Message, show func()) error {
			b.edit = nil
			time.AfterFunc(2*time.Second, func() {
				b.mu.Lock()
				defer b.mu.Unlock()
				show()
			})
			return errNetwork
		}
		b.owner.tendSoon("m1") // as after a restart: nobody knows what the message shows
		synctest.Wait()
		b.press("m1", "900", m.Version, Confirmed)
		time.Sleep(time.Minute)
		if got, want := b.board("900"), "live m1 "+strconv.Itoa(m.Version+1); got != want {
			t.Errorf("the message shows %q, want %q", got, want)
		}
	})
}

// After a long break thousands of clocks are due at once, and the bot may edit 45
// messages in a second: in the end all boards show how their matches stand.
func TestAllDueBoardsAreShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		const all = 3000
		for i := range all {
			id := match.ID("m" + strconv.Itoa(i))
			b.put(b.game(id, time.Minute), here, strconv.Itoa(10_000+i))
		}
		time.Sleep(time.Hour)
		b.back = time.Now()
		second, made := time.Now(), 0
		b.edit = func(_ rest.Message, show func()) error {
			if time.Since(second) >= time.Second {
				second, made = time.Now(), 0
			}
			if made++; made > 45 {
				return &rest.CrowdedError{RetryAfter: time.Duration(15+made%15) * time.Second}
			}
			show()
			return nil
		}
		defer b.run()()
		time.Sleep(10 * time.Minute)
		behind := 0
		for i := range all {
			r, err := b.Memory.Load(t.Context(), match.ID("m"+strconv.Itoa(i)))
			if err != nil {
				t.Fatal(err)
			}
			if b.board(r.Message) != "live "+string(r.Match.ID)+" "+strconv.Itoa(r.Match.Version) {
				behind++
			}
		}
		if behind > 0 {
			t.Errorf("%d of %d boards do not show how their match stands, with %d lines in the log", behind, all, bytes.Count(b.log.Bytes(), []byte("\n")))
		}
	})
}

// A damaged match that is due is found each second.
func TestDamagedDueMatchDoesNotFloodTheLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		b.put(b.game("m1", time.Minute), here, "900")
		b.load = func(match.ID) error { return store.ErrCorrupt }
		stop := b.run()
		time.Sleep(11 * time.Minute)
		stop()
		if lines := strings.Count(b.log.String(), "damaged"); lines == 0 || lines > 2 {
			t.Errorf("%d lines in ten minutes about one damaged match", lines)
		}
	})
}

// idle stores a match that is about to be abandoned, and waits until the players are
// to be warned.
func (b *table) idle() {
	b.put(b.game("m1", 0), here, "900")
	time.Sleep(match.IdleLife + time.Second)
}

func TestWarningIsPostedWhenTheReplyOfTheStoreIsLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		b.idle()
		b.save = func(do func() (match.Record, error)) (match.Record, error) {
			b.save = nil
			_, _ = do()
			return match.Record{}, errNetwork
		}
		stop := b.run()
		time.Sleep(time.Minute)
		stop()
		if b.posts == 0 {
			t.Error("the players of a match that will be abandoned were not told")
		}
	})
}

func TestWarningIsPostedAfterAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		b.idle()
		up := time.Now().Add(time.Minute)
		b.post = func(ctx context.Context) error {
			if time.Now().Before(up) {
				<-ctx.Done() // as rest.Client.Patiently
				return &rest.Error{Status: http.StatusServiceUnavailable}
			}
			return nil
		}
		stop := b.run()
		time.Sleep(5 * time.Minute)
		stop()
		if b.posts != 1 {
			t.Errorf("the players of a match that will be abandoned were told %d times", b.posts)
		}
	})
}

// What asks for the board between two attempts does not shorten the pause that
// Discord has asked for.
func TestRateLimitIsKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		b.put(b.game("m1", 0), here, "900")
		b.edit = func(rest.Message, func()) error {
			return &rest.Error{Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Second}
		}
		stop := b.run()
		for range 10 {
			b.owner.tendSoon("m1")
			time.Sleep(time.Second)
		}
		stop()
		if len(b.edits) != 1 {
			t.Errorf("%d edits in ten seconds, where Discord wanted none for twenty", len(b.edits))
		}
	})
}

// A store that does not answer keeps a match no longer than any request may take.
func TestNotingAMessageEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		defer b.run()()
		m := b.game("m1", 0)
		b.put(m, here, "900")
		b.setMessage = func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(10 * time.Minute): // stands for ever
				return errNetwork
			}
		}
		r := &plan.Request{ID: "5", Kind: plan.Command, User: "7", Place: here}
		if took := b.do(r, "i/5", again("m1"), Confirmed); took > 15*time.Second {
			t.Errorf("the request held up its match for %v", took)
		}
	})
}

// Where the bot itself may not edit it does not try: Discord bans addresses for
// refused calls, and all edits of the process wait when there are too many.
func TestNoEditWhereTheBotMayNot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		away := here
		away.Away = true
		m := b.game("m1", 0)
		b.put(m, away, "900")
		b.boards["900"] = "live m1 0" // the process ended between Save and the answer
		b.edit = func(rest.Message, func()) error { return &rest.Error{Status: http.StatusForbidden, Code: 50001} }
		stop := b.run()
		for range 20 {
			b.press("m1", "900", m.Version-1, Confirmed)
			time.Sleep(time.Second)
		}
		stop()
		if len(b.edits) > 0 {
			t.Errorf("%d calls that Discord refuses", len(b.edits))
		}
		if got, want := b.board("900"), "live m1 "+strconv.Itoa(m.Version); got != want {
			t.Errorf("the message shows %q after twenty presses, want %q", got, want)
		}
		if n := strings.Count(strings.Join(b.shown, "\n"), "stale"); n != 20 {
			t.Errorf("%d of twenty members were told why not", n)
		}
	})
}

// Many presses on an old board clear it once.
func TestOldBoardIsClearedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		m := b.game("m1", 0)
		b.put(m, here, "900")
		stop := b.run()
		b.press("m1", "900", m.Version, Confirmed)
		synctest.Wait()
		b.edits, b.send = nil, time.Second
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() { b.press("m1", "800", m.Version, Confirmed) })
		}
		all.Wait()
		synctest.Wait()
		stop()
		if len(b.edits) != 1 {
			t.Errorf("an old board was edited %d times", len(b.edits))
		}
	})
}

// The computer's move that was found while nobody waited is there for the next
// request at once.
func TestFoundMoveIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		m := b.against("m1", match.Computer("random"), 0)
		b.put(m, here, "900")
		stop := b.run()
		l := &live{id: "m1", record: match.Record{Match: m, Place: here, Message: "900"}, known: true}
		played, err := m.Play("7", m.Position().Moves()[0], time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.owner.save(t.Context(), l, played, "5"); err != nil {
			t.Fatal(err)
		}
		b.owner.think(l, l.record.Match)
		l.search.late()
		synctest.Wait() // the move has been found
		begun := time.Now()
		b.owner.reply(t.Context(), l)
		if took := time.Since(begun); took > 0 {
			t.Errorf("waited %v for a move that was there", took)
		}
		stop()
	})
}

// The new message of a board is noted, if not at once: else another one is taken for
// it after a restart, or when the store is read again.
func TestMessageIsNotedAfterAFailure(t *testing.T) {
	t.Parallel()
	for _, shared := range []bool{false, true} {
		t.Run("shared "+strconv.FormatBool(shared), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newTable(t)
				b.shared = shared
				b.put(b.game("m1", 0), here, "900")
				failed := false
				b.setMessage = func(context.Context) error {
					if !failed {
						failed = true
						return errNetwork
					}
					return nil
				}
				stop := b.run()
				b.do(&plan.Request{ID: "5", Kind: plan.Command, User: "7", Place: here}, "i/5", again("m1"), Confirmed)
				time.Sleep(time.Minute)
				stop()
				r, err := b.Memory.Load(t.Context(), "m1")
				if err != nil {
					t.Fatal(err)
				}
				if _, _, live := parse(b.board("900")); live || r.Message != "1001" {
					t.Errorf("the store has %q, and the message before shows %q", r.Message, b.board("900"))
				}
			})
		})
	}
}

// What is forgotten of a match ends its search.
func TestForgottenSearchEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		o := match.Options{Variant: game.Classic(4)}
		m, err := match.New("m1", "7", match.Computer("random"), match.Computer("random"), o, game.X, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		b.put(m, here, "900")
		b.owner.with("m1", func(l *live) {
			if err := b.owner.load(t.Context(), l); err != nil {
				t.Fatal(err)
			}
			b.owner.think(l, l.record.Match)
			l.known = false // as after a change of which the fate is unknown
		})
		synctest.Wait()
		ended := make(chan struct{})
		go func() {
			b.owner.thinking.Wait()
			close(ended)
		}()
		synctest.Wait()
		select {
		case <-ended:
		default:
			t.Error("a search waits for ever for somebody who takes its move")
		}
		if err := b.owner.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
