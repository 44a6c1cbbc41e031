package matches

import (
	"context"
	"slices"
	"time"

	"noughts/commands/plan"
)

const (
	// maxDrawn bounds drawnCache, the files drawn last: up to 250 kB each, so 25 MB.
	maxDrawn = 100
	// maxDrawings is how many drawings of one member may run and wait. Further ones are refused, since all of them would
	// come too late.
	maxDrawings = 4
)

type drawnFile struct {
	content []byte
	at      time.Time
}

// draw returns an answer's content with its files drawn. Errors: those of drawingSlot and of plan.File's Draw.
func (t *task) draw(ctx context.Context, c plan.Content) (plan.Content, error) {
	return t.drawn(c, func() (func(), error) { return t.drawingSlot(ctx) })
}

// drawingSlot waits until something may be drawn or exported for the caller. It returns the function that ends that.
// Errors: plan.ErrManyDrawings if the caller has too many, and those of ctx.
func (t *task) drawingSlot(ctx context.Context) (end func(), err error) {
	of := t.searcher()
	of.drawing = true
	return t.searches.begin(ctx, of)
}

// Draw returns the content of a message that no member waits for with its files drawn. Errors: those of ctx and of
// plan.File's Draw.
func (o *Manager) Draw(ctx context.Context, c plan.Content) (plan.Content, error) {
	return o.drawn(c, func() (func(), error) { return o.searches.begin(ctx, searcher{background: true, drawing: true}) })
}

// drawn returns content with its files drawn, each in a search slot that `begin` waits for, unless it was drawn lately.
func (o *Manager) drawn(c plan.Content, begin func() (end func(), err error)) (plan.Content, error) {
	c.Files = slices.Clone(c.Files)
	for i := range c.Files {
		f := &c.Files[i]
		if f.Draw == nil || o.isDrawn(f) {
			continue
		}
		if err := o.drawFile(f, begin); err != nil {
			return plan.Content{}, err
		}
	}
	return c, nil
}

func (o *Manager) isDrawn(f *plan.File) bool {
	known, ok := o.drawnCache.Get(f.Key)
	if ok {
		f.Content, f.Draw = known.content, nil
	}
	return ok
}

func (o *Manager) drawFile(f *plan.File, begin func() (end func(), err error)) error {
	end, err := begin()
	if err != nil {
		return err
	}
	defer end()
	if o.isDrawn(f) { // by a request that waited before this one
		return nil
	}
	content, err := f.Draw()
	if err != nil {
		return err
	}
	f.Content, f.Draw = content, nil
	if f.Key != "" {
		o.drawnCache.Add(f.Key, drawnFile{content, time.Now()})
	}
	return nil
}

// drawings returns how many drawings of a member run and wait. Callers hold s.mu.
func (s *searches) drawings(member string) (n int) {
	for _, r := range s.running {
		if r.drawing && r.member == member {
			n++
		}
	}
	for _, w := range s.line {
		if w.drawing && w.member == member {
			n++
		}
	}
	return n
}
