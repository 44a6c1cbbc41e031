package matches

import (
	"context"
	"errors"
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/game/match"
)

// asked sends a command and returns the server's settings as the command's handler sees them in its request.
func (f *fixture) asked() (seen plan.Origin) {
	f.t.Helper()
	f.command(func(r *plan.Request) (plan.Plan, error) {
		seen = r.Origin
		return plan.Answer{As: plan.Private}, nil
	})
	return seen
}

// Changes of a server's settings by this process take effect at once, changes by other processes after settingsTTL.
func TestServersAreKnownForAWhile(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		reads := 0
		f.store.change(hooks{server: func(context.Context) error { reads++; return nil }})
		for range 10 {
			if f.asked().Server.Quiet {
				t.Error("it is quiet before anybody has chosen so")
			}
		}
		if reads != 1 {
			t.Errorf("%d reads for ten requests", reads)
		}
		if _, _, err := f.store.ChangeServer(t.Context(), "500", func(s *match.Server) { s.Quiet = true }); err != nil { // as another process would
			t.Fatal(err)
		}
		time.Sleep(settingsTTL)
		if !f.asked().Server.Quiet {
			t.Error("what another process has changed is not known yet")
		}
		f.command(func(*plan.Request) (plan.Plan, error) {
			return plan.ChangeServer{Change: func(s *match.Server) { s.Quiet = false }, Show: func(match.Server) plan.Answer {
				return plan.Answer{As: plan.Private}
			}}, nil
		})
		if f.asked().Server.Quiet {
			t.Error("what this process has changed is not known")
		}
	})
}

// If the store fails or hangs, presses do not wait long for the server's settings. Settings that were
// read before stay in use; otherwise the request has an error instead of settings.
func TestAStoreThatIsDownStopsNoGame(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.putGame("a", 0)
		f.store.change(hooks{server: func(ctx context.Context) error {
			<-ctx.Done() // like a database that hangs
			return ctx.Err()
		}})
		begun := time.Now()
		if r := f.press("a", "900", 2); r.Refusal != nil || r.Version != 3 {
			t.Errorf("%+v", r)
		}
		if took := time.Since(begun); took > 2*settingsReadLimit {
			t.Errorf("a press waits for %v", took)
		}
		if s := f.asked(); !errors.Is(s.ServerErr, context.DeadlineExceeded) {
			t.Errorf("%+v", s)
		}
		f.store.change(hooks{})
		time.Sleep(settingsTTL)
		if _, _, err := f.store.ChangeServer(t.Context(), "500", func(s *match.Server) { s.Casual = true }); err != nil {
			t.Fatal(err)
		}
		if s := f.asked(); s.ServerErr != nil || !s.Server.Casual {
			t.Errorf("%+v", s)
		}
		f.store.change(hooks{server: func(context.Context) error { return errors.New("down") }})
		time.Sleep(time.Hour)
		if s := f.asked(); s.ServerErr != nil || !s.Server.Casual {
			t.Errorf("what was known is forgotten: %+v", s)
		}
	})
}
