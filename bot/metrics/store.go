package metrics

import (
	"context"
	"errors"
	"time"

	"noughts/bot/store"
	"noughts/game/match"
)

// operations are the labels of the store's methods.
var operations = []string{
	"create", "load", "save", "carried_out", "set_message", "unfinished", "unfinished_of", "open",
	"finished", "due", "waiting", "forget", "ping",
}

// A measured store is one whose time and errors are counted.
type measured struct {
	store.Store
	*Metrics
}

// Store returns s with its time and errors counted. With a nil *Metrics it
// returns s.
func (m *Metrics) Store(s store.Store) store.Store {
	if m == nil {
		return s
	}
	return measured{s, m}
}

// timed runs one operation.
func timed[T any](m *Metrics, operation string, do func() (T, error)) (T, error) {
	begun := time.Now()
	result, err := do()
	m.store.WithLabelValues(operation).Observe(time.Since(begun).Seconds())
	if !expected(err) {
		m.storeErrors.WithLabelValues(operation).Inc()
	}
	return result, err
}

// plainly is timed for an operation that returns nothing but its error.
func plainly(m *Metrics, operation string, do func() error) error {
	_, err := timed(m, operation, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

// expected says whether an error is an answer rather than a failure: what a
// healthy store says, or that nobody waits any more.
func expected(err error) bool {
	var done *store.Done
	switch {
	case err == nil, errors.As(err, &done):
		return true
	case errors.Is(err, context.Canceled):
		return true
	}
	return errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrVersion) || errors.Is(err, store.ErrExists)
}

func (s measured) Create(ctx context.Context, r store.Record, cause store.Cause) error {
	err := plainly(s.Metrics, "create", func() error { return s.Store.Create(ctx, r, cause) })
	if err == nil {
		s.started.WithLabelValues(r.Match.Options.Variant.String()).Inc()
	}
	return err
}

func (s measured) Load(ctx context.Context, id match.ID) (store.Record, error) {
	return timed(s.Metrics, "load", func() (store.Record, error) { return s.Store.Load(ctx, id) })
}

func (s measured) Save(ctx context.Context, m match.Match, expected int, cause store.Cause) error {
	err := plainly(s.Metrics, "save", func() error { return s.Store.Save(ctx, m, expected, cause) })
	switch {
	case errors.Is(err, store.ErrVersion):
		s.lost.Inc()
	case err == nil && m.Status == match.Over:
		s.ended.WithLabelValues(m.Options.Variant.String(), reasonOf(m.Result)).Inc()
	}
	return err
}

func (s measured) CarriedOut(ctx context.Context, cause store.Cause) (match.ID, error) {
	return timed(s.Metrics, "carried_out", func() (match.ID, error) { return s.Store.CarriedOut(ctx, cause) })
}

func (s measured) SetMessage(ctx context.Context, id match.ID, message string) error {
	return plainly(s.Metrics, "set_message", func() error { return s.Store.SetMessage(ctx, id, message) })
}

func (s measured) Unfinished(ctx context.Context, channel string) ([]store.Record, error) {
	return timed(s.Metrics, "unfinished", func() ([]store.Record, error) { return s.Store.Unfinished(ctx, channel) })
}

func (s measured) UnfinishedOf(ctx context.Context, member string) ([]store.Record, error) {
	return timed(s.Metrics, "unfinished_of", func() ([]store.Record, error) { return s.Store.UnfinishedOf(ctx, member) })
}

func (s measured) Open(ctx context.Context, of store.Scope) (int, error) {
	return timed(s.Metrics, "open", func() (int, error) { return s.Store.Open(ctx, of) })
}

func (s measured) Finished(ctx context.Context, q store.Query) ([]store.Record, error) {
	return timed(s.Metrics, "finished", func() ([]store.Record, error) { return s.Store.Finished(ctx, q) })
}

func (s measured) Due(ctx context.Context, now time.Time, limit int) ([]match.ID, error) {
	return timed(s.Metrics, "due", func() ([]match.ID, error) { return s.Store.Due(ctx, now, limit) })
}

func (s measured) Waiting(ctx context.Context, before time.Time, limit int) ([]match.ID, error) {
	return timed(s.Metrics, "waiting", func() ([]match.ID, error) { return s.Store.Waiting(ctx, before, limit) })
}

func (s measured) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return timed(s.Metrics, "forget", func() ([]match.ID, error) { return s.Store.Forget(ctx, member) })
}

func (s measured) Ping(ctx context.Context) error {
	return plainly(s.Metrics, "ping", func() error { return s.Store.Ping(ctx) })
}

// reasons are the labels of how matches end, by match.Reason.
var reasons = map[match.Reason]string{
	match.ByLine: "line", match.ByFullBoard: "full_board", match.ByResignation: "resignation",
	match.ByTimeout: "timeout", match.ByAgreement: "agreement", match.Aborted: "aborted",
	match.Declined: "declined", match.Withdrawn: "withdrawn", match.Expired: "expired",
}

func reasonOf(r match.Result) string {
	if name, ok := reasons[r.Reason]; ok {
		return name
	}
	return other
}
