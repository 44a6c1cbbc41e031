package queue

import (
	"log/slog"
	"runtime/debug"
)

// Guard returns a function that runs another one and recovers from its panic, which
// it logs. It is around everything that runs outside an HTTP handler, so that one
// match or member cannot end the process for all.
func Guard(log *slog.Logger) func(run func()) {
	return func(run func()) {
		defer func() {
			if p := recover(); p != nil {
				log.Error("a job panicked", "panic", p, "stack", string(debug.Stack()))
			}
		}()
		run()
	}
}
