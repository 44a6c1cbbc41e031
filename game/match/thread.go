package match

import "time"

const (
	// ThreadRest is how long a thread stays open after the end of the game in it, so that the
	// players can talk about it and play another. While a match is waited for that follows, it
	// is not closed: nobody could press there.
	ThreadRest = time.Hour
	// threadPatience is how long a process has for opening a thread before another one, or
	// the next, goes on with it.
	threadPatience = 10 * time.Second
)

// A Thread says how far a match is on its way to a thread of its own. It changes without a
// new version of the match, and only forward.
type Thread uint8

// The stages of a thread. The one that is opened at a message has the message's id, so that
// opening it again does nothing.
const (
	NoThread      Thread = iota // the match is played where it was begun
	ThreadWanted                // a thread is wanted as soon as the match is played
	ThreadOpening               // the thread exists, and the board must be posted in it
	ThreadOpen                  // the board is in it
	ThreadClosed                // it is over, and whatever becomes of the thread is not the bot's doing
)

// MessageChannel returns the channel of the live message. The message that a thread was opened at
// is in the channel above it, and has the thread's id.
func (r Record) MessageChannel() string {
	if r.Place.Parent != "" && r.Message == r.Place.Channel {
		return r.Place.Parent
	}
	return r.Place.Channel
}

// Above returns the channel where members see the match: the one above its thread, else its own.
func (p Place) Above() string {
	if p.Parent != "" {
		return p.Parent
	}
	return p.Channel
}

// InThread returns the place of a match whose thread has an id.
func (p Place) InThread(thread string) Place {
	p.Parent, p.Channel, p.Thread = p.Channel, thread, ThreadOpening
	return p
}

// threadDue returns when the thread needs something, false if never.
func (r Record) threadDue() (time.Time, bool) {
	switch r.Place.Thread {
	case ThreadWanted:
		return r.Match.Changed.Add(threadPatience), r.Match.Status != Challenge
	case ThreadOpening:
		return r.Match.Changed.Add(threadPatience), true
	case ThreadOpen:
		return r.Match.Changed.Add(ThreadRest), r.Match.Status == Over && !r.Match.GoesOn()
	default:
		return time.Time{}, false
	}
}
