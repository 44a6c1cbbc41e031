package shown

import (
	"time"

	"noughts/bot/rest"
	"noughts/game/match"
)

// pingRetryWindow is how long the bot retries a mention that may already have been posted. Within this time Discord
// recognizes the nonce, so a retry never posts the mention twice.
const pingRetryWindow = 3 * time.Minute

// A Mention is how far this process has come with match.Record.Ping: a message beside the board that mentions the
// player to move. The zero Mention means that this process has done nothing yet. If the record then has a pending ping,
// it belongs to another process until match.Ping.TakeOver.
type Mention struct {
	Pending time.Time // match.Ping.Pending of the ping that the other fields describe
	Mine    bool      // this process has claimed the ping
	Deleted string    // id of the last ping message that was deleted
	Posted  bool      // the mention was posted and has the id ID, or was given up; ID is then ""
	ID      string
	Retry   Retry
}

// about returns this process's progress with ping p. If m describes another ping, the progress is zero except for
// Retry.
func (m Mention) about(p match.Ping) Mention {
	if m.Pending.Equal(p.Pending) {
		return m
	}
	return Mention{Pending: p.Pending, Retry: m.Retry}
}

// nextMention returns the next step for posting a notice that is due, or for deleting one that is outdated.
//
// A notice takes four steps. ClaimPing stores a claim, so that only one of several processes sends the notice.
// DeletePing deletes the previous mention. PostPing posts the new mention under a nonce. SettlePing stores the id of
// the new mention.
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
			return Step{}, time.Time{} // nothing to wait for: Store.Due lists the match when a notice is due
		}
		return Step{Kind: ClaimPing}, time.Time{}
	case pending && w.Now.Before(ping.TakeOver()) && (outdated || !m.Mine):
		return Step{}, ping.TakeOver()
	case !outdated && age >= pingRetryWindow:
		return settle(""), time.Time{} // the mention may have been posted, but its nonce is too old to learn its id by a retry
	case ping.Message != "" && m.Deleted != ping.Message:
		return remove(ping.Message), time.Time{}
	case pending && age < pingRetryWindow && !m.Posted: // if outdated, a silent post only finds out which id to delete
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
	default: // the message is deleted, does not exist, or could not be deleted after all retries
		m.Deleted = step.Message.ID
	}
	return s
}
