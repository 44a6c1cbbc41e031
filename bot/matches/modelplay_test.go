package matches

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing/synctest"
	"time"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// play runs a random number of members' actions, waits until all work is done, and checks the result.
func (m *model) play() {
	m.mu.Lock()
	acts := 10 + m.rng.IntN(20)
	m.mu.Unlock()
	for range acts {
		m.act()
		m.mu.Lock()
		wait := time.Duration(m.rng.IntN(1500)) * time.Millisecond
		m.mu.Unlock()
		time.Sleep(wait)
	}
	m.mu.Lock()
	m.calm = true
	m.mu.Unlock()
	time.Sleep(time.Minute)
	m.pressAll()
	time.Sleep(time.Minute)
	m.playOn()
	time.Sleep(time.Minute)
	synctest.Wait()
	m.check()
	m.mu.Lock()
	managers := m.managers
	m.mu.Unlock()
	for _, p := range managers {
		p.stop()
		if err := p.manager.Close(context.Background()); err != nil {
			m.t.Error(err)
		}
	}
	time.Sleep(time.Hour) // until all timers and waiting calls have ended
}

// act makes a member do something at random.
func (m *model) act() {
	m.mu.Lock()
	defer m.mu.Unlock()
	var live []*message
	for _, one := range m.messages {
		if _, _, ok := parse(one.content); ok && !one.private {
			live = append(live, one)
		}
	}
	n := m.rng.IntN(10)
	switch {
	case len(live) == 0 || n == 0:
		m.interact(&plan.Request{Kind: plan.Command}, m.begin)
	case n == 1:
		id, _, _ := parse(live[m.rng.IntN(len(live))].content)
		m.interact(&plan.Request{Kind: plan.Command}, again(id))
	case n == 2:
		m.interact(&plan.Request{Kind: plan.Command}, func(r *plan.Request) (plan.Plan, error) {
			games, err := r.Read.OpenMatches(match.Scope{Channel: channel})
			if err == nil && len(games) == 0 {
				err = errors.New("no game")
			}
			if err != nil {
				return nil, err
			}
			return again(games[0].Match.ID)(nil)
		})
	default:
		m.press(live[m.rng.IntN(len(live))], 0)
	}
}

// press makes a member press the board in a message. The press is for the given version of the match, or for the
// version that the message shows if `version` is 0.
func (m *model) press(on *message, version int) {
	id, shown, _ := parse(on.content)
	if version == 0 {
		version = shown
	}
	r := &plan.Request{Kind: plan.Press, Message: plan.Message{ID: on.id}, Match: id}
	m.interact(r, move(id, version))
}

// interact delivers an interaction to one of the processes, and in one case of ten a second time.
func (m *model) interact(r *plan.Request, handle plan.Handler) {
	m.ids++
	r.ID, r.User, r.Texts, r.Place = strconv.Itoa(m.ids), "7", texts.Load(), match.Place{Guild: "500", Channel: channel, Away: m.away}
	m.tell("a member does %s on message %q", r.ID, r.Message.ID)
	m.submit(r, handle)
	if m.chance(10) {
		go func() {
			time.Sleep(400 * time.Millisecond)
			m.mu.Lock()
			defer m.mu.Unlock()
			m.tell("%s is delivered again", r.ID)
			m.submit(r, handle)
		}()
	}
}

// submit delivers a copy of an interaction to one of the processes.
func (m *model) submit(delivered *plan.Request, handle plan.Handler) {
	own := *delivered
	r := &own
	p := m.managers[m.rng.IntN(len(m.managers))]
	if p.crashed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	key := "i/" + r.ID
	if id := r.Match; id != "" {
		key = Key(id)
	}
	to := &responder{process: p, request: r, ctx: ctx, cancel: cancel}
	(&Executor{Manager: p.manager}).Submit(key, r, handle, to)
}

// The handlers of the members' interactions.

func (m *model) begin(r *plan.Request) (plan.Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	opponent := []match.Player{match.Computer("random"), match.Person("8")}[m.rng.IntN(2)]
	watched := m.rng.IntN(6) == 0
	var clock time.Duration
	if opponent.IsPerson() && !watched && m.rng.IntN(3) == 0 {
		clock = time.Minute
	}
	return plan.New{Begin: func(f plan.Facts) (match.Match, error) {
		x := match.Person(r.User)
		if watched {
			x, opponent = match.Computer("random"), match.Computer("random")
		}
		return match.New(f.ID, r.User, x, opponent, match.Options{Variant: game.Classic(4), Clock: clock}, f.Toss, f.Now)
	}}, nil
}

// again returns a handler that shows a match in a new message.
func again(id match.ID) plan.Handler {
	return func(*plan.Request) (plan.Plan, error) {
		return plan.On{Match: id, Decide: func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
			return plan.Decision{Answer: plan.Answer{As: plan.Anew, View: &plan.View{}}}, nil
		}}, nil
	}
}

