package match

import (
	"time"

	"noughts/game"
)

// Team returns a player that represents all members of a channel. They vote on each move: see Vote.
func Team(channel string) Player { return Player{Team: channel} }

// IsTeam reports whether the player is a team.
func (p Player) IsTeam() bool { return p.Team != "" }

// kinds returns how many of these p is: a member, a computer, a team. A valid player is one of them or, on an empty
// seat, none.
func (p Player) kinds() (n int) {
	for _, is := range [...]bool{p.IsPerson(), p.IsComputer(), p.IsTeam()} {
		if is {
			n++
		}
	}
	return n
}

// HasTeam reports whether a player of the match is a team.
func (m Match) HasTeam() bool { return m.Players[0].IsTeam() || m.Players[1].IsTeam() }

// Hosted reports whether the starter has no seat: they watch two computers, or started a match for a team.
func (m Match) Hosted() bool { return m.Watched() || m.HasTeam() }

// SideOf returns the side of the team whose channel is `channel`. It returns Empty if there is no such team.
func (m Match) SideOf(channel string) game.Mark {
	for i, p := range m.Players {
		if p.IsTeam() && p.Team == channel {
			return game.X + game.Mark(i)
		}
	}
	return game.Empty
}

// VoteRuns reports whether a team has the move. The vote closes at the deadline.
func (m Match) VoteRuns() bool { return m.ToMove().IsTeam() }

// areTeamsValid reports whether the teams, if any, have a clock and play the computer or another team.
func (m Match) areTeamsValid() bool {
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

// AnswerTeam begins a match between two teams, or ends their challenge. The caller checks that the answer is the
// challenged team's. `toss` is as for New. Errors: those of Accept.
func (m Match) AnswerTeam(accept bool, toss game.Mark, now time.Time) (Match, error) {
	switch err := m.answerable(now); {
	case err != nil:
		return m, err
	case !m.HasTeam():
		return m, ErrNotForYou
	case !accept:
		return m.ended(Result{Reason: Declined}, now), nil
	}
	m = m.changed(now)
	m.begin(toss, now)
	return m, nil
}

// PlayVoted makes the move with the most votes. Among equal moves it makes the move that reached that number of votes
// first. Errors: ErrNotYourTurn if no team has the move, ErrNoVotes, and the errors of game.Position's Play.
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

// AwaitsVotes reports whether nobody has voted in time and the match waits for the first vote: see BeginVote. Once two
// teams have moved, neither may keep the other waiting.
func (m Match) AwaitsVotes() bool {
	alone := m.Players[0].IsComputer() || m.Players[1].IsComputer()
	return m.VoteRuns() && m.Warned && (alone || len(m.Moves) < 2)
}

// BeginVote starts the clock of a vote that AwaitsVotes.
func (m Match) BeginVote(now time.Time) Match {
	m = m.around()
	m.Warned = false
	m.windClock(now)
	return m
}

// TickAfter closes a vote that is due by playing the move with the most votes. If nobody has voted, the match awaits the
// first vote, at most for IdleLife, or gives another team the whole time once more: see AwaitsVotes. Then the team loses
// on time, or the match is aborted with fewer than two moves made.
// A vote whose time ran out during an outage of the bot starts again. If no team has the move, TickAfter calls
// Match.TickAfter.
func (r Record) TickAfter(back, now time.Time) Match {
	m := r.Match
	if !m.VoteRuns() || !m.Stranded.IsZero() {
		return m.TickAfter(back, now)
	}
	if !m.IsDue(now) {
		return m
	}
	away := !m.Deadline.After(back)
	if !away {
		if voted, err := r.PlayVoted(now); err == nil {
			return voted
		}
	}
	if m.Warned && !away {
		return m.givenUp(m.toMove(), ByTimeout, now)
	}
	m = m.changed(now)
	m.windClock(now)
	if m.Warned = !away; m.AwaitsVotes() {
		m.Deadline = now.Add(IdleLife)
	}
	return m
}
