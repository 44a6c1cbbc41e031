package search

import "time"

// Limits end a search at the first that is reached; zero fields set none.
type Limits struct {
	Time  time.Duration
	Nodes int64
	Depth int
}
