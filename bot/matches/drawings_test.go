package matches

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/commands/plan"
	"noughts/game/match"
)

// A drawer makes files that take a second to draw, and counts.
type drawer struct {
	running, most, drawn atomic.Int64
}

func (d *drawer) file(key string) plan.File {
	return plan.File{Name: "a.gif", Key: key, Draw: func() ([]byte, error) {
		defer d.running.Add(-1)
		d.most.Store(max(d.most.Load(), d.running.Add(1)))
		d.drawn.Add(1)
		time.Sleep(time.Second)
		return []byte("GIF"), nil
	}}
}

// asks makes a member ask for a file, without waiting for it. `done` gets the report.
func (d *drawer) asks(f *fixture, member, key string, done func(Report)) {
	f.submit("", "", func(r *plan.Request) (plan.Plan, error) {
		r.User = member
		return plan.Answer{As: plan.Private, Content: plan.Content{Files: []plan.File{d.file(key)}}}, nil
	}, done)
}

// One member's flood of drawings runs one at a time and is refused beyond a few, while another member's drawing comes
// next. What was drawn is not drawn again.
func TestDrawingsTakeTurns(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.searches.slots = 2
		var flood, other drawer
		var refused, answered atomic.Int64
		for i := range 100 {
			flood.asks(f, "9", fmt.Sprint("flood ", i), func(r Report) {
				switch {
				case r.Refusal == nil:
					answered.Add(1)
				case errors.Is(r.Refusal, plan.ErrManyDrawings):
					refused.Add(1)
				default:
					t.Error(r.Refusal)
				}
			})
		}
		synctest.Wait()
		begun, took := time.Now(), time.Duration(0)
		other.asks(f, "8", "game", func(Report) { took = time.Since(begun) })
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if flood.most.Load() > 1 || answered.Load() != maxDrawings || refused.Load() != 100-maxDrawings {
			t.Errorf("%d at a time, %d answered, %d refused", flood.most.Load(), answered.Load(), refused.Load())
		}
		if took > 2*time.Second {
			t.Errorf("another member waits %v", took)
		}
		for range 100 { // once drawn, it costs nothing
			other.asks(f, "8", "game", func(r Report) {
				if r.Refusal != nil {
					t.Error(r.Refusal)
				}
			})
		}
		synctest.Wait()
		if n := other.drawn.Load(); n != 1 {
			t.Errorf("drawn %d times", n)
		}
	})
}

// A decision whose drawing is refused changes nothing.
func TestARefusedDrawingStoresNothing(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		m := f.putGame("a", 0)
		var d drawer
		for i := range maxDrawings {
			d.asks(f, "7", fmt.Sprint(i), func(Report) {})
		}
		synctest.Wait()
		report := f.act("a", "900", func(_ *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
			next := rec.Match
			next.Version++
			return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.Anew, Content: plan.Content{Files: []plan.File{d.file("b")}}}}, nil
		})
		if report.Refusal == nil || f.stored("a").Version != m.Version {
			t.Errorf("%v, and version %d is stored", report.Refusal, f.stored("a").Version)
		}
	})
}

// Exports and drawings of one member come one after the other.
func TestAnExportIsADrawing(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.searches.slots = 2
		var d drawer
		d.asks(f, "7", "a", func(Report) {})
		synctest.Wait()
		begun := time.Now()
		report := f.command(func(r *plan.Request) (plan.Plan, error) {
			_, err := r.Read.Export()
			return plan.Answer{As: plan.Private}, err
		})
		if took := time.Since(begun); report.Refusal != nil || took < time.Second {
			t.Errorf("an export beside a drawing took %v: %v", took, report.Refusal)
		}
	})
}
