package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

const (
	compareTime = 20 * time.Second // for one game
	boardRate   = 40               // series that begin in a second: /board makes the bot edit a message, and Discord allows 50
)

// A verdict is about the games of a series in the final comparison, with a line for each that is not as it was.
type verdict struct {
	compared int      // number of games that were compared
	lost     []string // games that have lost a move or are gone
	stuck    []string // unfinished games where nobody can move
	unseen   []string // games whose state could not be checked, because the bot did not show it
}

func (m *members) compare(ctx context.Context, r *report) {
	m.arrivals, m.results, m.reviews = &arrivals{}, newResults(), nil // what is measured here is not reported
	var group sync.WaitGroup
	for _, s := range m.series {
		sleep(ctx, time.Second/boardRate)
		group.Go(func() { s.compare(ctx) })
	}
	group.Wait()
	var lost, stuck, unseen []string
	for _, s := range m.series {
		r.Compared += s.verdict.compared
		lost = append(lost, s.verdict.lost...)
		stuck = append(stuck, s.verdict.stuck...)
		unseen = append(unseen, s.verdict.unseen...)
	}
	r.Lost, r.Stuck, r.Unseen = len(lost), len(stuck), len(unseen)
	r.Complaints = slices.Concat(lost, stuck, unseen, r.Complaints)
}

func (s *series) compare(ctx context.Context) {
	s.comparing = true
	unfinished, ended := s.givenUp, s.ended
	if s.game.match != "" {
		unfinished = append(unfinished, s.game)
	}
	for _, g := range unfinished {
		s.playOn(ctx, g)
		s.keepLoss(g)
	}
	for _, g := range ended {
		if known, said := s.askAbout(ctx, g); !known && said != "" {
			g.noteLoss("it had ended, and now: " + said)
			s.keepLoss(g)
		}
	}
	s.verdict.compared = len(unfinished) + len(ended)
}

func (s *series) playOn(ctx context.Context, g *game) {
	ctx, cancel := context.WithTimeout(ctx, compareTime)
	defer cancel()
	s.forget()
	s.givenUp = nil
	s.game, s.confirmed = g, false
	s.failures = 2 // two failures make step use /board
	for ctx.Err() == nil {
		moved := s.step(ctx)
		switch {
		case s.game != g:
			s.judge(ctx, g)
			return
		case moved, g.lost != "":
			return
		}
	}
	s.noteStuck(g)
}

// judge is about a game that the series stopped playing during the comparison. If neither its board nor its end was
// shown, it may have ended without a notice, or the bot no longer knows it.
func (s *series) judge(ctx context.Context, g *game) {
	switch {
	case g.over:
		return
	case s.confirmed:
		s.noteStuck(g)
		return
	}
	switch known, said := s.askAbout(ctx, g); {
	case known:
	case said == "":
		s.verdict.unseen = append(s.verdict.unseen, "match "+g.match+": the bot could not be asked about it")
	default:
		g.noteLoss("it had not ended, and now: " + said)
	}
}

func (s *series) noteStuck(g *game) {
	if g.lost == "" {
		s.verdict.stuck = append(s.verdict.stuck, "match "+g.match+" is not over, and nobody can move")
	}
}

// askAbout finds out whether the bot still knows a game, by the button "more" of its old message, which changes nothing
// and shows a private page. Otherwise `said` is the bot's refusal, or "" without such a button or an answer.
func (s *series) askAbout(ctx context.Context, g *game) (known bool, said string) {
	m, _ := s.players[0].Message(g.message)
	v, _ := readView(m)
	c, ok := v.control("more")
	if !ok {
		return false, ""
	}
	answer, ok := s.send(ctx, "press", s.press(0, v, c))
	if !ok || answer.Message == nil || !answer.Message.Ephemeral() {
		return false, ""
	}
	defer s.dismiss(*answer.Message)
	return len(answer.Message.Components) > 0, discordtest.Text(*answer.Message)
}

// checkListed is called for each match that the bot lists as unfinished. During the final comparison, none may be one
// whose end Discord has shown.
func (s *series) checkListed(match string) {
	if !s.comparing {
		return // during the play, the match may have ended in another series after the bot made the list
	}
	if _, ended := s.members.finished.Load(match); ended {
		s.verdict.lost = append(s.verdict.lost, "match "+match+": it had ended, and is listed as unfinished")
	}
}
