package workload

import (
	"fmt"

	"noughts/cmd/loadtest/view"
)

// A checker remembers what Discord has shown of one match, and notices when a
// later message contradicts it. Versions and marks only grow: members ask for no
// takeback.
type checker struct {
	match   string
	version int
	over    bool
	shown   view.Board // at that version; none before the first board
	lost    string     // what was lost first, "" for nothing
}

// check takes an answer that Discord has accepted: it compares what that shows
// with what was shown before, and remembers it.
func (c *checker) check(v view.View) {
	if wrong := c.contradiction(v); wrong != "" {
		c.noteLoss(wrong)
		return
	}
	c.version, c.over = v.Version, v.Over()
	if !v.Board.None() {
		c.shown = v.Board
	}
}

// observe takes what the live message shows now. It may be out of date: only
// answers say what is.
func (c *checker) observe(v view.View) {
	if v.Version > c.version {
		c.check(v)
	}
}

// noteLoss notes what has been lost; only the first loss is kept.
func (c *checker) noteLoss(what string) {
	if c.lost == "" {
		c.lost = "match " + c.match + ": " + what
	}
}

// contradiction says what of the match has been lost, "" when nothing has.
func (c *checker) contradiction(v view.View) string {
	switch {
	case v.Version < c.version:
		return fmt.Sprintf("shown at version %d, then at %d", c.version, v.Version)
	case c.over && !v.Over():
		return fmt.Sprintf("it had ended at version %d, and goes on", c.version)
	case c.shown.None():
		return ""
	case v.Version == c.version && !v.Board.Equal(c.shown):
		return fmt.Sprintf("version %d was shown as %s, then as %s", c.version, c.shown, v.Board)
	case !v.Board.Keeps(c.shown):
		return fmt.Sprintf("shown as %s at version %d, then as %s at %d", c.shown, c.version, v.Board, v.Version)
	}
	return ""
}
