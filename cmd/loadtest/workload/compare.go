package workload

import (
	"context"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/loadtest/view"
)

// A Verdict is the result of the final comparison.
type Verdict struct {
	Compared int      // number of games that were compared
	Lost     []string // one line for each game that has lost a move or is gone
	Stuck    []string // unfinished games where nobody can move
	Unseen   []string // one line for each game whose state could not be checked, because the bot did not show it
}

const (
	// compareAtOnce is how many series are compared concurrently. compareTime limits the comparison of one game.
	compareAtOnce = 32
	compareTime   = 20 * time.Second
	// maxBoards is how many series show their game with /board. boardRate is how many of them begin per second: each
	// /board makes the bot edit the message that showed the game before, and Discord limits a bot to 50 such requests a
	// second. In the other series, the bot shows the board in answer to a move.
	maxBoards = 1000
	boardRate = 40
)

// Compare checks that the bot still has the games in the state that Discord last showed. It makes a move in each
// unfinished game. Of the finished games it checks the last few of each series. Call it after Stop.
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

// compare checks the games of one series: the current game, the games that were given up, and the last finished games.
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
		case g.checker.lost != "": // the call of keepLoss below reports it
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

// A finding is the result of comparing one game.
type finding uint8

const (
	fine   finding = iota // the game goes on or has ended
	stuck                 // the game is not over, and nobody can move
	unseen                // the bot gave no answer
)

// playOn makes the bot show a game again, and makes a move in it. If the bot no longer knows the game, playOn records
// the loss.
func (s *series) playOn(ctx context.Context, g pastGame) finding {
	s.forget()
	s.givenUp = nil
	s.checker, s.message, s.confirmed = g.checker, g.message, false
	if s.useBoard {
		s.failures = 2 // two failures make nextAction use /board
	}
	for ctx.Err() == nil {
		a, ok := s.nextAction(ctx)
		switch {
		case s.checker != g.checker: // the series no longer plays g: g has ended or was given up
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

// judge returns the finding for a game that the series stopped playing during the comparison. The game is fine if its
// end was shown. It is stuck if the bot showed its board during the comparison, but no end. Otherwise the game may have
// ended without a notice, so judge asks the bot about it. If the bot no longer knows the game, judge records the loss.
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

// askAbout finds out whether the bot still knows a game. It presses the button "more" of the game's old message, which
// does not change the game. If the bot knows the game, it answers with a private page. Otherwise `said` is the text of
// the bot's refusal, or "" if the message has no such button or there was no answer.
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

// checkListed is called for each match that the bot lists as unfinished. If Discord has shown the end of the match,
// checkListed records lost data. It does so only during the final comparison.
func (s *series) checkListed(match string) {
	if !s.comparing {
		return // during the play, the match may have ended in another series after the bot made the list
	}
	if _, ended := s.workload.finished.Load(match); ended {
		s.lost = append(s.lost, "match "+match+": it had ended, and is listed as unfinished")
	}
}
