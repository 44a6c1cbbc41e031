package bot

import (
	"errors"
	"fmt"
	"testing"

	"noughts/bot/config"
)

func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {config.Errorf("A", "is wrong"), 2}, {fmt.Errorf("starting: %w", config.Errorf("A", "is wrong")), 2},
		{ErrToken, 1}, {errors.New("any"), 1},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("ExitCode(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}
