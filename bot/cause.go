package bot

import (
	"context"
	"sync/atomic"

	"noughts/bot/store"
)

// A cause is the interaction for which something is done. What the bot does by
// itself has none.
type cause struct {
	id store.Cause
	// settled is set when it is known that no delivery of the interaction before this
	// one was carried out: the store has said so, or has just carried out this one.
	settled atomic.Bool
}

type causeKey struct{}

// withCause returns a context whose first change is made for an interaction, and
// for no other delivery of it.
func withCause(ctx context.Context, interaction string) context.Context {
	return context.WithValue(ctx, causeKey{}, &cause{id: store.Cause(interaction)})
}

// withoutCause returns a context for what the bot does by itself in the time of an
// interaction, such as the computer's move.
func withoutCause(ctx context.Context) context.Context {
	return context.WithValue(ctx, causeKey{}, &cause{})
}

// causeOf returns the cause of what is done with ctx; one with the id "" when
// there is none.
func causeOf(ctx context.Context) *cause {
	if c, ok := ctx.Value(causeKey{}).(*cause); ok {
		return c
	}
	return &cause{}
}
