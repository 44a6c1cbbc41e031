package web

import "time"

// clock is a message's time before the script says "Today" or "Yesterday" in
// the reader's zone.
func clock(t time.Time) string { return t.Format("1/2/06, 3:04 PM") }
