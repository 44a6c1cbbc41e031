package commands

import (
	"cmp"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

func readBestOf(r *plan.Request) (int, error) {
	games, err := r.Options.Number("best_of", 0)
	if err == nil && r.Options.Option("best_of") != nil && !slices.Contains(match.SeriesLengths, games) {
		err = plan.RefuseOption("best_of", texts.Ordinal(games))
	}
	return games, err
}

// pressNextGame begins the match that follows the one on the pressed board. In a series this is the next game, and
// either player may begin it. In a queue this is the winner's match against the first member of the queue. Repeated
// presses begin only one match. The next match becomes casual if the server has no rated games. In a queue it also
// becomes casual if one of its players prefers casual games. Later matches of the queue then stay casual.
func pressNextGame(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	begin := func(f plan.Facts) (match.Match, error) {
		m, err := rec.Match.Next(r.User, f.Now)
		m.Options.Casual = m.Options.Casual || r.Server.Casual
		return m, err
	}
	next, err := begin(f)
	if err != nil {
		return plan.Decision{}, refuseNextMatch(r, rec, err)
	}
	following := plan.New{Style: rec.Place.Style, Goes: rec.Place, After: rec.Match.ID, Begin: begin}
	if next.InSeries() {
		return plan.Decision{Begin: &following}, isPresent(r, opponentOf(r.User, next.Players[:]...))
	}
	if rec.Place.Guild != r.Place.Guild {
		return plan.Decision{}, plan.ErrNoMatch
	}
	me, errMe := r.Read.Member(r.User)
	them, errThem := challengeable(r, next.Player(next.King()).ID)
	if err := cmp.Or(errMe, errThem); err != nil {
		return plan.Decision{}, err
	}
	following.Begin = func(f plan.Facts) (match.Match, error) {
		m, err := begin(f)
		m.Options.Casual = m.Options.Casual || me.Casual || them.Casual
		return m, err
	}
	following.Explains, err = explains(r, next.Options.Variant, next.Players[:]...)
	return plan.Decision{Begin: &following}, err
}

func refuseNextMatch(r *plan.Request, rec match.Record, err error) error {
	m := rec.Match
	if errors.Is(err, match.ErrNotNext) {
		return plan.Refuse("refuse.not_next", "ID", m.Hill.Queue[0], "When", card.Moment(m.Deadline)).Because(err)
	}
	return refuseStranger(r, rec, err)
}

// pressQueue adds the member to the queue to play against the winner, or removes them from the queue. The match gets a
// new version, but presses on boards that were drawn before stay valid, because the position is the same: see
// match.Shows. A member who may not begin a game in the place, or may not challenge both players, cannot join the
// queue.
func pressQueue(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := rec.Match
	if rec.Place.Guild != r.Place.Guild { // the user may have different permissions in the match's server
		return plan.Decision{}, plan.ErrNoMatch
	}
	if !m.Queued(r.User) && card.Queues(rec) && m.Side(r.User) == game.Empty {
		if err := unlessDeleted(r, func() error { return mayPlay(r) }); err != nil {
			return plan.Decision{}, err
		}
		for _, p := range m.Players {
			if _, err := challengeable(r, p.ID); err != nil {
				return plan.Decision{}, err
			}
		}
	}
	return target{id: r.Match, anyone: true}.checked(toggleQueued).Decide(r, rec, f)
}

func toggleQueued(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m, said := rec.Match, texts.Key("queue.joined")
	var next match.Match
	var err error
	switch {
	case m.Queued(r.User):
		said = "queue.left"
		next, err = m.Leave(r.User, f.Now)
	case m.Status == match.Playing && !card.Queues(rec):
		err = match.ErrNoQueue
	default:
		next, err = m.Join(r.User)
	}
	if errors.Is(err, match.ErrQueueFull) {
		err = plan.RefuseCount("refuse.queue_full", match.MaxQueue).Because(err)
	}
	if err != nil {
		return plan.Decision{}, err
	}
	return plan.Decision{Next: &next, Answer: confirm(r, said)}, nil
}

// pressPass removes the user from the head of the queue, because they do not want to play against the winner.
func pressPass(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	m := rec.Match
	switch {
	case rec.Place.Guild != r.Place.Guild:
		return plan.Decision{}, plan.ErrNoMatch
	case m.Continued:
		return plan.Decision{}, match.ErrContinued
	case !m.WaitsForMember():
		return plan.Decision{}, match.ErrNoNext
	case m.Hill.Queue[0] != r.User:
		return plan.Decision{}, refuseNextMatch(r, rec, match.ErrNotNext)
	}
	next, err := m.Leave(r.User, f.Now)
	if err != nil {
		return plan.Decision{}, err
	}
	return plan.Decision{Next: &next, Answer: r.Private(plan.Components(card.Text(r.Language.Say("queue.left"))))}, nil
}

// queueButton returns the button that joins or leaves the queue. It returns false if the member may not join.
func queueButton(l *texts.Language, member string, rec match.Record) (discordgo.Button, bool) {
	m := rec.Match
	label := texts.Key("button.queue")
	if m.Queued(member) {
		label = "button.unqueue"
	}
	return card.Button(l, m, "queue", label, discordgo.SecondaryButton), card.Queues(rec) && m.Side(member) == game.Empty
}
