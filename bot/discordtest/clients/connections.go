package clients

import (
	"context"
	"testing"
)

// resumes cuts the bot's connection and lets it come back only when it has
// missed something: the bot must learn of that all the same.
func (sc *scene) resumes(t *testing.T) {
	identifies := sc.app.Identifies()
	sc.gate.shut()
	sc.app.DropConnections()
	sc.server.NewGuild("Missed").Install(sc.app)
	sc.gate.open()
	sc.awaitResumes(t, 1)
	shows(t, sc.as(t, sc.alice).Uses("/guilds"), "2 guilds")
	if n := sc.app.Identifies() - identifies; n != 0 {
		t.Errorf("%d new sessions", n)
	}
}

// reconnects asks the bot to reconnect (op 7), and uses a command meanwhile and
// afterwards.
func (sc *scene) reconnects(t *testing.T) {
	identifies := sc.app.Identifies()
	sc.app.SendReconnect()
	shows(t, sc.as(t, sc.alice).Uses("/ping"), "pong")
	sc.awaitResumes(t, 2)
	shows(t, sc.as(t, sc.alice).Uses("/ping"), "pong")
	if n := sc.app.Identifies() - identifies; n != 0 {
		t.Errorf("%d new sessions", n)
	}
}

// identifiesAnew ends the bot's session (op 9): it must start another. Libraries
// that know of Discord's five seconds between two sessions wait for them, so
// this comes late in the story.
func (sc *scene) identifiesAnew(t *testing.T) {
	identifies := sc.app.Identifies()
	sc.app.InvalidateSessions(false)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := sc.app.WaitConnected(ctx); err != nil {
		t.Fatalf("the bot has not come back: %v", err)
	}
	if n := sc.app.Identifies() - identifies; n != 1 {
		t.Errorf("%d new sessions, want 1", n)
	}
	shows(t, sc.as(t, sc.alice).Uses("/guilds"), "2 guilds")
}

// awaitResumes waits until the bot has resumed n times.
func (sc *scene) awaitResumes(t *testing.T, n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := sc.app.WaitResumed(ctx, n); err != nil {
		t.Fatalf("the bot has resumed %d times, want %d: %v", sc.app.Resumes(), n, err)
	}
}
