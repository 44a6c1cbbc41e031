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
	Unseen   []string // games whose state the bot did not show
}

const (
	// compareAtOnce is how many series of games are compared concurrently. compareTime limits the comparison of one
	// game.
	compareAtOnce = 32
	compareTime   = 20 * time.Second
	// maxBoards is how many games are shown with /board, and boardRate how many of them a second.
	// Each /board makes the bot edit the message that showed the game before, and Discord limits a
	// bot to 50 such requests a second. In the other games, a move shows the board.
	maxBoards = 1000
	boardRate = 40
)

// Compare compares every game with the state that Discord last showed, and makes a move in each unfinished game. Call
// it after Stop.
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

// compare compares the games of one series: the current game, the games that were given up, and the
// last finished games.
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
		case g.checker.lost != "": // keepLoss, below, reports the lost data
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

// playOn lets the bot show a game again and makes a move in it. If the bot no longer knows the game, playOn records
// that the game was lost.
func (s *series) playOn(ctx context.Context, g pastGame) finding {
	s.forget()
	s.givenUp = nil
	s.checker, s.message, s.confirmed = g.checker, g.message, false
	if s.useBoard {
		s.failures = 2 // a series with two failures uses /board next
	}
	for ctx.Err() == nil {
		a, ok := s.nextAction(ctx)
		switch {
		case s.checker != g.checker: // the game has ended or was given up
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

// judge returns the finding for a game that the series stopped playing during the comparison. A game whose end was seen
// is fine. If the bot showed the board during the comparison, but not the end, the game is stuck. Otherwise the game
// may have ended unnoticed, so judge asks the bot about the game. If the bot no longer knows the game, judge records
// that the game was lost.
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

// askAbout asks whether the bot knows a game, with the button "more" of the game's old message,
// which changes nothing. A bot that knows the game answers with a page. Otherwise said is the text
// of its refusal, or "" if the bot could not be asked.
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

// checkListed records lost data if, during the final comparison, the bot lists a match as unfinished although Discord
// has shown its end.
func (s *series) checkListed(match string) {
	if !s.comparing {
		return // during the play, another series may be ending the match right now
	}
	if _, ended := s.workload.finished.Load(match); ended {
		s.lost = append(s.lost, "match "+match+": it had ended, and is listed as unfinished")
	}
}
