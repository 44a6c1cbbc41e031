package bot

import "context"

// A turn is a lock for work that takes long, such as calls of Discord's or of a
// database: nobody waits for it longer than a context lasts. Make it with newTurn.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits for the turn. Errors: ctx's.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release gives the turn back.
func (t turn) release() { <-t }