// move returns a handler that makes the next possible change if the match has the given version: it accepts the
// challenge or plays the first legal move.
func move(id match.ID, version int) plan.Handler {
	return func(*plan.Request) (plan.Plan, error) {
		return plan.On{Match: id, Decide: func(_ *plan.Request, r match.Record, f plan.Facts) (plan.Decision, error) {
			if r.Match.Version != version {
				return plan.Decision{}, errStale
			}
			var next match.Match
			var err error
			switch {
			case r.Match.Status == match.Challenge:
				next, err = r.Match.Accept("8", f.Toss, f.Now)
			case r.Match.ToMove().IsPerson():
				next, err = r.Match.Play(r.Match.ToMove().ID, r.Match.Position().Moves()[0], f.Now)
			default:
				return plan.Decision{}, errors.New("nothing to do")
			}
			return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, err
		}}, nil
	}
}

// pressAll presses every board, the oldest first, at a version that does not exist.
func (m *model) pressAll() {
	m.mu.Lock()
	all := slices.Clone(m.messages)
	m.mu.Unlock()
	for _, one := range all {
		m.mu.Lock()
		if _, _, live := parse(one.content); live {
			m.press(one, 1_000_000)
		}
		m.mu.Unlock()
		time.Sleep(time.Second)
	}
}

// playOn repairs the one failure that the bot cannot see: an edit by one process arrives late and overwrites a board
// that the other process has just drawn. The message that the store names then no longer shows its match. playOn
// presses the newest board of such a match. If that board accepts no press, it shows the match again by command.
func (m *model) playOn() {
	m.mu.Lock()
	defer m.mu.Unlock()
	done := map[match.ID]bool{}
	for _, one := range slices.Backward(m.messages) {
		id, version, live := parse(one.content)
		r, err := m.store.Load(context.Background(), id)
		if !live || done[id] || err != nil { // check reports the error
			continue
		}
		done[id] = true
		named := slices.ContainsFunc(m.messages, func(other *message) bool {
			shown, _, live := parse(other.content)
			return other.id == r.Message && live && shown == id
		})
		switch {
		case named:
		case version == r.Match.Version && (r.Match.Status == match.Challenge || r.Match.ToMove().IsPerson()):
			m.press(one, 0)
		default:
			m.interact(&plan.Request{Kind: plan.Command}, again(id))
		}
	}
}

// check checks the invariants after all actions.
func (m *model) check() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, n := range m.effects {
		if n != 1 {
			m.fail("%s counted %d times", key, n)
		}
	}
	for ping, n := range m.told {
		if n != 1 {
			m.fail("%q was told %d times", ping, n)
		}
	}
	m.checkPings()
	shown := map[match.ID][]*message{}
	for _, one := range m.messages {
		if id, _, live := parse(one.content); live {
			shown[id] = append(shown[id], one)
		}
	}
	for id, messages := range maps.All(shown) {
		r, err := m.store.Load(context.Background(), id)
		if err != nil {
			m.fail("%s: %v", id, err)
			continue
		}
		newest := messages[len(messages)-1]
		if i := slices.IndexFunc(messages, func(one *message) bool { return one.id == r.Message }); m.away && i >= 0 {
			newest = messages[i] // the slower process may have made an older message the live one
		}
		if reason := r.Match.Result.Reason; m.away && (reason == match.ByTimeout || reason == match.Aborted) {
			continue // the clock ended the match: the bot may not edit the board, and nobody has pressed it since
		}
		if m.away && r.Match.Watched() {
			continue // a game between computers goes on in one process, but the other one may have got the last press, with the token for edits
		}
		if _, version, _ := parse(newest.content); version != r.Match.Version {
			m.fail("message %s shows %s, which is at %d", newest.id, newest.content, r.Match.Version)
		}
		if len(messages) > 1 && !m.away { // if the bot is away, it cannot remove the buttons of old messages
			m.fail("%s is shown by %d messages", id, len(messages))
		}
		if r.Message != newest.id {
			m.fail("%s is shown by %s, but the store has %q", id, newest.id, r.Message)
		}
		if r.Match.ToMove().IsComputer() && time.Since(r.Match.Changed) > 20*time.Second {
			m.fail("%s waits for the computer", id)
		}
	}
}

// checkPings checks that each mention in the channel belongs to a turn that has not ended, and that
// no mention of a turn is missing or pending.
func (m *model) checkPings() {
	left := map[string]bool{}
	for _, one := range m.messages {
		if strings.HasPrefix(one.content, "ping ") {
			left[one.id] = true
		}
	}
	games, err := m.store.Unfinished(context.Background(), match.Scope{Channel: channel})
	if err != nil {
		m.fail("%v", err)
	}
	for _, r := range games {
		if notice, _ := r.Notice(time.Now()); notice != match.NoNotice || r.PingIsOld() || !r.Ping.Pending.IsZero() {
			m.fail("%s: notice %d is due, and the ping is %+v", r.Match.ID, notice, r.Ping)
		}
		if told := r.Ping.Told != match.NoNotice && !m.away; told && !left[r.Ping.Message] {
			m.fail("%s: the ping %+v is not there", r.Match.ID, r.Ping)
		}
		delete(left, r.Ping.Message)
	}
	if len(left) > 0 {
		m.fail("pings are left: %v", left)
	}
}

func (m *model) fail(format string, args ...any) {
	m.t.Errorf(format, args...)
	if m.t.Failed() {
		m.t.Log(strings.Join(m.story, "\n"))
		m.story = nil
	}
}
