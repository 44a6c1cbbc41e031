package metrics

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/inbox"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/profile"
)

// Labels for missing and unknown names. An unknown name must not create a new series.
const (
	none  = "none"
	other = "other"
)

// Routes sets the routes that Interacted counts by name. It must be called before the first Interacted.
func (m *Metrics) Routes(routes []string) {
	known := map[string]bool{}
	for _, route := range routes {
		known[route] = true
		for _, outcome := range inbox.Outcomes {
			if outcome.ByHandler() {
				m.interactions.WithLabelValues(route, string(outcome))
			}
		}
	}
	m.routes.Store(&known)
}

// Interacted counts an interaction and, if it was answered, the time to the answer. A route that is
// not in Routes is counted as "other".
func (m *Metrics) Interacted(route string, o inbox.Outcome, took time.Duration) {
	switch known := m.routes.Load(); {
	case route == "":
		route = none
	case known == nil || !(*known)[route]:
		route = other
	}
	m.interactions.WithLabelValues(route, string(o)).Inc()
	if o.Answered() {
		m.answers.Observe(took.Seconds())
	}
}

// Limited counts an interaction or a new match above a limit.
func (m *Metrics) Limited(l limits.Limit) { m.limited.WithLabelValues(string(l)).Inc() }

// Searched counts a search of the computer.
func (m *Metrics) Searched(v game.Variant, level string, took time.Duration) {
	if !slices.Contains(ai.Levels(v), level) {
		level = other
	}
	m.searches.WithLabelValues(v.String(), level).Observe(took.Seconds())
}

// Transport returns a transport that is like `next`, and counts the calls of Discord's REST API and their times.
func (m *Metrics) Transport(next http.RoundTripper) http.RoundTripper { return transport{next, m} }

type transport struct {
	http.RoundTripper
	*Metrics
}

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	begun := time.Now()
	response, err := t.RoundTripper.RoundTrip(r)
	route, status := classes(r.URL.Path, response)
	t.calls.WithLabelValues(route, status).Inc()
	t.callSeconds.WithLabelValues(route).Observe(time.Since(begun).Seconds())
	return response, err
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the transport.
func (t transport) CloseIdleConnections() {
	(&http.Client{Transport: t.RoundTripper}).CloseIdleConnections()
}

// restRoutes are the labels of REST calls. A call has that of the first of partsOfPaths in its path, or the last.
var (
	restRoutes   = []string{"callback", "webhook", "message", "commands", "emojis", "gateway", other}
	partsOfPaths = []string{"/interactions/", "/webhooks/", "/channels/", "/commands", "/emojis", "/gateway"}
)

// restStatuses are the classes of responses.
var restStatuses = []string{"2xx", "3xx", "4xx", "429", "5xx", "lost"}

func classes(path string, r *http.Response) (route, status string) {
	i := slices.IndexFunc(partsOfPaths, func(part string) bool { return strings.Contains(path, part) })
	if route = other; i >= 0 {
		route = restRoutes[i]
	}
	switch {
	case r == nil:
		return route, "lost"
	case r.StatusCode == http.StatusTooManyRequests:
		return route, "429"
	}
	return route, strconv.Itoa(r.StatusCode/100) + "xx"
}

// Identified counts an IDENTIFY on the gateway.
func (m *Metrics) Identified() { m.identifies.Inc() }

// Resumed counts a RESUME on the gateway.
func (m *Metrics) Resumed() { m.resumes.Inc() }

var operations = []string{
	"create", "load", "save", "carried_out", "set_message", "set_ping", "member", "change_member", "server", "change_server", "unfinished", "finished", "has_played", "due", "waiting", "export", "forget", "ping",
	"profile", "leaders", "season", "note_left",
}

type measured struct {
	store.Store
	*Metrics
}

// Store returns a store that is like s, measures the times of its operations and counts their errors.
func (m *Metrics) Store(s store.Store) store.Store { return measured{s, m} }

// timed runs an operation of the store, measures its time and counts its error. It does not count errors
// that a healthy store returns, nor a cancelled context.
func timed[T any](m *Metrics, operation string, do func() (T, error)) (T, error) {
	begun := time.Now()
	result, err := do()
	m.store.WithLabelValues(operation).Observe(time.Since(begun).Seconds())
	if err != nil && (!store.IsAnswer(err) || errors.Is(err, store.ErrCorrupt)) && !errors.Is(err, context.Canceled) {
		m.storeErrors.WithLabelValues(operation).Inc()
	}
	return result, err
}

func (s measured) Load(ctx context.Context, id match.ID) (match.Record, error) {
	return timed(s.Metrics, "load", func() (match.Record, error) { return s.Store.Load(ctx, id) })
}

