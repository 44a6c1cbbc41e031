package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"noughts/bot/discordtest"
)

// A table is where one game after another is played, by two members or by one
// against the computer. What they do next follows from what they see alone; the
// table knows no rules. It is used by one goroutine at a time.
type table struct {
	hall    *hall
	seats   []*discordtest.Client // the first one begins games
	command string
	options map[string]any
	random  *rand.Rand

	message discordtest.Snowflake // the live message, "" before it is known
	witness *witness              // nil while no match is known
	turn    int                   // who is believed to be to move
	doubts  int                   // what has gone wrong since the board was last shown
	asked   int                   // the doubts at which /board was last used

	past []past   // the last games that have ended, oldest first; their messages are still there
	left []past   // games that were given up
	lost []string // what games have lost

	inspected bool // the comparison at the end is on
	shows     bool // in it, /board is used
	confirmed bool // in it, the board was shown
}

// A past game is one that nobody plays on.
type past struct {
	witness *witness
	message discordtest.Snowflake
}

const (
	// keptPast is how many ended games keep their messages, for the comparison at the
	// end; those before are deleted, so that the emulator's memory stays flat.
	keptPast = 2
	// retryPause is how long members wait before they try again, longer each time.
	retryPause = 20 * time.Millisecond
	// patience is how long a member waits for the board to go on by itself before
	// asking for it.
	patience = 15 * time.Second
	// refreshTime is how long a member waits for an old board to be put right.
	refreshTime = time.Second
	// mostDoubts is how often a game is tried again before it is left to the
	// comparison at the end.
	mostDoubts = 12
)

// An act is what a member does next.
type act struct {
	what string
	asks bool // for the board, with /board
	send func(context.Context) (*discordtest.Answer, error)
}

// play plays games until the hall's pace is stopped.
func (t *table) play(ctx context.Context) {
	for {
		a, ok := t.choose(ctx)
		if !ok {
			return
		}
		due, ok := t.hall.pace.next()
		if !ok {
			return
		}
		t.carryOut(ctx, a, due)
	}
}

// choose returns what to do next, after waiting for the bot's own moves; false
// when the pace was stopped meanwhile.
func (t *table) choose(ctx context.Context) (act, bool) {
	for !t.hall.pace.stopped() && ctx.Err() == nil {
		switch {
		case t.doubts > 1 && t.asked < t.doubts:
			t.pause(ctx, time.Duration(t.doubts)*retryPause)
			return t.board(), true
		case t.message == "":
			return t.begin(), true
		}
		switch s, ok := t.awaits(ctx, patience, func(s sight) bool { return s.over() || s.playable() }); {
		case !ok:
			t.doubts += 2 // the computer should have moved: ask for the board
		case s.over():
			t.finish()
		default:
			return t.next(s), true
		}
	}
	return act{}, false
}

// look reads the live message; false when it shows no match.
func (t *table) look() (sight, bool) {
	m, ok := t.seats[0].Message(t.message)
	if !ok {
		return sight{}, false
	}
	s, ok := see(m)
	switch {
	case ok && t.follows(s.match):
		t.witness.glances(s)
		return s, true
	case !ok && t.challenged() && !m.Loading():
		t.witness.over = true
		return sight{message: m.ID, match: t.witness.match, version: t.witness.version}, true
	}
	return sight{}, false
}

// challenged says whether no more than the match's challenge was shown. When that
// expires there is nothing left to press.
func (t *table) challenged() bool { return t.witness != nil && t.witness.shown.none() }

// follows says whether a match is this table's; a table without a match takes the
// first that no other has.
func (t *table) follows(match string) bool {
	if t.witness == nil {
		if other, taken := t.hall.claimed.LoadOrStore(match, t); taken && other != t {
			return false
		}
		t.witness = &witness{match: match}
		t.hall.started.Add(1)
	}
	return t.witness.match == match
}

// next returns what members do about a playable board.
func (t *table) next(s sight) act {
	if c, ok := s.control("accept"); ok {
		return t.use(len(t.seats)-1, s, c)
	}
	for i, seat := range t.seats {
		if seat.User().ID == s.waits {
			t.turn = i
		}
	}
	moves := s.moves()
	return t.use(t.turn%len(t.seats), s, moves[t.random.IntN(len(moves))])
}

// use returns the use of a control by the member of a seat.
func (t *table) use(seat int, s sight, c control) act {
	client := t.seats[seat]
	if c.Type == discordtest.TypeButton {
		return act{what: "press", send: func(ctx context.Context) (*discordtest.Answer, error) {
			return client.Press(ctx, s.message, c.CustomID)
		}}
	}
	value := c.Options[t.random.IntN(len(c.Options))].Value
	return act{what: "choose", send: func(ctx context.Context) (*discordtest.Answer, error) {
		return client.Choose(ctx, s.message, c.CustomID, value)
	}}
}

// begin returns the command that begins a game.
func (t *table) begin() act {
	return act{what: t.command, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return t.seats[0].Use(ctx, t.command, t.options)
	}}
}

// board returns the command that shows a game again.
func (t *table) board() act {
	return act{what: boardCommand, asks: true, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return t.seats[0].Use(ctx, boardCommand, nil)
	}}
}

// boardCommand shows the caller's game again, or asks which one.
const boardCommand = "/board"

