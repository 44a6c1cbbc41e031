package discordtest_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// TestADayOfPressesKeepsItsSize checks that the server's memory stops growing. Presses spread over a day are answered
// in turn by updates, new messages whose buttons are pressed next, messages for one member, and follow-ups. At the end
// of the day the process may have at most ten per cent more live heap objects than after the first tenth of the day.
//
// The test counts the objects of the whole process, so it must not run in parallel with other tests.
func TestADayOfPressesKeepsItsSize(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds of a processor")
	}
	const presses = 100_000
	synctest.Test(t, func(t *testing.T) {
		w := testbot.NewRawWorld(t, true, discordtest.WithMessageLimit(100))
		var turn atomic.Int64
		testbot.JoinRaw(t, w.Server, w.Application, 1, func([]byte) (answer, followUp string) {
			switch turn.Add(1) % 4 {
			case 0:
				return testbot.RawPad, ""
			case 1:
				return testbot.RawPressed, ""
			case 2:
				return `{"type":4,"data":{"content":"for you","flags":64}}`, ""
			default:
				return `{"type":6}`, `{"content":"and more","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}`
			}
		})
		turn.Store(-1)
		alice := w.Member("alice").Client()
		a, err := alice.Use(t.Context(), "ask", nil)
		if err != nil {
			t.Fatal(err)
		}
		board := a.Message.ID
		press := func(n int) {
			for range n {
				time.Sleep(24 * time.Hour / presses)
				a, err := alice.Press(context.Background(), board, "/a")
				if err != nil {
					t.Fatal(err)
				}
				if a.Type == 4 && !a.Message.Ephemeral() {
					board = a.Message.ID
				}
			}
		}
		press(presses / 10)
		before := liveObjects()
		press(presses * 9 / 10)
		after := liveObjects()
		if after > before+before/10 {
			t.Errorf("%d live objects after a tenth of the day, %d in the end", before, after)
		}
		if n := len(alice.Messages()); n != 100 {
			t.Errorf("%d messages are kept", n)
		}
	})
}

// liveObjects returns the number of live heap objects of the process.
func liveObjects() uint64 {
	synctest.Wait()
	runtime.GC()
	runtime.GC() // the second collection frees values with finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapObjects
}
