package bot

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"noughts/bot/config"
	"noughts/bot/gateway"
	"noughts/bot/rest"
)

func TestARefusedStartSaysOneSentence(t *testing.T) {
	t.Parallel()
	b := &Bot{log: slog.New(slog.DiscardHandler)}
	for _, refused := range []*rest.Error{
		{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Details: strings.Repeat(`{"0":{"name":{}}} `, 60)},
		{Status: http.StatusForbidden, Message: strings.Repeat("<html>\nbanned ", 100)},
	} {
		err := b.explain(t.Context(), "cannot register the commands", fmt.Errorf("PUT: %w", refused))
		text := err.Error()
		if len(text) > 200 || strings.ContainsAny(text, "\n{") || !strings.HasPrefix(text, "cannot register the commands: Discord answered 40") {
			t.Errorf("%d bytes: %s", len(text), text)
		}
		if !errors.As(err, new(*rest.Error)) {
			t.Errorf("%v is no *rest.Error", err)
		}
	}
	if err := b.explain(t.Context(), "", &rest.Error{Status: http.StatusUnauthorized}); !errors.Is(err, gateway.ErrToken) {
		t.Errorf("a refused token: %v", err)
	}
}

func TestExitCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {config.Errorf("A", "is wrong"), 2}, {fmt.Errorf("starting: %w", config.Errorf("A", "is wrong")), 2},
		{gateway.ErrToken, 2}, {errors.New("any"), 1},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("ExitCode(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}
