package main

import (
	"context"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

// A Verdict is what the comparison at the end has shown.
type Verdict struct {
	Compared int      // games that were compared
	Lost     []string // what the bot has lost of games, a line a game
	Stuck    []string // games that are not over and in which nobody can move
	Unseen   []string // games about which the bot could not be asked
}

const (
	// inspectors is how many tables are inspected at once, inspectTime how long a
	// game may take.
	inspectors  = 32
	inspectTime = 20 * time.Second
	// mostBoards is how many games are shown with /board, and boardRate how many of
	// them a second: each makes the bot edit the message that showed the game before,
	// and Discord lets a bot make 50 such requests a second. Of the other games the
	// next move shows the board as well.
	mostBoards = 1000
	boardRate  = 40
)

// inspect has every table show its games once more, compares them with what was
// shown before, and makes a move in those that are not over.
func (h *hall) inspect(ctx context.Context) Verdict {
	h.pace, h.flood = &pace{stop: ctx.Done()}, nil
	boards := &pace{start: time.Now(), rate: boardRate, stop: ctx.Done()}
	var v Verdict
	var mu sync.Mutex
	var group sync.WaitGroup
	places := make(chan struct{}, inspectors)
	for i, t := range h.tables {
		if t.shows = i < mostBoards; t.shows {
			boards.next()
		}
		places <- struct{}{}
		group.Go(func() {
			defer func() { <-places }()
			found := t.inspect(ctx)
			mu.Lock()
			defer mu.Unlock()
			v.add(found)
		})
	}
	group.Wait()
	return v
}

func (v *Verdict) add(o Verdict) {
	v.Compared += o.Compared
	v.Lost = append(v.Lost, o.Lost...)
	v.Stuck = append(v.Stuck, o.Stuck...)
	v.Unseen = append(v.Unseen, o.Unseen...)
}

// inspect compares the table's games: the one under way, those that were given
// up, and the last ones that have ended.
func (t *table) inspect(ctx context.Context) Verdict {
	t.inspected = true
	var v Verdict
	games := t.left
	if t.witness != nil {
		games = append(games, past{t.witness, t.message})
	}
	ended := t.past
	for _, g := range games {
		v.Compared++
		switch found := t.lookAt(ctx, g); {
		case g.witness.lost != "": // noted below
		case found == stuck:
			v.Stuck = append(v.Stuck, "match "+g.witness.match+" is not over, and nobody can move")
		case found == unseen:
			v.Unseen = append(v.Unseen, "match "+g.witness.match+": the bot could not be asked about it")
		}
		t.noteLoss(g.witness)
	}
	for _, g := range ended {
		v.Compared++
		t.recall(ctx, g)
	}
	v.Lost = t.lost
	return v
}

// A finding is what was found of a game.
type finding uint8

const (
	well   finding = iota // it goes on, or has ended
	stuck                 // it is not over, and nobody can move
	unseen                // the bot has given no answer
)

// lookAt has a game shown once more and makes a move in it, in the time that a
// game may take.
func (t *table) lookAt(ctx context.Context, g past) finding {
	ctx, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	return t.goesOn(ctx, g)
}

// goesOn has a game shown once more and makes a move in it. A game that the bot
// does not know any more is lost.
func (t *table) goesOn(ctx context.Context, g past) finding {
	t.leave()
	t.left = nil
	t.witness, t.message, t.confirmed = g.witness, g.message, false
	if t.shows {
		t.doubts = 2 // enough for /board to be used first
	}
	for ctx.Err() == nil {
		a, ok := t.choose(ctx)
		switch {
		case t.witness != g.witness: // it has ended, or was given up
			return t.settle(ctx, g)
		case !ok:
			return stuck
		}
		before := g.witness.version
		t.carryOut(ctx, a, time.Now())
		switch {
		case t.witness != g.witness:
			return t.settle(ctx, g)
		case !a.asks && g.witness.version > before, g.witness.lost != "":
			return well
		}
	}
	return stuck
}

// settle says how a game stands that was left. One that the bot has not shown any
// more may have ended unseen; then the bot knows it at least.
func (t *table) settle(ctx context.Context, g past) finding {
	switch {
	case g.witness.over:
		return well
	case t.confirmed:
		return stuck
	}
	switch knows, said := t.asks(ctx, g); {
	case knows:
		return well
	case said == "":
		return unseen
	default:
		g.witness.loses("it had not ended, and now: " + said)
		return stuck
	}
}

// recall checks that the bot still knows a game that has ended.
func (t *table) recall(ctx context.Context, g past) {
	if knows, said := t.asks(ctx, g); !knows && said != "" {
		g.witness.loses("it had ended, and now: " + said)
		t.noteLoss(g.witness)
	}
}

// asks says whether the bot knows a game, by a button of its old message that
// changes nothing: who presses it gets the rules, or a sentence about the reason
// for which there are none, which is returned; "" when it could not be asked.
func (t *table) asks(ctx context.Context, g past) (knows bool, said string) {
	m, _ := t.seats[0].Message(g.message)
	s, _ := see(m)
	c, ok := s.control("rules")
	if !ok {
		return false, ""
	}
	answer, ok := t.do(ctx, t.use(0, s, c), time.Now())
	if !ok || answer.Message == nil || !answer.Message.Ephemeral() {
		return false, ""
	}
	defer t.dismiss(*answer.Message)
	return len(answer.Message.Components) > 0, discordtest.Text(*answer.Message)
}

// suspect notes a match that the bot lists as unfinished though its end was
// shown.
func (t *table) suspect(match string) {
	if !t.inspected {
		return // another table may be ending it at this moment
	}
	if _, ended := t.hall.finished.Load(match); ended {
		t.lost = append(t.lost, "match "+match+": it had ended, and is listed as unfinished")
	}
}
