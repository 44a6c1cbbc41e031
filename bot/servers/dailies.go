// Package servers does what servers get without a request: the post of the daily puzzle (Dailies), and the roles of their
// best (Roles).
package servers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

const (
	// dailyPace is how often a shared store is asked for due posts, the longest pause before a failed post is made again, and
	// the time that a server has for its other settings after it has chosen the channel or the hour.
	dailyPace   = 15 * time.Second
	dailyPage   = 200
	postsAtOnce = 4
	// postLimit is the timeout of a post. It is shorter than store.ClaimLife, so that the claim outlives the post.
	postLimit = 10 * time.Second
	// What a post lists: members of yesterday's table, and of a season's.
	mostNamed     = 10
	mostChampions = 3
	// Members are pinged only if they have tried a puzzle in the last recentDays. The settings of mostAsked are read to find
	// those who want pings.
	recentDays = 7
	mostAsked  = 100
	mostPinged = 20
)

// DailyViews draws the posts. *commands.Commands implements it.
type DailyViews interface {
	// DailyPost returns a server's post of the puzzle of the day.
	DailyPost(p plan.DailyPost) plan.Content
}

// DailyDiscord is the part of Discord's API that Dailies calls. *rest.Client implements it.
type DailyDiscord interface {
	Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error)
}

// A Dailies posts the daily puzzles. All its exported fields are required.
type Dailies struct {
	alarm backoff.Alarm

	Store   store.Store
	Views   DailyViews
	Discord DailyDiscord
	Log     *slog.Logger
	// Present reads a list of a guild's members until all of them are still there. *matches.Manager implements it.
	Present func(ctx context.Context, guild string, read func() (members []string, err error)) error
	// Reach reports whether this process receives the interactions of a guild's members, and since when it has received
	// them without a gap.
	Reach func(guild string) (since time.Time, ok bool)
}

// Run makes due posts until ctx ends.
func (o *Dailies) Run(ctx context.Context) {
	unclaimed := time.Now().Add(store.ClaimLife + time.Second) // when claims of this process, or of one that has died, are over
	o.alarm.Run(ctx, dailyPace, o.Store.Shared(), func(now time.Time) (next time.Time, again bool) {
		again = true // if a panic ends the look
		queue.Guard(o.Log, func() { again = !o.postDue(ctx, now) })
		if again {
			unclaimed = now.Add(store.ClaimLife + time.Second)
		}
		if next = now.Truncate(time.Hour).Add(time.Hour); unclaimed.After(now) && unclaimed.Before(next) {
			next = unclaimed
		}
		return next, again
	})
}

// ServerChanged makes Run look soon, because a server's settings have changed.
func (o *Dailies) ServerChanged() { o.alarm.Set(time.Now().Add(dailyPace)) }

// postDue posts the puzzle of the day in all servers that are due for it and whose members reach this process. It
// returns false if a post is left to be made.
func (o *Dailies) postDue(ctx context.Context, now time.Time) bool {
	after := ""
	var left atomic.Bool
	for ctx.Err() == nil {
		due, err := o.Store.DueDailies(ctx, now, after, dailyPage)
		if ctx.Err() != nil {
			return true
		}
		if err != nil {
			o.Log.Warn("cannot list the channels for the daily puzzle", "err", err)
			return false
		}
		var group errgroup.Group
		group.SetLimit(postsAtOnce)
		for _, guild := range due {
			if _, reached := o.Reach(guild); !reached {
				left.Store(true)
				continue
			}
			group.Go(func() error {
				err := errPanic
				queue.Guard(o.Log, func() { err = o.post(ctx, guild, now) })
				if err != nil {
					o.Log.Warn("daily puzzle not posted", "guild", guild, "err", err)
					left.Store(true)
				}
				return nil
			})
		}
		_ = group.Wait() // no function returns an error
		if len(due) < dailyPage {
			break
		}
		after = due[len(due)-1]
	}
	return !left.Load()
}

var errPanic = errors.New("panic")

