package bot_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain has garbage collected less often than usual, unless GOGC says how often: next to nothing of a
// thousand small worlds lives long, and collecting it was a quarter of the time.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}
