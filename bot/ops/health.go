package ops

import (
	"context"
	"log/slog"
	"time"
)

// pingLimit is how long the database may take to answer: a member's press needs it
// several times within three seconds.
const pingLimit = 500 * time.Millisecond

// MissingDatabase is what /readyz says when Answers is false.
const MissingDatabase = "no answer from the database within half a second"

// A Pinger is a database that can be asked whether it works.
type Pinger interface {
	Ping(ctx context.Context) error
}

// Answers says whether a database answers in time. One that does not even give up
// in time is not waited for.
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
