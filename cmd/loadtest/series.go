package main

import (
	"context"
	"math/rand/v2"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

// A series plays one game after another. It knows no rules: it chooses its next step only from the messages that
// Discord shows.
type series struct {
	members *members
	players []*discordtest.Client // the first player begins the games
	command string                // begins a game
	values  map[string]any        // options of the command
	random  *rand.Rand

	game     *game // the current one
	turn     int   // players[turn%len(players)] probably plays next
	failures int   // failed actions since the board was last shown
	asked    int   // the value of `failures` when /board was last used

	ended   []*game // the last finished games, oldest first; their messages are kept
	givenUp []*game // games that were given up after too many failed actions
	verdict verdict

	comparing bool // the final comparison is running
	confirmed bool // during the comparison: whether the bot has shown the board
}

const (
	keptGames    = 2                     // finished games for the final comparison; messages of older ones are deleted
	retryPause   = 20 * time.Millisecond // pause before a retry, multiplied by the number of failures
	patience     = 15 * time.Second      // how long to wait for the board to change before using /board
	refreshTime  = time.Second           // how long to wait for a newer board after a refused action
	maxFailures  = 12                    // failed actions after which a game is given up
	boardCommand = "/board"              // shows the caller's game again, or offers a choice of several
)

func (s *series) play(ctx context.Context) {
	for ctx.Err() == nil {
		s.step(ctx)
	}
}

type interaction func(context.Context) (*discordtest.Answer, error)

func (s *series) use(command string, values map[string]any) interaction {
	return func(ctx context.Context) (*discordtest.Answer, error) { return s.players[0].Use(ctx, command, values) }
}

func (s *series) press(player int, v view, c control) interaction {
	return func(ctx context.Context) (*discordtest.Answer, error) {
		if c.Type == object.TypeButton {
			return s.players[player].Press(ctx, v.message, c.CustomID)
		}
		return s.players[player].Choose(ctx, v.message, c.CustomID, c.Options[s.random.IntN(len(c.Options))].Value)
	}
}

// step takes the next step of a member, or waits for the computer's move. It reports whether that was a move that the
// bot has shown.
func (s *series) step(ctx context.Context) (moved bool) {
	switch {
	case s.failures > 1 && s.asked < s.failures:
		sleep(ctx, time.Duration(s.failures)*retryPause)
		s.asked = s.failures
		s.act(ctx, boardCommand, s.use(boardCommand, nil))
		return false
	case s.game.message == "":
		return s.act(ctx, s.command, s.use(s.command, s.values))
	}
	v, ok := s.await(ctx, patience, func(v view) bool {
		_, challenge := v.control("accept")
		return v.over() || challenge || len(v.moves()) > 0
	})
	switch accept, challenged := v.control("accept"); {
	case !ok:
		s.failures += 2 // the computer has not moved; two failures lead to /board
	case v.over():
		s.members.reviews.after(ctx, s.players[0], v.message)
		s.finish()
	case challenged:
		return s.act(ctx, "press", s.press(len(s.players)-1, v, accept))
	default:
		for i, player := range s.players {
			if player.User().ID == v.toMove {
				s.turn = i
			}
		}
		moves := v.moves()
		return s.act(ctx, "press", s.press(s.turn%len(s.players), v, moves[s.random.IntN(len(moves))]))
	}
	return false
}

func (s *series) act(ctx context.Context, what string, i interaction) bool {
	before, known := s.game, s.game.version
	answer, ok := s.send(ctx, what, i)
	if !ok {
		s.fail()
		return false
	}
	switch m := answer.Message; {
	case m == nil: // a deferred answer: the bot edits the message later
		if !s.awaitChange(ctx, patience) {
			s.fail()
		}
	case m.Ephemeral() && what == boardCommand:
		s.pickGame(ctx, *m)
	case m.Ephemeral():
		s.dismiss(*m)
		s.fail()
		s.turn++
		s.awaitChange(ctx, refreshTime)
	case m.Loading():
		s.game.message = m.ID
	default:
		s.show(*m)
	}
	return s.game == before && s.game.version > known
}

// send sends an interaction when one is due, and records its outcome. It does not end with ctx: a play that is stopped
// waits for the answers, which Discord itself limits to three seconds.
func (s *series) send(ctx context.Context, what string, i interaction) (*discordtest.Answer, bool) {
	due := s.members.arrivals.next(ctx)
	if ctx.Err() != nil {
		return nil, false
	}
	sent := time.Now()
	answer, err := i(context.WithoutCancel(ctx))
	refused := err == nil && answer.Message != nil && answer.Message.Ephemeral() && what != boardCommand
	s.members.results.record(what, due, span{sent, time.Now()}, refused, err)
	return answer, err == nil
}

func (s *series) fail() {
	s.failures++
	if s.failures < maxFailures {
		return
	}
	if s.game.match != "" {
		s.givenUp = append(s.givenUp, s.game)
	}
	s.forget()
}

func (s *series) forget() {
	s.game, s.turn, s.failures, s.asked = &game{}, 0, 0, 0
}

func (s *series) show(m discordtest.Message) {
	v, ok := readView(m)
	if !ok || !s.claim(v.match) {
		s.fail()
		return
	}
	if v.version > s.game.version {
		s.turn++
	}
	s.game.check(v)
	s.game.message, s.failures, s.asked, s.confirmed = v.message, 0, 0, true
}

func (s *series) claim(match string) bool {
	if s.game.match == "" {
		if other, taken := s.members.claimed.LoadOrStore(match, s); taken && other != s {
			return false
		}
		s.game.match = match
		s.members.started.Add(1)
	}
	return s.game.match == match
}

func (s *series) pickGame(ctx context.Context, m discordtest.Message) {
	defer s.dismiss(m)
	for _, menu := range discordtest.Menus(m) {
		for _, o := range menu.Options {
			s.checkListed(o.Value)
			if !s.claim(o.Value) {
				continue
			}
			answer, ok := s.send(ctx, "choose", func(ctx context.Context) (*discordtest.Answer, error) {
				return s.players[0].Choose(ctx, m.ID, menu.CustomID, o.Value)
			})
			if ok && answer.Message != nil && !answer.Message.Ephemeral() {
				s.show(*answer.Message)
				return
			}
			break
		}
	}
	if s.game.match == "" {
		s.forget() // the next step begins a game
		return
	}
	s.fail() // the match may have ended without a notice: then the next press on the old board will show the end
	s.asked = s.failures
}

func (s *series) finish() {
	s.members.ended.Add(1)
	if !s.game.neverBegan() { // the end of a challenge is not certain: it may have expired, or may go on in another message
		s.members.finished.Store(s.game.match, true)
	}
	s.keepLoss(s.game)
	s.ended = append(s.ended, s.game)
	if len(s.ended) > keptGames {
		_ = s.players[0].Delete(s.ended[0].message) // the message may already be deleted
		s.ended = s.ended[1:]
	}
	s.forget()
}

func (s *series) keepLoss(g *game) {
	if g.lost != "" {
		s.verdict.lost = append(s.verdict.lost, g.lost)
	}
}

func (s *series) dismiss(m discordtest.Message) {
	for _, player := range s.players {
		if player.Delete(m.ID) == nil {
			return
		}
	}
}

// read reads the live message and checks it, unless it is older than the last answer. It returns false if the message
// shows no match of this series.
func (s *series) read() (view, bool) {
	m, ok := s.players[0].Message(s.game.message)
	if !ok {
		return view{}, false
	}
	v, ok := readView(m)
	switch {
	case ok && s.claim(v.match):
		if v.version > s.game.version {
			s.game.check(v)
		}
		return v, true
	case !ok && s.game.neverBegan() && !m.Loading():
		s.game.over = true
		return view{message: m.ID, match: s.game.match, version: s.game.version}, true
	}
	return view{}, false
}

// await waits until `wanted` returns true for the live message, whose view it returns, or returns false after `limit`.
func (s *series) await(ctx context.Context, limit time.Duration, wanted func(view) bool) (view, bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		changed := s.players[0].Changed() // called before the message is read, so that no later change is missed
		if v, ok := s.read(); ok && wanted(v) {
			return v, true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return view{}, false
		}
	}
}

func (s *series) awaitChange(ctx context.Context, limit time.Duration) bool {
	known := s.game.version
	_, ok := s.await(ctx, limit, func(v view) bool { return v.version > known })
	return ok
}
