package match

import (
	"slices"
	"time"

	"noughts/game"
)

// Play makes a member's move. Errors: ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours,
// ErrNotYourTurn, and the errors of game.Position's Play.
func (m Match) Play(member string, s game.Square, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	if err != nil {
		return m, err
	}
	if side != m.toMove() {
		return m, ErrNotYourTurn
	}
	return m.move(s, now)
}

// PlayComputer makes a move for the computer, whose turn it must be. It returns the same errors as
// Play, except ErrNotYours.
func (m Match) PlayComputer(s game.Square, now time.Time) (Match, error) {
	if err := m.inPlay(now); err != nil {
		return m, err
	}
	if !m.ToMove().IsComputer() {
		return m, ErrNotYourTurn
	}
	return m.move(s, now)
}

// move makes a move, which ends the mover's vacation, and then the reply that the opponent has planned for it.
func (m Match) move(s game.Square, now time.Time) (Match, error) {
	p, err := m.Position().Play(s)
	if err != nil {
		return m, err
	}
	reply := m.Planned
	m = m.changed(now)
	m.Planned, m.BackAt[m.toMove()-game.X] = ConditionalMove{}, time.Time{}
	m.Moves = append(slices.Clip(m.Moves), s) // clip, so that append never writes into the array of an older version
	m.moved(p, now)
	if reply != (ConditionalMove{}) && reply.If == s && m.Status == Playing {
		if p, err = p.Play(reply.Then); err == nil {
			m.Moves = append(m.Moves, reply.Then)
			m.AsPlanned = len(m.Moves)
			m.moved(p, now)
		}
	}
	return m, nil
}

// moved updates the match after a move that led to position p: it ends the match or begins the next turn.
func (m *Match) moved(p game.Position, now time.Time) {
	m.DrawOffer, m.TakebackAsk = game.Empty, game.Empty
	if outcome := p.Outcome(); outcome.Over {
		m.end(onBoard(outcome), game.Empty)
	} else {
		m.beginTurn(now)
	}
}

// A ConditionalMove is a move that a player has planned on the opponent's turn. When the opponent plays the
// square `If`, the square `Then` is played at once, in the same version. The zero ConditionalMove means no plan:
// its two squares are the same, which is impossible in a game.
type ConditionalMove struct {
	If   game.Square `json:"if"`
	Then game.Square `json:"then"`
}

// PlanMove stores a member's planned reply to the opponent's next move. It replaces an earlier
// plan. The game does not change. Errors: ErrYourTurn, ErrReply if the two moves would not be legal
// or the opponent is not a single member, ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) PlanMove(member string, reply ConditionalMove, now time.Time) (Match, error) {
	if err := m.mayPlan(member, now); err != nil {
		return m, err
	}
	if !m.canPlan(reply) {
		return m, ErrReply
	}
	m = m.around()
	m.Planned = reply
	return m, nil
}

// DropPlanned deletes the member's planned reply. It returns the same errors as PlanMove.
func (m Match) DropPlanned(member string, now time.Time) (Match, error) {
	if err := m.mayPlan(member, now); err != nil || m.Planned == (ConditionalMove{}) {
		return m, err
	}
	m = m.around()
	m.Planned = ConditionalMove{}
	return m, nil
}

func (m Match) mayPlan(member string, now time.Time) error {
	side, err := m.seat(member, now)
	switch {
	case err != nil:
		return err
	case side == m.toMove():
		return ErrYourTurn
	case !m.ToMove().IsPerson():
		return ErrReply
	}
	return nil
}

func (m Match) canPlan(reply ConditionalMove) bool {
	p, err := m.Position().Play(reply.If)
	if err == nil {
		_, err = p.Play(reply.Then)
	}
	return err == nil
}

// PlannedBy returns the reply that a member has planned. It returns false if there is none.
func (m Match) PlannedBy(member string) (ConditionalMove, bool) {
	side := m.Side(member)
	return m.Planned, m.Planned != (ConditionalMove{}) && side != game.Empty && side != m.toMove()
}

// KnownTo returns the match as the member may see it: without a reply that the opponent has planned.
func (m Match) KnownTo(member string) Match {
	if _, own := m.PlannedBy(member); !own {
		m.Planned = ConditionalMove{}
	}
	return m
}

func onBoard(o game.Outcome) Result {
	if o.Drawn() {
		return Result{Reason: ByFullBoard}
	}
	return Result{Winner: o.Winner, Reason: ByLine}
}

// Resign ends the match with a loss for the member, at either player's turn. With fewer than two
// moves made the match is Aborted. The starter of a Hosted match can stop the match with Resign,
// which also aborts it. Errors: ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) Resign(member string, now time.Time) (Match, error) {
	stops := m.Hosted() && member == m.Starter
	side, err := m.seat(member, now)
	if stops {
		err = m.inPlay(now)
	}
	if err != nil {
		return m, err
	}
	if stops {
		return m.ended(Result{Reason: Aborted}, now), nil
	}
	return m.givenUp(side, ByResignation, now), nil
}

// LeftPatience is how long after its last change a game can be ended whose opponent has left the server. With fewer
// than ratedLeft moves it is then not rated.
const (
	LeftPatience = day
	ratedLeft    = 4
)

// EndLeft ends the match with a win for the member, because the opponent has left the server: the caller knows that.
// With fewer than two moves made the match is Aborted. Errors: ErrTooSoon, ErrNoMove against other opponents than members,
// ErrNotStarted, ErrOver, ErrTimeout, ErrNotYours.
func (m Match) EndLeft(member string, now time.Time) (Match, error) {
	side, err := m.seat(member, now)
	switch {
	case err != nil:
		return m, err
	case !m.Player(side.Opponent()).IsPerson():
		return m, ErrNoMove
	case now.Before(m.Changed.Add(LeftPatience)):
		return m, ErrTooSoon
	}
	return m.givenUp(side.Opponent(), ByLeaving, now), nil
}

// IsCasual reports whether the result of the match changes no rating.
func (m Match) IsCasual() bool {
	return m.Options.Casual || m.Result.Reason == ByLeaving && m.MovesMade() < ratedLeft
}

// Moderate ends the match without a result for a moderator of its channel. Errors: ErrNotStarted, ErrOver.
func (m Match) Moderate(now time.Time) (Match, error) {
	if err := m.inPlay(now); err != nil {
		return m, err
	}
	return m.ended(Result{Reason: Moderated}, now), nil
}

// canBeLost reports whether a side that gives up the match loses it: if it ever had two moves. So nobody can take back a
// lost game to its first move and leave.
func (m Match) canBeLost() bool { return max(m.MovesMade(), len(m.Undone)) > 1 }
