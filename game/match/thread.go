package match

import "time"

const (
	// ThreadRest is how long a thread stays open after its game, so that players can talk and play
	// another. It is not closed while a following match can begin there.
	ThreadRest = time.Hour
	// threadPatience is how long the process that opens a thread has for it. After that another
	// process continues.
	threadPatience = 10 * time.Second
)

// A Thread is the stage of opening a thread for a match. It changes without a new version of the
// match, and only forward.
type Thread uint8

// The stages of a thread. Discord gives a thread the id of the message it is opened at, so opening
// it again changes nothing.
const (
	NoThread      Thread = iota // the match is played where it began
	ThreadWanted                // a thread must be opened once the match is Playing
	ThreadOpening               // the thread exists; the board must be posted in it
	ThreadOpen                  // the board is in the thread
	ThreadClosed                // the match is over and the bot no longer manages the thread
)

// MessageChannel returns the channel of the live message. If that is the message a thread was
// opened at, it is in the channel above the thread.
func (r Record) MessageChannel() string {
	if r.Place.Parent != "" && r.Message == r.Place.Channel {
		return r.Place.Parent
	}
	return r.Place.Channel
}

// Above returns the channel that members see the match in: the parent of its thread, or its own.
func (p Place) Above() string {
	if p.Parent != "" {
		return p.Parent
	}
	return p.Channel
}

// InThread returns the place with the match moved to a thread.
func (p Place) InThread(thread string) Place {
	p.Parent, p.Channel, p.Thread = p.Channel, thread, ThreadOpening
	return p
}

// threadDue returns when the thread needs work, and false if never.
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
