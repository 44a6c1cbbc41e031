package match

import (
	"time"

	"noughts/game"
)

// Team returns the player that the members of a channel are together. They decide on each
// move by vote: see Vote.
func Team(channel string) Player { return Player{Team: channel} }

// IsTeam says whether the members of a channel play together.
func (p Player) IsTeam() bool { return p.Team != "" }

// kinds returns how many kinds of players p is.
func (p Player) kinds() (n int) {
	for _, is := range [...]bool{p.IsPerson(), p.IsComputer(), p.IsTeam()} {
		if is {
			n++
		}
	}
	return n
}

// HasTeam says whether a team plays.
func (m Match) HasTeam() bool { return m.Players[0].IsTeam() || m.Players[1].IsTeam() }

// Hosted says whether the owner has no seat: two computers play for them to watch, or they
// have brought a team together.
func (m Match) Hosted() bool { return m.Watched() || m.HasTeam() }

// SideOf returns the side that the team of a channel plays, Empty if there is none.
func (m Match) SideOf(channel string) game.Mark {
	for i, p := range m.Players {
		if p.IsTeam() && p.Team == channel {
			return game.X + game.Mark(i)
		}
	}
	return game.Empty
}

// VoteRuns reports whether a team is to move: the deadline closes its vote.
func (m Match) VoteRuns() bool { return m.ToMove().IsTeam() }

// teamsMayPlay says whether teams, if any play, have a clock and play the computer or
// another team.
func (m Match) teamsMayPlay() bool {
	if !m.HasTeam() {
		return true
	}
	for _, p := range m.Players {
		if !p.IsTeam() && !p.IsComputer() {
			return false
		}
	}
	return m.Options.Clock > 0
}

// AcceptTeam begins a match between two teams for the one that was challenged, which is the
// caller's to know. toss is used as by New. Errors: as those of Accept.
func (m Match) AcceptTeam(toss game.Mark, now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	if !m.HasTeam() {
		return m, ErrNotForYou
	}
	m = m.changed(now)
	m.begin(toss, now)
	return m, nil
}

// DeclineTeam ends the challenge of one team to another, as AcceptTeam accepts it.
func (m Match) DeclineTeam(now time.Time) (Match, error) {
	if err := m.answerable(now); err != nil {
		return m, err
	}
	if !m.HasTeam() {
		return m, ErrNotForYou
	}
	m = m.changed(now)
	m.end(Result{Reason: Declined})
	return m, nil
}

// PlayVoted makes the move that most of a team have voted for; of squares with as many votes the
// one that had them first. Errors: ErrNotYourTurn if no team is to move, ErrNoVotes, and those of
// game.Position's Play.
func (r Record) PlayVoted(now time.Time) (Match, error) {
	if !r.Match.VoteRuns() {
		return r.Match, ErrNotYourTurn
	}
	tally := r.Votes.Tally()
	if len(tally) == 0 {
		return r.Match, ErrNoVotes
	}
	s, err := game.ParseSquare(tally[0].Choice)
	if err != nil {
		return r.Match, err
	}
	return r.Match.move(s, now)
}

// TickAfter is Match.TickAfter, and closes the vote of a team whose time is over. The move
// is made that was voted for. When nobody has voted the team gets the whole time once more;
// when nobody votes then either it loses by the clock. So a match that everybody has left
// ends. A vote that should have closed while nobody could vote goes on.
func (r Record) TickAfter(back, now time.Time) Match {
	m := r.Match
	if !m.VoteRuns() {
		return m.TickAfter(back, now)
	}
	if !m.due(now) {
		return m
	}
	away := !m.Deadline.After(back)
	if !away {
		if voted, err := r.PlayVoted(now); err == nil {
			return voted
		}
	}
	extended := m.Warned
	result := m.givenUp(m.toMove(), ByTimeout)
	m = m.changed(now)
	if extended && !away {
		m.end(result)
		return m
	}
	m.windClock(now)
	m.Warned = !away
	return m
}
