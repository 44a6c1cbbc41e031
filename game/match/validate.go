package match

import (
	"fmt"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Validate returns an error that wraps ErrInvalid if the match is in a state that no sequence of changes can reach.
// Call Validate for matches from outside, such as stored matches: the other methods rely on a valid match.
func (m Match) Validate() error {
	checks := []func() error{
		m.checkHead, m.checkSeats, m.checkWaiting, m.checkGiven, m.checkGame, m.checkResult, m.checkNext, m.checkHints,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("match %.20q: %w", string(m.ID), err)
		}
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...)
}

func (m Match) checkHead() error {
	switch {
	case !m.ID.Valid():
		return invalid("its id has a wrong form")
	case m.Version < 1:
		return invalid("its version is %d", m.Version)
	case !m.Options.valid():
		return invalid("its options are %+v", m.Options)
	case !m.Looks[0].valid() || !m.Looks[1].valid():
		return invalid("its looks are %.80v", m.Looks)
	case m.Status > Over || m.Begins > game.O:
		return invalid("its status is %d and %d begins", m.Status, m.Begins)
	case m.Status == Challenge && m.hasBegun() || m.Status == Playing && !m.hasBegun():
		return invalid("its status is %d and %q begins", m.Status, m.Begins)
	case m.hasBegun() && (m.Players[0] == Player{} || m.Players[1] == Player{}):
		return invalid("it began with an empty seat")
	case !m.hasBegun() && len(m.Moves) > 0:
		return invalid("it has moves before it began")
	}
	return nil
}

func (m Match) checkSeats() error {
	x, o := m.Players[0], m.Players[1]
	switch {
	case x.kinds() > 1, o.kinds() > 1:
		return invalid("a player is both a person and the computer, or a team")
	case !m.areTeamsValid(), x.IsTeam() && x.Team == o.Team:
		return invalid("the teams %q and %q play in it with a clock of %v", x.Team, o.Team, m.Options.Clock)
	case x.IsPerson() && x.ID == o.ID && !x.IsAnonymous():
		return invalid("%s plays both sides", x.ID)
	case m.Status != Over && (x.IsAnonymous() || o.IsAnonymous() || m.Starter == Anonymous):
		return invalid("a player was forgotten before the end")
	case m.Starter == "" || !m.Hosted() && m.Side(m.Starter) == game.Empty:
		return invalid("its starter %q does not play in it", m.Starter)
	}
	return nil
}

func (m Match) checkWaiting() error {
	due := !m.Deadline.IsZero()
	switch {
	case m.Status != Playing && (m.DrawOffer != game.Empty || m.TakebackAsk != game.Empty):
		return invalid("something is offered while nobody plays")
	case m.DrawOffer > game.O || m.TakebackAsk > game.O:
		return invalid("no side %d or %d can offer anything", m.DrawOffer, m.TakebackAsk)
	case min(m.DrawOffered[0], m.DrawOffered[1]) < 0:
		return invalid("its draws were offered at %v", m.DrawOffered)
	case !due && m.Status != Over:
		return invalid("its deadline is %v", m.Deadline)
	case m.Planned != (ConditionalMove{}) && (m.Status != Playing || !m.ToMove().IsPerson() || !m.canPlan(m.Planned)):
		return invalid("its planned reply is %+v", m.Planned)
	case m.AsPlanned < 0 || m.AsPlanned > m.MovesMade():
		return invalid("move %d of %d was planned", m.AsPlanned, m.MovesMade())
	case m.Options.Clock < vacationClock && m.BackAt != [2]time.Time{}:
		return invalid("vacations until %v stop no long clock", m.BackAt)
	case m.Status == Over && !m.Stranded.IsZero():
		return invalid("it is over and stranded")
	case m.Warned && (m.Status != Playing || m.ClockRuns()):
		return invalid("it is warned of an end that cannot come")
	}
	return nil
}

// checkGame checks that the moves are legal, and that the result agrees with the outcome on the board.
func (m Match) checkGame() error {
	if m.Dropped != 0 {
		return m.checkDropped()
	}
	p, err := rules.Replay(m.Start(), m.Moves)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	outcome := p.Outcome()
	onTheBoard := m.Result.Reason == ByLine || m.Result.Reason == ByFullBoard
	if outcome.Over != onTheBoard || outcome.Over && m.Result != onBoard(outcome) {
		return invalid("its result is %+v but its game's %+v", m.Result, outcome)
	}
	return nil
}

func (m Match) checkResult() error {
	r, few := m.Result, !m.canBeLost()
	is := func(reasons ...Reason) bool { return slices.Contains(reasons, r.Reason) }
	wrong := r.Reason > Stranded ||
		is(Unfinished) != (m.Status != Over) ||
		is(ByLine, ByResignation, ByTimeout, ByLeaving) != (r.Winner == game.X || r.Winner == game.O) ||
		is(Declined, Withdrawn, Expired) != (m.Status == Over && !m.hasBegun()) ||
		few && is(ByResignation, ByTimeout, ByLeaving) ||
		!few && is(Aborted) && !m.Hosted()
	if wrong {
		return invalid("its result is %+v after %d moves", r, m.MovesMade())
	}
	return nil
}

func (m Match) hasBegun() bool { return m.Begins != game.Empty }