// carryOut does something when it is due and takes the answer.
func (t *table) carryOut(ctx context.Context, a act, due time.Time) {
	if a.asks {
		t.asked = t.doubts
	}
	answer, ok := t.do(ctx, a, due)
	if !ok {
		t.doubt()
		return
	}
	t.take(ctx, a, answer)
}

// do does something, enters what became of it, and returns the answer, if there
// was one.
func (t *table) do(ctx context.Context, a act, due time.Time) (*discordtest.Answer, bool) {
	flooded, sent := t.hall.flood.on(due), time.Now()
	answer, err := a.send(ctx)
	end := time.Now()
	switch {
	case ctx.Err() != nil:
		return nil, false
	case errors.Is(err, discordtest.ErrFailed):
		t.hall.book.failed(a.what, span{sent, end}, err)
		return nil, false
	case err != nil: // nothing was sent, most often because the board changed while the member looked at it
		t.hall.book.puzzled(a.what, err)
		return nil, false
	}
	refused := answer.Message != nil && answer.Message.Ephemeral() && !a.asks
	t.hall.book.answered(flooded, refused, a.what, due, end)
	return answer, true
}

// doubt notes that what was done has not led to a board. After too many of these
// the game is left as it is.
func (t *table) doubt() {
	t.doubts++
	if t.doubts >= mostDoubts {
		if t.witness != nil {
			t.left = append(t.left, past{t.witness, t.message})
		}
		t.leave()
	}
}

// leave gets up from a game.
func (t *table) leave() {
	t.message, t.witness, t.turn, t.doubts, t.asked = "", nil, 0, 0, 0
}

// take takes an answer.
func (t *table) take(ctx context.Context, a act, answer *discordtest.Answer) {
	m := answer.Message
	switch {
	case m == nil: // the answer will follow
		if !t.awaitsNews(ctx, patience) {
			t.doubt()
		}
	case m.Ephemeral() && a.asks:
		t.pick(ctx, *m)
	case m.Ephemeral():
		t.dismiss(*m)
		t.doubt()
		t.turn++
		t.awaitsNews(ctx, refreshTime)
	case m.Loading():
		t.message = m.ID
	default:
		t.shown(*m)
	}
}

// shown takes an answer that shows a board.
func (t *table) shown(m discordtest.Message) {
	s, ok := see(m)
	if !ok || !t.follows(s.match) {
		t.doubt()
		return
	}
	if s.version > t.witness.version {
		t.turn++
	}
	t.witness.hears(s)
	t.message, t.doubts, t.asked, t.confirmed = s.message, 0, 0, true
}

// pick answers the question which game is meant by /board. Without a question
// there is no game to show.
func (t *table) pick(ctx context.Context, m discordtest.Message) {
	defer t.dismiss(m)
	menus := discordtest.Menus(m)
	if len(menus) == 0 {
		t.gone()
		return
	}
	for _, o := range menus[0].Options {
		t.suspect(o.Value)
		if !t.follows(o.Value) {
			continue
		}
		a := act{what: boardCommand, send: func(ctx context.Context) (*discordtest.Answer, error) {
			return t.seats[0].Choose(ctx, m.ID, menus[0].CustomID, o.Value)
		}}
		if answer, ok := t.do(ctx, a, time.Now()); ok && answer.Message != nil && !answer.Message.Ephemeral() {
			t.shown(*answer.Message)
			return
		}
		break
	}
	t.gone()
}

// gone is called when the bot has no game to show. Then none was begun; or it has
// ended unseen, which the next press on the old board will tell.
func (t *table) gone() {
	if t.witness == nil {
		t.leave()
		return
	}
	t.doubt()
	t.asked = t.doubts
}

// finish puts an ended game aside.
func (t *table) finish() {
	t.hall.ended.Add(1)
	if !t.challenged() { // whose message may also have moved
		t.hall.finished.Store(t.witness.match, true)
	}
	t.noteLoss(t.witness)
	t.past = append(t.past, past{t.witness, t.message})
	if len(t.past) > keptPast {
		_ = t.seats[0].Delete(t.past[0].message) // it may have been deleted before
		t.past = t.past[1:]
	}
	t.leave()
}

// noteLoss keeps what a match has lost.
func (t *table) noteLoss(w *witness) {
	if w.lost != "" {
		t.lost = append(t.lost, w.lost)
	}
}

// dismiss takes a private message from the member's screen.
func (t *table) dismiss(m discordtest.Message) {
	for _, seat := range t.seats {
		if seat.Delete(m.ID) == nil {
			return
		}
	}
}

// awaits waits until the live message shows what it should, and returns that;
// false when the time is over before, or the pace was stopped.
func (t *table) awaits(ctx context.Context, limit time.Duration, wanted func(sight) bool) (sight, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		changed := t.seats[0].Changed() // before looking, so that no change is missed
		if s, shown := t.look(); shown && wanted(s) {
			return s, true
		}
		select {
		case <-changed:
		case <-timer.C:
			return sight{}, false
		case <-ctx.Done():
			return sight{}, false
		case <-t.hall.pace.stop:
			return sight{}, false
		}
	}
}

// awaitsNews waits until the live message shows more than was known.
func (t *table) awaitsNews(ctx context.Context, limit time.Duration) bool {
	known := 0
	if t.witness != nil {
		known = t.witness.version
	}
	_, ok := t.awaits(ctx, limit, func(s sight) bool { return s.version > known })
	return ok
}

// pause waits before another try, unless the pace is stopped.
func (t *table) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-t.hall.pace.stop:
	}
}
