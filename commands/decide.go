package commands

import (
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

const refuseThread texts.Key = "refuse.in_thread"

// A change is what a member does to a match.
type change func(match.Match, plan.Facts) (match.Match, error)

// on makes a change to the match whose board was pressed, if it still is as the
// member saw it, and shows it there.
func on(r *plan.Request, do change) (plan.Plan, error) {
	return seen{id: r.Match, version: r.Version}.change(r, plan.InPlace, do), nil
}

// onAny is on for what means the same on every board of the match, however old, and
// is open to members who do not play in it.
func onAny(r *plan.Request, do change) (plan.Plan, error) {
	return seen{id: r.Match, anyone: true}.change(r, plan.InPlace, do), nil
}

// A seen is a match at the version that a member saw when they acted; version
// 0 when it does not matter. Members who do not play in it may act if anyone may.
type seen struct {
	id      match.ID
	version int
	anyone  bool
}

// change makes a change to the match and shows its board. A clock that ran out
// while nobody could reach the bot is wound up again first.
func (s seen) change(r *plan.Request, as plan.As, do change) plan.On {
	return s.decide(r, func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		next, err := do(rec.TickAfter(f.Back, f.Now), f)
		if err != nil {
			return plan.Decision{}, notYours(r, rec, err)
		}
		return plan.Decision{Next: &next, Answer: r.Board(as)}, nil
	})
}

// decide decides on the match if the member may act on what they saw. A match whose
// time has run out is ended instead, and the request refused.
func (s seen) decide(r *plan.Request, decide plan.Decide) plan.On {
	return plan.On{Match: s.id, Decide: func(rec match.Record, f plan.Facts) (plan.Decision, error) {
		if ticked := rec.TickAfter(f.Back, f.Now); ticked.Status == match.Over && rec.Match.Status != match.Over {
			why := match.ErrTimeout
			switch ticked.Result.Reason {
			case match.Expired:
				why = match.ErrExpired
			case match.Abandoned:
				why = match.ErrOver
			}
			return plan.Decision{Next: &ticked, Refused: why}, nil
		}
		switch m := rec.Match; {
		case s.anyone:
		case !takesPart(m, r.User):
			return plan.Decision{}, notYours(r, rec, match.ErrNotYours)
		case m.Status == match.Over:
			return plan.Decision{}, match.ErrOver
		case s.version != 0 && !m.Shows(s.version):
			return plan.Decision{}, plan.Refuse(texts.RefuseMovedOn)
		}
		decided, err := decide(rec, f)
		if errors.Is(err, match.ErrOwnChallenge) && !s.anyone {
			err = plan.Refuse(texts.RefuseOwnOffer).Because(err) // of a draw or a takeback
		}
		return decided, err
	}}
}

// A wanted says which matches of a member are meant.
type wanted func(m match.Match, member string) bool

// takesPart wants the matches that a member plays or has started.
func takesPart(m match.Match, member string) bool {
	return m.Side(member) != game.Empty || m.Owner == member
}

// inPlay wants those of them that are being played.
func inPlay(m match.Match, member string) bool {
	return m.Status == match.Playing && takesPart(m, member)
}

// ofPlayer wants those of them that the member plays, and does not watch.
func ofPlayer(m match.Match, member string) bool {
	return m.Status == match.Playing && m.Side(member) != game.Empty
}

// waiting wants those that wait for the member's move.
func waiting(m match.Match, member string) bool { return m.ToMove() == match.Person(member) }

// mine goes on with the caller's matches in the channel that are wanted. If there are none it says
// why there is nothing to do there, or names the threads with some.
func mine(r *plan.Request, want wanted, then func([]match.Record) (plan.Plan, error)) plan.Plan {
	return plan.Ask(plan.OpenMatches{Channel: r.Place.Channel, Threads: true, Member: r.User}, func(all []match.Record) (plan.Plan, error) {
		here := func(rec match.Record) bool { return rec.Place.Channel == r.Place.Channel }
		below := only(slices.DeleteFunc(slices.Clone(all), here), want, r.User)
		all = slices.DeleteFunc(all, func(rec match.Record) bool { return !here(rec) })
		found := only(all, want, r.User)
		switch {
		case len(found) > 0:
			return then(found)
		case len(below) > 0:
			return nil, refuseInThread(r, below)
		}
		challenged := func(rec match.Record) bool { return rec.Match.Status == match.Challenge }
		switch playing := only(all, ofPlayer, r.User); {
		case len(playing) > 1:
			return nil, plan.Refuse(texts.RefuseNoTurn)
		case len(playing) == 1:
			return nil, refuseTurn(r, playing[0].Match)
		case slices.ContainsFunc(all, challenged):
			return nil, match.ErrNotStarted
		}
		return nil, plan.Refuse(texts.RefuseNoGame)
	})
}

// refuseInThread returns the refusal that names the threads of the caller's games: their boards
// stay there.
func refuseInThread(r *plan.Request, games []match.Record) *plan.Refusal {
	var names []string
	for _, rec := range games {
		if name := "<#" + rec.Place.Channel + ">"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return plan.Refuse(refuseThread, "Names", r.Reader.And(names[:min(len(names), maxNamed)]))
}

// only returns the matches of a member that are wanted.
func only(all []match.Record, want wanted, member string) []match.Record {
	return slices.DeleteFunc(slices.Clone(all), func(rec match.Record) bool { return !want(rec.Match, member) })
}

// offering returns the answer to a completion.
func offering(choices []*discordgo.ApplicationCommandOptionChoice) plan.Answer {
	return plan.Answer{As: plan.Choices, Content: plan.Content{Choices: choices}}
}
