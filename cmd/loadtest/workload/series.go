package workload

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/view"
)

// A series is one game after another, between two members or between one and the computer. Their
// next step follows from the screen alone: a series knows no rules. It is used by one goroutine at
// a time.
type series struct {
	workload *Workload
	players  []*discordtest.Client // the first one begins games
	command  string
	options  map[string]any
	random   *rand.Rand

	message  discordtest.Snowflake // the live message, "" before it is known
	checker  *checker              // of the match; nil while none is known
	turn     int                   // who is believed to be to move
	failures int                   // since the board was last shown
	asked    int                   // the failures at the last use of /board

	ended   []pastGame // the last ones, oldest first; their messages are still there
	givenUp []pastGame // because they did not go on
	lost    []string   // what games have lost

	comparing bool // the comparison at the end is on
	useBoard  bool // in it, /board is used
	confirmed bool // in it, the board was shown
}

// A pastGame is one that nobody plays on.
type pastGame struct {
	checker *checker
	message discordtest.Snowflake
}

const (
	// keptGames is how many ended games keep their messages, for the comparison at the
	// end; those before are deleted, so that the emulator's memory stays flat.
	keptGames = 2
	// retryPause is the pause of members before a retry. It grows with each retry.
	retryPause = 20 * time.Millisecond
	// patience is how long a member waits for the board to go on by itself before
	// asking for it.
	patience = 15 * time.Second
	// refreshTime is how long a member waits for an edit of an old board.
	refreshTime = time.Second
	// maxFailures is how often a game is tried again before it is given up.
	maxFailures = 12
)

// An action is what a member does next.
type action struct {
	what      string
	asksBoard bool // with /board
	send      func(context.Context) (*discordtest.Answer, error)
}

// play plays games until the play is stopped.
func (s *series) play(ctx context.Context) {
	for {
		a, ok := s.nextAction(ctx)
		if !ok {
			return
		}
		due, ok := s.workload.arrivals.next()
		if !ok {
			return
		}
		s.perform(ctx, a, due)
	}
}

// nextAction returns what to do next, after waiting for the bot's own moves;
// false when the play was stopped meanwhile.
func (s *series) nextAction(ctx context.Context) (action, bool) {
	for !s.workload.arrivals.stopped() && ctx.Err() == nil {
		switch {
		case s.failures > 1 && s.asked < s.failures:
			s.pause(ctx, time.Duration(s.failures)*retryPause)
			return s.board(), true
		case s.message == "":
			return s.begin(), true
		}
		switch v, ok := s.await(ctx, patience, func(v view.View) bool { return v.Over() || v.Playable() }); {
		case !ok:
			s.failures += 2 // the computer should have moved: ask for the board
		case v.Over():
			s.workload.reviews.after(ctx, s.players[0], v.Message)
			s.finish()
		default:
			return s.move(v), true
		}
	}
	return action{}, false
}

// read reads the live message; false when it shows no match of this series.
func (s *series) read() (view.View, bool) {
	m, ok := s.players[0].Message(s.message)
	if !ok {
		return view.View{}, false
	}
	v, ok := view.Read(m)
	switch {
	case ok && s.claim(v.Match):
		s.checker.observe(v)
		return v, true
	case !ok && s.neverBegan() && !m.Loading():
		s.checker.over = true
		return view.View{Message: m.ID, Match: s.checker.match, Version: s.checker.version}, true
	}
	return view.View{}, false
}

// neverBegan reports whether no more than the match's challenge was shown. When that
// expires there is nothing left to press.
func (s *series) neverBegan() bool { return s.checker != nil && s.checker.shown.None() }

// claim reports whether a match is this series'; a series without a match takes the
// first that no other has.
func (s *series) claim(match string) bool {
	if s.checker == nil {
		if other, taken := s.workload.claimed.LoadOrStore(match, s); taken && other != s {
			return false
		}
		s.checker = &checker{match: match}
		s.workload.started.Add(1)
	}
	return s.checker.match == match
}

// move returns what members do about a playable board.
func (s *series) move(v view.View) action {
	if c, ok := v.Control("accept"); ok {
		return s.use(len(s.players)-1, v, c)
	}
	for i, player := range s.players {
		if player.User().ID == v.ToMove {
			s.turn = i
		}
	}
	moves := v.Moves()
	return s.use(s.turn%len(s.players), v, moves[s.random.IntN(len(moves))])
}

// use returns the use of a control by one of the players.
func (s *series) use(player int, v view.View, c view.Control) action {
	client := s.players[player]
	if c.Type == discordtest.TypeButton {
		return action{what: "press", send: func(ctx context.Context) (*discordtest.Answer, error) {
			return client.Press(ctx, v.Message, c.CustomID)
		}}
	}
	value := c.Options[s.random.IntN(len(c.Options))].Value
	return action{what: "choose", send: func(ctx context.Context) (*discordtest.Answer, error) {
		return client.Choose(ctx, v.Message, c.CustomID, value)
	}}
}

// begin returns the command that begins a game.
func (s *series) begin() action {
	return action{what: s.command, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return s.players[0].Use(ctx, s.command, s.options)
	}}
}

// board returns the command that shows a game again.
func (s *series) board() action {
	return action{what: boardCommand, asksBoard: true, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return s.players[0].Use(ctx, boardCommand, nil)
	}}
}

// boardCommand shows the caller's game again, or asks which one.
const boardCommand = "/board"