// post posts the puzzle of the day in a server, unless another process has claimed the post. If Discord refuses the
// post, it is not tried again on that day. After other errors it is tried again when the claim has expired.
func (o *Dailies) post(ctx context.Context, guild string, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, postLimit)
	defer cancel()
	if ok, err := o.Store.ClaimDaily(ctx, guild, now); !ok || err != nil {
		return err
	}
	day := puzzle.DayAt(now)
	var p plan.DailyPost
	err := o.Present(ctx, guild, func() (members []string, err error) {
		p, err = o.compose(ctx, guild, day)
		return p.Members(), err
	})
	if err == nil {
		err = o.send(ctx, p)
		if _, again := rest.MayRetry(err); err != nil && !again && len(p.Seasons) > 0 { // post again without the picture, because Discord may have refused it
			p.NoPicture = true
			err = o.send(ctx, p)
		}
		if _, again := rest.MayRetry(err); again {
			return err
		}
	} else if !errors.Is(err, store.ErrCorrupt) {
		return err
	}
	if err != nil {
		o.Log.Info("cannot post the daily puzzle", "guild", guild, "channel", p.Server.DailyChannel, "err", err)
	}
	return o.Store.NoteDaily(ctx, guild, day)
}

func (o *Dailies) send(ctx context.Context, p plan.DailyPost) error {
	_, err := o.Discord.Post(ctx, p.Server.DailyChannel, postName(p.Server.ID, p.Day), o.Views.DailyPost(p).Response(plan.Anew).Data)
	return err
}

// postName returns the nonce of a server's post for a day. If the post is repeated, Discord recognises it by the nonce. The
// nonce has at most 25 characters.
func postName(guild string, day puzzle.Day) string {
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil {
		return fmt.Sprintf("daily-%d", day) // guild is not an id of Discord's; this happens only in tests
	}
	return "d" + strconv.FormatUint(id, 36) + "-" + strconv.Itoa(int(day))
}

func (o *Dailies) compose(ctx context.Context, guild string, day puzzle.Day) (p plan.DailyPost, err error) {
	p.Day = day
	if p.Server, err = o.Store.Server(ctx, guild); err != nil {
		return p, err
	}
	if p.Yesterday, err = o.Store.DailyTable(ctx, guild, day-1, mostNamed); err != nil {
		return p, err
	}
	solved, err := o.Store.DailyDays(ctx, guild)
	if err != nil {
		return p, err
	}
	p.Streak, p.Frozen = puzzle.ServerStreak(solved, day)
	if monday, _ := day.Week(); monday == day {
		if p.Champions, err = o.Store.DailyChampions(ctx, guild, day-7, day-1, 1); err != nil {
			return p, err
		}
	}
	if p.Server.Season > 0 {
		if p.Seasons, err = o.ended(ctx, p.Server, day.Start()); err != nil {
			return p, err
		}
	}
	if !p.Server.Quiet {
		p.Pings, err = o.pings(ctx, guild, day)
	}
	return p, err
}

// ended returns the tables of the season that ended at the beginning of `day`: for each pool of ratings, the season's
// best members. If no season of the server ended then, ended returns nil.
func (o *Dailies) ended(ctx context.Context, s match.Server, day time.Time) (tables []profile.SeasonTable, err error) {
	season := profile.SeasonOf(s.Season, day)
	if !season.From.Equal(day) {
		return nil, nil
	}
	season = season.Before(s.Season)
	for _, pool := range profile.Pools() {
		places, err := o.Store.Season(ctx, s.ID, pool, season, mostChampions)
		if err != nil {
			return nil, err
		}
		if len(places) > 0 {
			tables = append(tables, profile.SeasonTable{Season: season, Pool: pool, Places: places})
		}
	}
	return tables, nil
}

// pings returns the members to mention: those who have recently tried a daily puzzle in the server,
// and have asked for a mention.
func (o *Dailies) pings(ctx context.Context, guild string, day puzzle.Day) (wanting []string, err error) {
	members, err := o.Store.DailyMembers(ctx, guild, day-recentDays, mostAsked)
	if err != nil {
		return nil, err
	}
	for _, id := range members {
		switch m, err := o.Store.Member(ctx, id); {
		case errors.Is(err, store.ErrCorrupt): // skip members whose settings cannot be read
		case err != nil:
			return nil, err
		case m.DailyPings && len(wanting) < mostPinged:
			wanting = append(wanting, id)
		}
	}
	return wanting, nil
}
