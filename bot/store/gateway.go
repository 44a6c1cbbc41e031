package store

import "time"

// A Session is a gateway session as it is kept for the process that comes after
// this one: what a RESUME needs but for the token. The zero Session is none.
type Session struct {
	ID        string
	ResumeURL string // where Discord wants it resumed, "" for anywhere
	// Sequence is that of the last dispatch before which all have been dealt with.
	Sequence int64
	// ClockLead is how far the clock of the machine was ahead of the times in
	// Discord's ids, 0 while nobody knew.
	ClockLead time.Duration
}

// A Share is what a process has of a bot's gateway shards.
type Share struct {
	Total int   // shards of the whole bot, as all its processes count them
	Owned []int // those of this process, ascending
	Fair  int   // how many it should have at most, so that all have about as many
}