// perform does an action and reacts to the answer.
func (s *series) perform(ctx context.Context, a action, due time.Time) {
	if a.asksBoard {
		s.asked = s.failures
	}
	answer, ok := s.send(ctx, a, due)
	if !ok {
		s.fail()
		return
	}
	switch m := answer.Message; {
	case m == nil: // the answer will follow
		if !s.awaitChange(ctx, patience) {
			s.fail()
		}
	case m.Ephemeral() && a.asksBoard:
		s.pickGame(ctx, *m)
	case m.Ephemeral():
		s.dismiss(*m)
		s.fail()
		s.turn++
		s.awaitChange(ctx, refreshTime)
	case m.Loading():
		s.message = m.ID
	default:
		s.show(*m)
	}
}

// send sends an interaction, notes what became of it, and returns the answer, if
// there was one.
func (s *series) send(ctx context.Context, a action, due time.Time) (*discordtest.Answer, bool) {
	flooded, sent := s.workload.flood.on(due), time.Now()
	answer, err := a.send(ctx)
	end := time.Now()
	switch {
	case ctx.Err() != nil:
		return nil, false
	case errors.Is(err, discordtest.ErrFailed):
		s.workload.results.unanswered(a.what, Span{sent, end}, err)
		return nil, false
	case err != nil: // nothing was sent, most often because the board changed while the member looked at it
		s.workload.results.unsent(a.what, err)
		return nil, false
	}
	refused := answer.Message != nil && answer.Message.Ephemeral() && !a.asksBoard
	s.workload.results.answered(flooded, refused, a.what, due, end)
	return answer, true
}

// fail counts an action that did not lead to a board. After too many failures the series gives up
// the game.
func (s *series) fail() {
	s.failures++
	if s.failures >= maxFailures {
		if s.checker != nil {
			s.givenUp = append(s.givenUp, pastGame{s.checker, s.message})
		}
		s.forget()
	}
}

// forget makes the series ready for another game.
func (s *series) forget() {
	s.message, s.checker, s.turn, s.failures, s.asked = "", nil, 0, 0, 0
}

// show takes an answer that shows a board.
func (s *series) show(m discordtest.Message) {
	v, ok := view.Read(m)
	if !ok || !s.claim(v.Match) {
		s.fail()
		return
	}
	if v.Version > s.checker.version {
		s.turn++
	}
	s.checker.check(v)
	s.message, s.failures, s.asked, s.confirmed = v.Message, 0, 0, true
}

// pickGame answers the question which game is meant by /board. Without a question
// there is no game to show.
func (s *series) pickGame(ctx context.Context, m discordtest.Message) {
	defer s.dismiss(m)
	menus := discordtest.Menus(m)
	if len(menus) == 0 {
		s.noGame()
		return
	}
	for _, o := range menus[0].Options {
		s.checkListed(o.Value)
		if !s.claim(o.Value) {
			continue
		}
		a := action{what: boardCommand, send: func(ctx context.Context) (*discordtest.Answer, error) {
			return s.players[0].Choose(ctx, m.ID, menus[0].CustomID, o.Value)
		}}
		if answer, ok := s.send(ctx, a, time.Now()); ok && answer.Message != nil && !answer.Message.Ephemeral() {
			s.show(*answer.Message)
			return
		}
		break
	}
	s.noGame()
}

// noGame handles an answer that there is no game. Either none was begun, or it ended without a
// message to the members. In the second case the next press on the old board shows the end.
func (s *series) noGame() {
	if s.checker == nil {
		s.forget()
		return
	}
	s.fail()
	s.asked = s.failures
}

// finish puts an ended game aside.
func (s *series) finish() {
	s.workload.ended.Add(1)
	if !s.neverBegan() { // whose message may also have moved
		s.workload.finished.Store(s.checker.match, true)
	}
	s.keepLoss(s.checker)
	s.ended = append(s.ended, pastGame{s.checker, s.message})
	if len(s.ended) > keptGames {
		_ = s.players[0].Delete(s.ended[0].message) // it may have been deleted before
		s.ended = s.ended[1:]
	}
	s.forget()
}

// keepLoss notes the first lost change of a match, if any.
func (s *series) keepLoss(c *checker) {
	if c.lost != "" {
		s.lost = append(s.lost, c.lost)
	}
}

// dismiss takes a private message from the member's screen.
func (s *series) dismiss(m discordtest.Message) {
	for _, player := range s.players {
		if player.Delete(m.ID) == nil {
			return
		}
	}
}

// await waits until the live message shows what it should, and returns that;
// false when the time is over before, or the play was stopped.
func (s *series) await(ctx context.Context, limit time.Duration, wanted func(view.View) bool) (view.View, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		changed := s.players[0].Changed() // before looking, so that no change is missed
		if v, ok := s.read(); ok && wanted(v) {
			return v, true
		}
		select {
		case <-changed:
		case <-timer.C:
			return view.View{}, false
		case <-ctx.Done():
			return view.View{}, false
		case <-s.workload.arrivals.stop:
			return view.View{}, false
		}
	}
}

// awaitChange waits until the live message shows more than was known.
func (s *series) awaitChange(ctx context.Context, limit time.Duration) bool {
	known := 0
	if s.checker != nil {
		known = s.checker.version
	}
	_, ok := s.await(ctx, limit, func(v view.View) bool { return v.Version > known })
	return ok
}

// pause waits before another try, unless the play is stopped.
func (s *series) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-s.workload.arrivals.stop:
	}
}
