package database

import (
	"context"
	"time"

	"noughts/bot/store"
)

const (
	// prunePace is how often causes that are too old are removed, prunePage how many
	// at once: few enough that a move which waits for them is not late.
	prunePace = 5 * time.Minute
	prunePage = 1000
)

// A pruner removes old causes while a database is open.
type pruner struct {
	stop context.CancelFunc
	done chan struct{}
}

func startPruner(db *DB) *pruner {
	ctx, stop := context.WithCancel(context.Background())
	p := &pruner{stop: stop, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		pace := time.NewTicker(prunePace)
		defer pace.Stop()
		for {
			select {
			case <-pace.C:
				if err := db.prune(ctx, time.Now().Add(-store.CauseLife)); err != nil && ctx.Err() == nil {
					db.log.Warn("old causes could not be removed", "err", err)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return p
}

// close stops the pruner and waits for it.
func (p *pruner) close() {
	p.stop()
	<-p.done
}

// prune removes the causes that were noted before a time.
func (db *DB) prune(ctx context.Context, before time.Time) error {
	for removed := prunePage; removed == prunePage; {
		err := db.writes.submit(ctx, func(ctx context.Context, tx querier) (err error) {
			removed, err = exec(ctx, tx, db.dialect.prune, before.UnixMilli(), prunePage)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
