package ops

import (
	"context"
	"log/slog"
	"time"
)

// pingLimit is the timeout for the database's answer. A press needs several answers of the database
// within three seconds.
const pingLimit = 500 * time.Millisecond

// MissingDatabase is the line in /readyz if Answers returns false.
const MissingDatabase = "no answer from the database within half a second"

// A Pinger is a database that can be pinged.
type Pinger interface {
	Ping(ctx context.Context) error
}

// Answers reports whether a database answers within pingLimit. It returns after pingLimit even if
// Ping does not.
func Answers(ctx context.Context, p Pinger, log *slog.Logger) bool {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- p.Ping(ctx) }()
	var err error
	select {
	case err = <-answered:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		log.Warn("the database does not answer", "err", err)
	}
	return err == nil
}
