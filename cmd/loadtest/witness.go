package main

import (
	"fmt"
	"slices"
)

// A witness remembers what Discord has shown of one match, and notices when it
// is not so any more. Versions and marks only grow: members ask for no takeback.
type witness struct {
	match   string
	version int
	over    bool
	shown   board  // at that version; none before the first board
	lost    string // what was lost first, "" for nothing
}

// hears takes an answer that Discord has accepted: it compares what that shows
// with what was shown before, and remembers it.
func (w *witness) hears(s sight) {
	if complaint := w.complaint(s); complaint != "" {
		w.loses(complaint)
		return
	}
	w.remember(s)
}

// glances takes what the live message shows now. It may be out of date: only
// answers say what is.
func (w *witness) glances(s sight) {
	if s.version > w.version {
		w.hears(s)
	}
}

func (w *witness) remember(s sight) {
	w.version, w.over = s.version, s.over()
	if !s.board.none() {
		w.shown = s.board
	}
}

// loses notes what has been lost; the first thing counts.
func (w *witness) loses(what string) {
	if w.lost == "" {
		w.lost = "match " + w.match + ": " + what
	}
}

// complaint says what of the match has been lost, "" when nothing has.
func (w *witness) complaint(s sight) string {
	switch {
	case s.version < w.version:
		return fmt.Sprintf("shown at version %d, then at %d", w.version, s.version)
	case w.over && !s.over():
		return fmt.Sprintf("it had ended at version %d, and goes on", w.version)
	case w.shown.none():
		return ""
	case s.version == w.version && !slices.Equal(s.board.rows, w.shown.rows):
		return fmt.Sprintf("version %d was shown as %s, then as %s", w.version, w.shown, s.board)
	case !s.board.holds(w.shown):
		return fmt.Sprintf("shown as %s at version %d, then as %s at %d", w.shown, w.version, s.board, s.version)
	}
	return ""
}
