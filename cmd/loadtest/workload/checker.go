package workload

import (
	"fmt"

	"noughts/cmd/loadtest/view"
)

// A checker holds the latest state of one match that Discord has shown, and detects a later message that contradicts
// it. The version must never fall and no mark may disappear, because the members never request a takeback.
type checker struct {
	match   string
	version int
	over    bool
	shown   view.Board // the last board that was shown; empty before the first board
	lost    string     // describes the first data that the bot lost, "" if nothing was lost
}

// check compares a view of the match with the state shown before. If the view contradicts it, check records a loss.
// Otherwise the view becomes the new state.
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

// observe checks the current live message, which may be older than the last answer. It ignores a message that is not
// newer than the last view.
func (c *checker) observe(v view.View) {
	if v.Version > c.version {
		c.check(v)
	}
}

// noteLoss records that the bot has lost data of the match. Only the first loss of a match is described.
func (c *checker) noteLoss(what string) {
	if c.lost == "" {
		c.lost = "match " + c.match + ": " + what
	}
}

// contradiction describes how a view contradicts the state shown before. It returns "" if there is no contradiction.
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
