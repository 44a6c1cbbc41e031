package commands

import (
	"context"
	"errors"
	"slices"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/ultimate"
)

// maxUnfinished is how many unfinished matches a member may have in a channel:
// as many as a menu can offer.
const maxUnfinished = maxChoices

// findSeen returns the match that the pressed message shows, if it still is at
// that version and the caller may act on it.
func (c *Commands) findSeen(ctx context.Context, r *request) (Game, error) {
	at, err := r.seen()
	if err != nil {
		return Game{}, err
	}
	g, err := c.services.Matches.Find(ctx, at.id)
	if err == nil {
		err = at.check(g.Match, r.user.ID)
	}
	return g, refreshing(at.id, err)
}

// change applies a change to a match, if it still is at the version that the
// member saw. A match whose time has run out is ended first, and the change
// refused.
func (c *Commands) change(ctx context.Context, r *request, s seen, do func(match.Match) (match.Match, error)) (Game, error) {
	var overdue error
	g, err := c.services.Matches.Change(ctx, s.id, func(m match.Match) (match.Match, error) {
		overdue = nil
		ticked := c.tick(m)
		if ticked.Status == match.Over && m.Status != match.Over {
			overdue = outOfTime(ticked)
			return ticked, nil
		}
		if err := s.check(m, r.user.ID); err != nil {
			return m, err
		}
		return do(ticked)
	})
	if err == nil {
		err = overdue
	}
	return g, refreshing(s.id, err)
}

// tick ends what is due in a match, or winds a clock up again that ran out while
// nobody could reach the bot.
func (c *Commands) tick(m match.Match) match.Match {
	if c.services.Back == nil {
		return m.Tick(c.services.Now())
	}
	return m.TickAfter(c.services.Back(), c.services.Now())
}

// check returns why a member may not act on what they saw, nil when they may.
func (s seen) check(m match.Match, member string) error {
	switch {
	case s.version == 0:
		return nil
	case m.Side(member) == game.Empty && m.Owner != member:
		return match.ErrNotYours
	case m.Status == match.Over:
		return match.ErrOver
	case m.Version != s.version:
		return refuse(texts.RefuseMovedOn)
	}
	return nil
}

// outOfTime returns the refusal for a match that time has just ended.
func outOfTime(m match.Match) error {
	if m.Result.Reason == match.Expired {
		return match.ErrExpired
	}
	return match.ErrTimeout
}

// refreshing makes an error that an old board leads to also refresh the board.
func refreshing(id match.ID, err error) error {
	if err == nil {
		return nil
	}
	refusal := refusalOf(err)
	if slices.Contains(stale, refusal.key) {
		refusal.refresh = id
	}
	return refusal
}

// stale are the refusals that a member meets who sees an old board.
var stale = []texts.Key{
	texts.RefuseMovedOn, texts.RefuseOver, texts.RefuseTimeout, texts.RefuseExpired, texts.RefuseStarted,
	texts.RefuseNothingAsked,
}

// play makes a member's move and lets the computer answer it.
func (c *Commands) play(ctx context.Context, r *request, at seen, s game.Square) (Game, error) {
	g, err := c.change(ctx, r, at, func(m match.Match) (match.Match, error) {
		next, err := m.Play(r.user.ID, s, c.services.Now())
		if err != nil {
			return m, c.refuseMove(r, m, s, err)
		}
		return next, nil
	})
	if err != nil {
		return g, err
	}
	return c.services.Computer.Reply(ctx, g), nil
}

// refuseMove returns the refusal of a move, with what the member can play
// instead.
func (c *Commands) refuseMove(r *request, m match.Match, s game.Square, err error) error {
	say := r.reader.Say
	switch {
	case errors.Is(err, match.ErrNotYourTurn):
		return c.refuseTurn(r, m)
	case errors.Is(err, game.ErrOwnSquare):
		return refuse(texts.RefuseOwnSquare, "Square", s).because(err)
	case errors.Is(err, game.ErrOpponentSquare):
		return refuse(texts.RefuseOpponentSquare, "Square", s).because(err)
	case errors.Is(err, game.ErrNotASquare):
		return refuseSquare(m, s.String()).because(err)
	case errors.Is(err, game.ErrClosedBoard), errors.Is(err, game.ErrWrongBoard):
		key := texts.RefuseWrongBoard
		if errors.Is(err, game.ErrClosedBoard) {
			key = texts.RefuseClosedBoard
		}
		board, _ := ultimate.Split(s)
		instead := say(texts.InsteadFree)
		if forced := forcedBoard(m.Position()); forced != ultimate.FreeChoice {
			instead = say(texts.InsteadForced, "Board", say(boardNames[forced]))
		}
		return refuse(key, "Square", s, "Board", say(boardNames[board]), "Instead", instead).because(err)
	}
	return err
}

// refuseTurn returns the refusal of whoever is not to move.
func (c *Commands) refuseTurn(r *request, m match.Match) error {
	if m.ToMove().IsComputer() {
		return refuse(texts.RefuseThinking).because(match.ErrNotYourTurn)
	}
	player := playerName(r.reader, m, m.Position().ToMove())
	return refuse(texts.RefuseNotYourTurn, "Player", player).because(match.ErrNotYourTurn)
}

// refuseSquare returns the refusal of what is no square of a match's board.
func refuseSquare(m match.Match, typed string) *Refusal {
	size := m.Options.Variant.Size()
	return refuse(texts.RefuseNotASquare, "Text", shorten(typed, 20), "Last", game.At(size-1, size-1))
}

// mine returns the caller's unfinished matches in the channel that satisfy want.
func (c *Commands) mine(ctx context.Context, r *request, want func(match.Match) bool) ([]Game, error) {
	all, err := c.services.Matches.InChannel(ctx, r.place.Channel)
	if err != nil {
		return nil, err
	}
	var found []Game
	for _, g := range all {
		if want(g.Match) {
			found = append(found, g)
		}
	}
	return found, nil
}
