package matches

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"noughts/bot/queue"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/profile"
)

const (
	// maxPresent bounds presentCache, the members known to be in a server: about 250 bytes each, so
	// 2.5 MB. presentTTL is how long an entry is trusted.
	maxPresent = 10_000
	presentTTL = 10 * time.Minute
	// lookUpTime is how long a leaderboard waits for Discord to say which members are still in the
	// server. lookUps is how many members are looked up at the same time.
	lookUpTime = 1200 * time.Millisecond
	lookUps    = 4
	// maxLeadersReads is the maximum number of times that one request reads a page of a leaderboard. It reads the page
	// again if listed members have left the server. If members who have left remain on the page after that, the next
	// request removes them.
	maxLeadersReads = 5
	// finishedMatches reads finished games in several queries, because some may be hidden from the reader. The first
	// query reads as many games as are wanted. historyRead is how many games each further query reads. maxHistoryReads
	// is the maximum number of queries, so games behind a few hundred hidden ones are not found.
	historyRead     = 100
	maxHistoryReads = 5
)

type membership struct{ guild, user string }

// FinishedMatches reads a page of finished matches that the caller may see. It skips hidden matches
// and reads on until the page is full, or until maxHistoryReads queries.
func (t reader) FinishedMatches(q match.Query) ([]match.Record, error) {
	ctx, wanted, forward := t.To.Context(), q.Limit, q.After != match.Cursor{}
	v := viewer{task: t.task, reader: t.Request.User}
	hidden := func(rec match.Record) bool { return !v.sees(ctx, rec) }
	var found []match.Record
	for range maxHistoryReads {
		page, err := t.deps.Store.Finished(ctx, q)
		if err != nil {
			return nil, err
		}
		all := len(page) < q.Limit
		var newest, oldest match.Cursor
		if len(page) > 0 {
			newest, oldest = endOf(page[0]), endOf(page[len(page)-1])
		}
		page = slices.DeleteFunc(page, hidden)
		if forward { // the pages are newest first, so their last matches are closest to q.After
			found, q.After = append(page, found...), newest
			found = found[max(0, len(found)-wanted):]
		} else {
			found, q.Before = append(found, page...), oldest
			found = found[:min(len(found), wanted)]
		}
		if q.Limit = historyRead; all || len(found) == wanted {
			break
		}
	}
	return found, nil
}

func endOf(rec match.Record) match.Cursor {
	return match.Cursor{ID: rec.Match.ID, At: rec.Match.Changed}
}

func (t reader) Profile(p plan.ResultsOf) (plan.MemberResults, error) {
	ctx := t.To.Context()
	found, err := t.deps.Store.Profile(ctx, p.Member, p.Reader)
	if err != nil {
		return plan.MemberResults{}, err
	}
	known := plan.MemberResults{Profile: found, Matches: map[match.ID]match.Record{}, Now: time.Now()}
	if known.Puzzles, err = t.deps.Store.Solving(ctx, p.Member); err != nil && !errors.Is(err, store.ErrCorrupt) {
		return plan.MemberResults{}, err
	}
	v := viewer{task: t.task, reader: p.Reader}
	if p.Public {
		v.reader = ""
	}
	for _, s := range found.Standings {
		id := s.Best.Match
		if id == "" || !s.Pool.Ranks() {
			continue
		}
		switch rec, err := t.deps.Store.Load(ctx, id); {
		case err == nil:
			if v.sees(ctx, rec) {
				known.Matches[id] = rec
			}
		case !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrCorrupt):
			return plan.MemberResults{}, err
		}
	}
	return known, nil
}

func (t reader) Leaders(p plan.Leaders) (page profile.Page, err error) {
	ctx := t.To.Context()
	board := p.Board
	if p.Days > 0 {
		board.Since = time.Now().AddDate(0, 0, -p.Days)
	}
	err = t.present(ctx, board.Guild, t.Request.User, func() (members []string, err error) {
		page, err = t.deps.Store.Leaders(ctx, board, p.From, p.Limit, p.Member)
		for _, place := range page.Places {
			if place.Member != p.Member && !p.Away {
				members = append(members, place.Member)
			}
		}
		return members, err
	})
	return page, err
}

// Present calls `read`, which reads a list of members of a guild, and asks Discord whether they are still there. If
// some have left, it records that and calls `read` again. Errors: those of `read` and of Store.NoteLeft.
func (o *Manager) Present(ctx context.Context, guild string, read func() (members []string, err error)) error {
	return o.present(ctx, guild, "", read)
}

// present is like Present, within the share of calls of the member `by`.
func (o *Manager) present(ctx context.Context, guild, by string, read func() (members []string, err error)) error {
	asking, stop := context.WithTimeout(ctx, lookUpTime)
	defer stop()
	for range maxLeadersReads {
		members, err := read()
		if err != nil || guild == "" {
			return err
		}
		left, failed := o.haveLeft(asking, guild, by, members)
		if len(left) == 0 {
			return nil
		}
		if err := o.deps.Store.NoteLeft(ctx, guild, left); err != nil {
			return err
		}
		if failed != nil {
			break
		}
	}
	_, err := read()
	return err
}

func (t reader) HasLeft(member string) bool {
	ctx := t.To.Context()
	at := t.Request.Place
	if at.Guild == "" || at.Away || !t.lookUps.Take(t.Request.User, 1, time.Now()) {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	is, err := t.deps.Discord.IsMember(ctx, at.Guild, member)
	return !is && err == nil
}

func (t reader) Seasons(q plan.Seasons) ([]profile.SeasonTable, error) {
	ctx := t.To.Context()
	season, limit := profile.SeasonOf(q.Months, time.Now()), q.Limit
	var all []profile.SeasonTable
	for n := range q.Past + 1 {
		places, err := t.deps.Store.Season(ctx, t.Request.Place.Guild, q.Pool, season, limit)
		if err != nil {
			return nil, err
		}
		if n == 0 || len(places) > 0 {
			all = append(all, profile.SeasonTable{Season: season, Pool: q.Pool, Places: places})
		}
		season, limit = season.Before(q.Months), 1
	}
	return all, nil
}

// haveLeft returns the members who have left the server. It asks Discord within the share of calls of the member `by`,
// unless that is "". It assumes that members are present if Discord does not answer about them before ctx ends. After an
// error, which it returns, it asks about nobody else.
func (o *Manager) haveLeft(ctx context.Context, guild, by string, members []string) (left []string, err error) {
	var mu sync.Mutex
	asked, ctx := errgroup.WithContext(ctx)
	asked.SetLimit(lookUps)
	for _, member := range members {
		if at, ok := o.presentCache.Get(membership{guild, member}); ok && time.Since(at) < presentTTL {
			continue
		}
		if by != "" && !o.lookUps.Take(by, 1, time.Now()) {
			break
		}
		asked.Go(func() (err error) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			queue.Guard(o.deps.Log, func() {
				var is bool
				switch is, err = o.deps.Discord.IsMember(ctx, guild, member); {
				case err != nil: // Discord would fail for the other members too, or has set a rate limit
					o.deps.Log.Debug("cannot look up a member of a server", "guild", guild, "err", err)
				case is:
					o.presentCache.Add(membership{guild, member}, time.Now())
				default:
					mu.Lock()
					defer mu.Unlock()
					left = append(left, member)
				}
			})
			return err
		})
	}
	err = asked.Wait()
	return left, err
}
