package matches

import (
	"log/slog"
	"sync/atomic"
)

// An outage logs the first of several failures in a row, and their end.
type outage struct {
	log     *slog.Logger
	what    string
	lasting atomic.Bool
}

// note records a failure, or with nil a success.
func (f *outage) note(err error) {
	switch {
	case err != nil && !f.lasting.Swap(true):
		f.log.Error(f.what, "err", err)
	case err == nil && f.lasting.Load() && f.lasting.Swap(false):
		f.log.Info("database recovered", "before", f.what)
	}
}
