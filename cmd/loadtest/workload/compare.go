package workload

import (
	"context"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/view"
)

// A Verdict is what the comparison at the end has shown.
type Verdict struct {
	Compared int      // games that were compared
	Lost     []string // what the bot has lost of games, a line a game
	Stuck    []string // unfinished games where nobody can move
	Unseen   []string // games about which the bot could not be asked
}

const (
	// compareAtOnce is how many series are compared at once, compareTime how long a
	// game may take.
	compareAtOnce = 32
	compareTime   = 20 * time.Second
	// maxBoards is how many games are shown with /board, and boardRate how many of
	// them a second: each makes the bot edit the message that showed the game before,
	// and Discord lets a bot make 50 such requests a second. Of the other games the
	// next move shows the board as well.
	maxBoards = 1000
	boardRate = 40
)

// Compare has every game shown once more, after Stop, compares it with what was
// shown before, and makes a move in it if it is not over.
func (w *Workload) Compare(ctx context.Context) Verdict {
	w.arrivals, w.flood = &arrivals{stop: ctx.Done()}, nil
	boards := &arrivals{start: time.Now(), rate: boardRate, stop: ctx.Done()}
	var all Verdict
	var mu sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, compareAtOnce)
	for i, s := range w.series {
		if s.useBoard = i < maxBoards; s.useBoard {
			boards.next()
		}
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			v := s.compare(ctx)
			mu.Lock()
			defer mu.Unlock()
			all.Compared += v.Compared
			all.Lost = append(all.Lost, v.Lost...)
			all.Stuck = append(all.Stuck, v.Stuck...)
			all.Unseen = append(all.Unseen, v.Unseen...)
		})
	}
	group.Wait()
	return all
}

// compare compares the games of a series: the one under way, those that were
// given up, and the last ones that have ended.
func (s *series) compare(ctx context.Context) Verdict {
	s.comparing = true
	var v Verdict
	unfinished, ended := s.givenUp, s.ended
	if s.checker != nil {
		unfinished = append(unfinished, pastGame{s.checker, s.message})
	}
	for _, g := range unfinished {
		v.Compared++
		limited, cancel := context.WithTimeout(ctx, compareTime)
		switch found := s.playOn(limited, g); {
		case g.checker.lost != "": // kept below
		case found == stuck:
			v.Stuck = append(v.Stuck, "match "+g.checker.match+" is not over, and nobody can move")
		case found == unseen:
			v.Unseen = append(v.Unseen, "match "+g.checker.match+": the bot could not be asked about it")
		}
		cancel()
		s.keepLoss(g.checker)
	}
	for _, g := range ended {
		v.Compared++
		if known, said := s.askAbout(ctx, g); !known && said != "" {
			g.checker.noteLoss("it had ended, and now: " + said)
			s.keepLoss(g.checker)
		}
	}
	v.Lost = s.lost
	return v
}

// A finding is what was found of a game.
type finding uint8

const (
	fine   finding = iota // it goes on, or has ended
	stuck                 // it is not over, and nobody can move
	unseen                // the bot has given no answer
)

// playOn has a game shown once more and makes a move in it. A game that the bot
// does not know any more is lost.
func (s *series) playOn(ctx context.Context, g pastGame) finding {
	s.forget()
	s.givenUp = nil
	s.checker, s.message, s.confirmed = g.checker, g.message, false
	if s.useBoard {
		s.failures = 2 // enough for /board to be used first
	}
	for ctx.Err() == nil {
		a, ok := s.nextAction(ctx)
		switch {
		case s.checker != g.checker: // it has ended, or was given up
			return s.judge(ctx, g)
		case !ok:
			return stuck
		}
		before := g.checker.version
		s.perform(ctx, a, time.Now())
		switch {
		case s.checker != g.checker:
			return s.judge(ctx, g)
		case !a.asksBoard && g.checker.version > before, g.checker.lost != "":
			return fine
		}
	}
	return stuck
}

// judge says how a game stands that is not played any more. One that the bot has
// not shown any more may have ended unseen; then the bot knows it at least.
func (s *series) judge(ctx context.Context, g pastGame) finding {
	switch {
	case g.checker.over:
		return fine
	case s.confirmed:
		return stuck
	}
	switch known, said := s.askAbout(ctx, g); {
	case known:
		return fine
	case said == "":
		return unseen
	default:
		g.checker.noteLoss("it had not ended, and now: " + said)
		return stuck
	}
}

// askAbout asks whether the bot knows a game, by a button of its old message that changes nothing:
// the answer is a page, or a sentence with the reason for a refusal, which is returned; "" if the
// bot could not be asked.
func (s *series) askAbout(ctx context.Context, g pastGame) (known bool, said string) {
	m, _ := s.players[0].Message(g.message)
	v, _ := view.Read(m)
	c, ok := v.Control("more")
	if !ok {
		return false, ""
	}
	answer, ok := s.send(ctx, s.use(0, v, c), time.Now())
	if !ok || answer.Message == nil || !answer.Message.Ephemeral() {
		return false, ""
	}
	defer s.dismiss(*answer.Message)
	return len(answer.Message.Components) > 0, discordtest.Text(*answer.Message)
}

// checkListed notes a loss when the bot lists a match as unfinished though its end
// was shown.
func (s *series) checkListed(match string) {
	if !s.comparing {
		return // another series may be ending it at this moment
	}
	if _, ended := s.workload.finished.Load(match); ended {
		s.lost = append(s.lost, "match "+match+": it had ended, and is listed as unfinished")
	}
}
