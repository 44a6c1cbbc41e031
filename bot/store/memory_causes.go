package store

import (
	"time"

	"noughts/game/match"
)

// Causes are what was carried out lately.
type causes struct {
	of    map[Cause]match.ID
	order []notedCause // oldest first
}

type notedCause struct {
	cause Cause
	at    time.Time
}

// check returns *Done for a cause that was carried out.
func (c *causes) check(cause Cause) error {
	if id, done := c.of[cause]; done {
		return &Done{Match: id}
	}
	return nil
}

// note remembers what was done for a cause, unless it is the bot itself.
func (c *causes) note(cause Cause, id match.ID, now time.Time) {
	if cause == "" {
		return
	}
	c.of[cause] = id
	c.order = append(c.order, notedCause{cause, now})
}

// expire forgets the causes from before a time, and the oldest of too many.
func (c *causes) expire(before time.Time) {
	for len(c.order) > 0 && (c.order[0].at.Before(before) || len(c.order) > memoryCauses) {
		delete(c.of, c.order[0].cause)
		c.order[0] = notedCause{}
		c.order = c.order[1:]
	}
}
