package testbot

import (
	"testing"
	"testing/synctest"

	"noughts/bot/discordtest"
)

// Inject injects a fault, which must be valid.
func Inject(t *testing.T, a *discordtest.Application, f discordtest.Fault) *discordtest.Injection {
	t.Helper()
	in, err := a.Inject(f)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// WantOver checks that a fault is over, how often it struck, and how many sessions were resumed and how many IDENTIFYs
// came until it was over. It returns the fault's outcome.
func WantOver(t *testing.T, in *discordtest.Injection, struck, resumes, identifies int) discordtest.Outcome {
	t.Helper()
	synctest.Wait()
	o := in.Outcome()
	select {
	case <-in.Done():
	default:
		t.Errorf("%s is not over: %+v", in.Fault, o)
	}
	if o.Struck != struck || o.Resumes != resumes || o.Identifies != identifies {
		t.Errorf("%s: %+v, want %d struck, %d resumes, %d identifies", in.Fault, o, struck, resumes, identifies)
	}
	return o
}
