package commands

import (
	"cmp"
	"errors"
	"time"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// voteClock is the default of card.VoteClocks.
const voteClock = time.Minute

// runTeam starts a game that everybody in the channel plays together, by vote. It is possible only in servers that have
// installed the bot, because the bot must show the result of a vote by itself. The member who used the command may stop
// the game and close a vote early.
func runTeam(r *plan.Request) (plan.Plan, error) {
	if r.Place.Guild == "" || r.Place.Away {
		return nil, plan.Refuse("refuse.team_here")
	}
	s, errSetup := readSetup(r, readWatched)
	clock, errClock := readSpan(r, "vote_clock", card.VoteClocks)
	channel, errChannel := r.Options.ID("channel")
	if err := cmp.Or(errSetup, errClock, errChannel); err != nil {
		return nil, err
	}
	s.options.Clock = cmp.Or(clock, voteClock)
	if channel != "" {
		return challengeTeam(r, channel, s)
	}
	level, err := readLevel(r, s.options.Variant, s.level)
	if err != nil {
		return nil, err
	}
	return start(r, match.Team(r.Place.Channel), match.Computer(level), s)
}

// challengeTeam challenges the members of another channel. The bot posts the challenge there, so
// the user needs permission to post there too. The user cannot challenge the team of another
// server, or a second team before the first has answered.
func challengeTeam(r *plan.Request, channel string, s setup) (plan.Plan, error) {
	switch {
	case s.level != "":
		return nil, plan.Refuse("refuse.level_person")
	case channel == r.Place.Channel:
		return nil, plan.Refuse("refuse.same_team")
	}
	if err := r.MayWriteIn(channel); err != nil {
		return nil, err
	}
	if err := unlessDeleted(r, func() error { return mayPlayThere(r, channel, r.Options.Resolved.Channels[channel]) }); err != nil {
		return nil, err
	}
	if err := r.InServer([]string{channel}, plan.Refuse("refuse.write", "ID", channel)); err != nil {
		return nil, err
	}
	games, err := r.Read.OpenMatches(match.Scope{Member: r.User})
	if err != nil {
		return nil, err
	}
	for _, rec := range games {
		if rec.Match.HasTeam() && rec.Match.Status == match.Challenge {
			return nil, plan.Refuse("refuse.team_waits", "When", card.Moment(rec.Match.Deadline))
		}
	}
	s.rival = channel
	return start(r, match.Team(r.Place.Channel), match.Team(channel), s)
}

// answerTeam answers the challenge to a team. Any member of the challenged channel may answer, except the challenger.
func answerTeam(r *plan.Request, rec match.Record, f plan.Facts, accept bool) (plan.Decision, error) {
	switch {
	case rec.Match.Starter == r.User:
		return plan.Decision{}, match.ErrOwnChallenge
	case r.Place.Channel != rec.Mirror.Channel:
		return plan.Decision{}, plan.Refuse("refuse.team_theirs", "ID", rec.Mirror.Channel)
	}
	if err := unlessDeleted(r, func() error { return mayJoin(r) }); err != nil {
		return plan.Decision{}, err
	}
	next, err := rec.Match.AnswerTeam(accept, f.Toss, f.Now)
	if err != nil {
		return plan.Decision{}, err
	}
	return plan.Decision{Next: &next, Answer: r.ShowBoard(plan.InPlace)}, nil
}

// mayVote returns the reason why the user may not vote on the position that they saw, nil if they may. A vote is open
// to everybody who can see the board of the team to move and may play in the server. mayVote refuses a vote that comes
// after the deadline, even if the bot has not closed the vote yet.
func mayVote(r *plan.Request, rec match.Record, f plan.Facts) error {
	switch m := rec.Match; {
	case m.Status == match.Challenge:
		return match.ErrNotStarted
	case m.Status == match.Over:
		return match.ErrOver
	case !m.Shows(r.Version), f.Ticked.Version != m.Version:
		return plan.Refuse(texts.RefuseMovedOn)
	case rec.TeamIn(r.Place.Channel) == game.Empty:
		return plan.Refuse("refuse.other_team")
	case !m.VoteRuns(), m.Player(rec.TeamIn(r.Place.Channel)) != m.ToMove():
		return refuseTurn(r, m)
	}
	return unlessDeleted(r, func() error { return mayJoin(r) })
}

// vote casts a vote for a square that was pressed on the public board or on the user's private pad.
func vote(r *plan.Request, rec match.Record, f plan.Facts, s game.Square) (plan.Decision, error) {
	if err := mayVote(r, rec, f); err != nil {
		return plan.Decision{}, err
	}
	m := rec.Match
	if err := m.Position().Check(s); err != nil {
		return plan.Decision{}, refuseMove(r, m, s, err)
	}
	decided := plan.Decision{Answer: r.ShowBoard(plan.InPlace)}
	if r.Message.Private {
		decided.Answer = sentence(r, "vote.cast", "Square", s.String(), "When", card.Moment(m.Deadline))
	}
	if rec.Votes.Of(r.User) != s.String() {
		decided.Vote = &match.Vote{Member: r.User, Choice: s.String()}
	}
	if m.AwaitsVotes() {
		begun := m.BeginVote(f.Now)
		decided.Next = &begun
	}
	return decided, nil
}

// pressPlayVoted closes a team's vote early. Only the member who started the game may do this, and only in the channel
// where they started it.
func pressPlayVoted(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	if !rec.Match.HasTeam() {
		return plan.Decision{}, plan.Refuse(texts.RefuseOldButton)
	}
	if err := mayVote(r, rec, f); err != nil {
		return plan.Decision{}, err
	}
	if rec.Match.Starter != r.User || rec.Place.Channel != r.Place.Channel {
		return plan.Decision{}, plan.Refuse("refuse.vote_owner", "ID", rec.Match.Starter)
	}
	next, err := rec.PlayVoted(f.Now)
	switch {
	case errors.Is(err, match.ErrNoVotes):
		return plan.Decision{}, plan.Refuse("refuse.no_votes").Because(err)
	case err != nil:
		return plan.Decision{}, err
	}
	return plan.Decision{Next: &next, Answer: r.ShowBoard(plan.InPlace)}, nil
}

var guesses = map[string]bool{match.GuessX: true, match.GuessO: true, match.GuessDraw: true}

// pressGuess stores the user's guess about a match between two computers. It accepts a board of
// any version, because the computers keep moving while members press.
func pressGuess(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	guess := r.Vars["guess"]
	switch m := rec.Match; {
	case !guesses[guess], !m.Watched():
		return plan.Decision{}, plan.Refuse(texts.RefuseOldButton)
	case m.Status == match.Over:
		return plan.Decision{}, match.ErrOver
	case !m.MayGuess():
		return plan.Decision{}, plan.Refuse("refuse.guess_late", "Move", texts.Ordinal(m.Guesses()))
	}
	decided := plan.Decision{Answer: r.ShowBoard(plan.InPlace)}
	if rec.Votes.Of(r.User) != guess {
		decided.Vote = &match.Vote{Member: r.User, Choice: guess}
	}
	return decided, nil
}