func (s measured) Save(ctx context.Context, c store.Change) (match.Record, error) {
	operation := "save"
	if c.Expected == 0 {
		operation = "create"
	}
	saved, err := timed(s.Metrics, operation, func() (match.Record, error) { return s.Store.Save(ctx, c) })
	variant := c.Record.Match.Options.Variant.String()
	switch {
	case errors.Is(err, store.ErrVersion):
		s.lost.Inc()
	case err != nil:
	case c.Expected == 0:
		s.started.WithLabelValues(variant).Inc()
	case saved.Match.EndsNow():
		s.ended.WithLabelValues(variant, cmp.Or(reasons[saved.Match.Result.Reason], other)).Inc()
	}
	return saved, err
}

func (s measured) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return timed(s.Metrics, "carried_out", func() (match.ID, error) { return s.Store.CarriedOut(ctx, key) })
}

func (s measured) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return timed(s.Metrics, "set_message", func() (string, error) { return s.Store.SetMessage(ctx, id, from, to) })
}

func (s measured) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	_, err := timed(s.Metrics, "set_ping", func() (match.Ping, error) { return to, s.Store.SetPing(ctx, r, to) })
	return err
}

func (s measured) Member(ctx context.Context, id string) (match.Member, error) {
	return timed(s.Metrics, "member", func() (match.Member, error) { return s.Store.Member(ctx, id) })
}

func (s measured) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (before, after match.Member, err error) {
	after, err = timed(s.Metrics, "change_member", func() (match.Member, error) {
		before, after, err = s.Store.ChangeMember(ctx, id, change)
		return after, err
	})
	return before, after, err
}

func (s measured) Server(ctx context.Context, id string) (match.Server, error) {
	return timed(s.Metrics, "server", func() (match.Server, error) { return s.Store.Server(ctx, id) })
}

func (s measured) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (before, after match.Server, err error) {
	after, err = timed(s.Metrics, "change_server", func() (match.Server, error) {
		before, after, err = s.Store.ChangeServer(ctx, id, change)
		return after, err
	})
	return before, after, err
}

func (s measured) Unfinished(ctx context.Context, of match.Scope) ([]match.Record, error) {
	return timed(s.Metrics, "unfinished", func() ([]match.Record, error) { return s.Store.Unfinished(ctx, of) })
}

func (s measured) Finished(ctx context.Context, q match.Query) ([]match.Record, error) {
	return timed(s.Metrics, "finished", func() ([]match.Record, error) { return s.Store.Finished(ctx, q) })
}

func (s measured) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	return timed(s.Metrics, "has_played", func() (bool, error) { return s.Store.HasPlayed(ctx, member, v) })
}

func (s measured) Due(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return timed(s.Metrics, "due", func() ([]match.Cursor, error) { return s.Store.Due(ctx, now, after, limit) })
}

func (s measured) Waiting(ctx context.Context, before time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return timed(s.Metrics, "waiting", func() ([]match.Cursor, error) { return s.Store.Waiting(ctx, before, after, limit) })
}

func (s measured) Export(ctx context.Context, member string) ([]byte, error) {
	return timed(s.Metrics, "export", func() ([]byte, error) { return s.Store.Export(ctx, member) })
}

func (s measured) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return timed(s.Metrics, "forget", func() ([]match.ID, error) { return s.Store.Forget(ctx, member) })
}

func (s measured) Ping(ctx context.Context) error {
	_, err := timed(s.Metrics, "ping", func() (struct{}, error) { return struct{}{}, s.Store.Ping(ctx) })
	return err
}

func (s measured) Profile(ctx context.Context, member, reader string) (profile.Profile, error) {
	return timed(s.Metrics, "profile", func() (profile.Profile, error) { return s.Store.Profile(ctx, member, reader) })
}

func (s measured) Leaders(ctx context.Context, b profile.Leaderboard, from, limit int, member string) (profile.Page, error) {
	return timed(s.Metrics, "leaders", func() (profile.Page, error) { return s.Store.Leaders(ctx, b, from, limit, member) })
}

func (s measured) Season(ctx context.Context, guild string, pool profile.Pool, season profile.Season, limit int) ([]profile.SeasonPlace, error) {
	return timed(s.Metrics, "season", func() ([]profile.SeasonPlace, error) { return s.Store.Season(ctx, guild, pool, season, limit) })
}

func (s measured) NoteLeft(ctx context.Context, guild string, members []string) error {
	_, err := timed(s.Metrics, "note_left", func() (struct{}, error) { return struct{}{}, s.Store.NoteLeft(ctx, guild, members) })
	return err
}

var reasons = map[match.Reason]string{
	match.ByLine: "line", match.ByFullBoard: "full_board", match.ByResignation: "resignation",
	match.ByTimeout: "timeout", match.ByAgreement: "agreement", match.Aborted: "aborted",
	match.Declined: "declined", match.Withdrawn: "withdrawn", match.Expired: "expired",
	match.Abandoned: "abandoned", match.Stranded: "stranded", match.ByLeaving: "leaving", match.Moderated: "moderated",
}
