package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// pingRetryWindow bounds retries of a mention whose delivery is uncertain. Discord deduplicates by
// nonce for at least this long, so a retry cannot post it twice.
const pingRetryWindow = 3 * time.Minute

// A Mention is this process's progress with match.Record.Ping, the message beside the board that
// mentions the player to move. In the zero Mention nothing is known: a pending ping in the record
// then belongs to another process until match.Ping.TakeOver.
type Mention struct {
	Pending time.Time // identifies the ping that the other fields describe
	Mine    bool      // this process has claimed the ping
	Deleted string    // id of the last ping message that was deleted
	Posted  bool      // the mention was posted as ID, or was given up with ID ""
	ID      string
	Retry   Retry
}

// about returns this process's progress with ping p, the zero progress if m describes another ping.
func (m Mention) about(p match.Ping) Mention {
	if m.Pending.Equal(p.Pending) {
		return m
	}
	return Mention{Pending: p.Pending, Retry: m.Retry}
}

// nextMention returns the next step towards the notice that is due, or towards deleting a notice that is outdated. The
// steps of a notice: ClaimPing stores a claim, so that only one of several processes sends the notice. DeletePing
// deletes the previous mention. PostPing posts the new one under a nonce. SettlePing stores its id.
func (s State) nextMention(w Want) (Step, time.Time) {
	if w.Closing {
		return Step{}, time.Time{}
	}
	if ok, at := s.Mention.Retry.ready(w); !ok {
		return Step{}, at
	}
	if ok, at := s.Store.ready(w); !ok {
		return Step{}, at
	}
	r, m, ping := w.Record, s.Mention.about(w.Record.Ping), w.Record.Ping
	outdated, pending := r.PingIsOld(), !ping.Pending.IsZero()
	age := w.Now.Sub(ping.Pending)
	remove := func(id string) Step {
		return Step{Kind: DeletePing, Message: rest.Message{Channel: r.Place.Channel, ID: id}}
	}
	settle := func(id string) Step { return Step{Kind: SettlePing, Message: rest.Message{ID: id}} }
	switch {
	case !outdated && !pending:
		if notice, _ := r.Notice(w.Now); notice == match.NoNotice || !w.Reached {
			return Step{}, time.Time{} // no time to wait for: Store.Due lists the match when a notice is due
		}
		return Step{Kind: ClaimPing}, time.Time{}
	case pending && w.Now.Before(ping.TakeOver()) && (outdated || !m.Mine):
		return Step{}, ping.TakeOver()
	case !outdated && age >= pingRetryWindow:
		return settle(""), time.Time{} // the mention may have been posted, but it is too late to ask for its id
	case ping.Message != "" && m.Deleted != ping.Message:
		return remove(ping.Message), time.Time{}
	case pending && age < pingRetryWindow && !m.Posted: // silent if outdated: to learn the id of the mention, which is then deleted
		return Step{Kind: PostPing, Silent: outdated}, time.Time{}
	case outdated && m.ID != "" && m.Deleted != m.ID:
		return remove(m.ID), time.Time{}
	case outdated:
		return settle(""), time.Time{}
	}
	return settle(m.ID), time.Time{}
}

func (s State) afterMention(w Want, step Step, o StepResult) State {
	s.Mention = s.Mention.about(w.Record.Ping)
	m := &s.Mention
	switch step.Kind {
	case ClaimPing:
		s.Store = s.Store.after(w, o)
		if o.Status == Done {
			s.Mention = Mention{Pending: o.Ping.Pending, Mine: true}
		}
		return s
	case SettlePing:
		s.Store = s.Store.after(w, o)
		if o.Status == Done {
			s.Mention = Mention{}
		}
		return s
	}
	m.Retry = m.Retry.after(w, o)
	settled := o.Status == Done || m.Retry.Spent
	if m.Retry.Spent {
		m.Retry = Retry{}
	}
	switch {
	case !settled:
	case step.Kind == PostPing:
		m.Posted, m.ID = true, o.ID
	default: // the message is deleted, does not exist or cannot be deleted
		m.Deleted = step.Message.ID
	}
	return s
}
