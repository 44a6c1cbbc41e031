package workload

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/view"
)

// A series plays one game after another, between two members or between one member and the computer. It knows no rules:
// it chooses its next step only from the messages that Discord shows. A series must not be used by two goroutines at
// once.
type series struct {
	workload *Workload
	players  []*discordtest.Client // the first player begins the games
	command  string
	options  map[string]any
	random   *rand.Rand

	message  discordtest.Snowflake // id of the current live message; "" before it is known
	checker  *checker              // of the current match; nil before the match is known
	turn     int                   // players[turn%len(players)] probably plays next
	failures int                   // failed actions since the board was last shown
	asked    int                   // the value of `failures` when /board was last used

	ended   []pastGame // the last finished games, oldest first; their messages are kept
	givenUp []pastGame // games that were given up after too many failed actions
	lost    []string   // descriptions of the data that the bot lost

	comparing bool // the final comparison is running
	useBoard  bool // during the comparison: whether this series uses /board to show its game
	confirmed bool // during the comparison: whether the bot has shown the board
}

// A pastGame is a game that the series no longer plays.
type pastGame struct {
	checker *checker
	message discordtest.Snowflake
}

const (
	// keptGames is how many finished games keep their messages for the final comparison. Older
	// messages are deleted, so that the emulator's memory stays flat.
	keptGames = 2
	// retryPause is the pause before a retry, multiplied by the number of failures.
	retryPause = 20 * time.Millisecond
	// patience is how long a member waits for the board to change. After that the member uses /board.
	patience = 15 * time.Second
	// refreshTime is how long a member waits for a newer board after a refused action. The bot may still be editing the
	// message.
	refreshTime = time.Second
	// maxFailures is the number of failed actions after which a game is given up.
	maxFailures = 12
)

// An action is the next step of a member.
type action struct {
	what      string
	asksBoard bool // the action is /board
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

// nextAction returns the next action of a member. While the computer thinks, nextAction waits for its move. It returns
// false if the play was stopped.
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
			s.failures += 2 // the computer has not moved; two failures lead to /board
		case v.Over():
			s.workload.reviews.after(ctx, s.players[0], v.Message)
			s.finish()
		default:
			return s.move(v), true
		}
	}
	return action{}, false
}

// read reads the live message and lets the checker check it. It returns false if the message shows no match of this
// series.
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

// neverBegan reports whether Discord has shown the match's challenge but no board yet. If the message of such a match
// has no buttons, the challenge has expired.
func (s *series) neverBegan() bool { return s.checker != nil && s.checker.shown.None() }

// claim reports whether a match belongs to this series. If the series has no match yet, and no other series owns this
// one, the match becomes its own.
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

// move returns the next action on a message that offers one: to accept a challenge, or to make a random move.
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

// use returns the action of a player who presses a button, or chooses a random option of a menu.
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

// begin returns the first player's action that begins a game.
func (s *series) begin() action {
	return action{what: s.command, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return s.players[0].Use(ctx, s.command, s.options)
	}}
}

// board returns the first player's action that lets the bot show the game again.
func (s *series) board() action {
	return action{what: boardCommand, asksBoard: true, send: func(ctx context.Context) (*discordtest.Answer, error) {
		return s.players[0].Use(ctx, boardCommand, nil)
	}}
}

// boardCommand shows the caller's game again. If the caller has several games, it offers a choice.
const boardCommand = "/board"

// perform carries out an action and handles the answer.
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
	case m == nil: // a deferred answer: the bot edits the message later
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

// send sends an interaction and records its outcome. It returns false if there was no answer.
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
	case err != nil: // nothing was sent, usually because the button had disappeared in the meantime
		s.workload.results.unsent(a.what, err)
		return nil, false
	}
	refused := answer.Message != nil && answer.Message.Ephemeral() && !a.asksBoard
	s.workload.results.answered(flooded, refused, a.what, due, end)
	return answer, true
}

// fail counts an action that did not lead to a board. After too many failures the series gives up the game.
func (s *series) fail() {
	s.failures++
	if s.failures >= maxFailures {
		if s.checker != nil {
			s.givenUp = append(s.givenUp, pastGame{s.checker, s.message})
		}
		s.forget()
	}
}

// forget makes the series ready to begin another game. It drops the current game without recording anything.
func (s *series) forget() {
	s.message, s.checker, s.turn, s.failures, s.asked = "", nil, 0, 0, 0
}

// show handles an answer that shows a board.
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

// pickGame handles the private answer to /board. The answer is either a menu of the caller's games, or a refusal
// because the caller has no game.
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

// noGame is called when /board does not offer the current game. If the series has no match, it begins a new game next.
// Otherwise the match may have ended without a notice. Then the next press on the old board will show the end.
func (s *series) noGame() {
	if s.checker == nil {
		s.forget()
		return
	}
	s.fail()
	s.asked = s.failures
}

// finish records the end of the current game and drops the game.
func (s *series) finish() {
	s.workload.ended.Add(1)
	if !s.neverBegan() { // the end of a challenge is not certain: it may have expired, or may go on in another message
		s.workload.finished.Store(s.checker.match, true)
	}
	s.keepLoss(s.checker)
	s.ended = append(s.ended, pastGame{s.checker, s.message})
	if len(s.ended) > keptGames {
		_ = s.players[0].Delete(s.ended[0].message) // the message may already be deleted
		s.ended = s.ended[1:]
	}
	s.forget()
}

// keepLoss appends the checker's description of lost data to s.lost, if it has one.
func (s *series) keepLoss(c *checker) {
	if c.lost != "" {
		s.lost = append(s.lost, c.lost)
	}
}

// dismiss removes a private message, as if the member who sees it had dismissed it.
func (s *series) dismiss(m discordtest.Message) {
	for _, player := range s.players {
		if player.Delete(m.ID) == nil {
			return
		}
	}
}

// await waits until `wanted` returns true for the live message, and returns the message's view. It returns false if
// that takes longer than `limit`, or if the play is stopped.
func (s *series) await(ctx context.Context, limit time.Duration, wanted func(view.View) bool) (view.View, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		changed := s.players[0].Changed() // called before the message is read, so that no later change is missed
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

// awaitChange waits until the live message shows a newer version of the match.
func (s *series) awaitChange(ctx context.Context, limit time.Duration) bool {
	known := 0
	if s.checker != nil {
		known = s.checker.version
	}
	_, ok := s.await(ctx, limit, func(v view.View) bool { return v.Version > known })
	return ok
}

// pause waits before a retry. It returns early if the play is stopped.
func (s *series) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-s.workload.arrivals.stop:
	}
}
