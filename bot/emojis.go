package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/gateway"
	"noughts/bot/rest"
	"noughts/render"
	"noughts/render/tiles"
)

type tileDiscord interface {
	Emojis(ctx context.Context, app string) ([]rest.Emoji, error)
	CreateEmoji(ctx context.Context, app, name string, png []byte) (rest.Emoji, error)
	DeleteEmoji(ctx context.Context, app, id string) error
}

const (
	// installing is the number of the turn for uploading tiles. It differs from the numbers of the gateway's turns,
	// which start at 0.
	installing = -1
	// turnHold is the longest time that a process holds the turn. If the process dies, others get the turn after that
	// time. A process starts no request in the second half of that time.
	turnHold = time.Minute
	// defaultPace is the pause between two requests. It is long enough that members' boards can use nearly all of the
	// requests per second that Discord allows.
	defaultPace  = 40 * time.Millisecond
	releaseTime  = time.Second
	pollOthers   = time.Minute
	pollComplete = time.Hour
)

type tileInstaller struct {
	Pace time.Duration // the pause between two requests that create or delete something; set it before Run

	discord tileDiscord
	turns   gateway.Turns // nil if there are no other processes
	log     *slog.Logger
	pause   backoff.Pause // the pauses of Run after failures

	tiles     atomic.Pointer[render.Tiles]
	installed atomic.Int64  // number of tiles of the current set that exist
	known     chan struct{} // see Known
	knowOnce  sync.Once
}

func newTileInstaller(discord tileDiscord, turns gateway.Turns, log *slog.Logger) *tileInstaller {
	i := &tileInstaller{Pace: defaultPace, discord: discord, turns: turns, log: log, known: make(chan struct{})}
	i.tiles.Store(&render.Tiles{})
	return i
}

func (i *tileInstaller) Tiles() render.Tiles { return *i.tiles.Load() }

func (i *tileInstaller) Known() <-chan struct{} { return i.known }

func (i *tileInstaller) Installed() (n, of int) { return int(i.installed.Load()), len(tiles.All()) }

func (i *tileInstaller) Missing(ctx context.Context, app string) (missing, all int, err error) {
	list, err := i.discord.Emojis(ctx, app)
	present := set{}
	for _, e := range list {
		present[e.Name] = e
	}
	return len(present.missing()), len(list), err
}

// Run uploads the missing tiles, and checks regularly that all of them still exist. It returns when
// ctx ends or Discord refuses a tile.
func (i *tileInstaller) Run(ctx context.Context, app string) {
	defer func() {
		if p := recover(); p != nil { // boards can be drawn without tiles, so the bot keeps running
			i.log.Error("tile installation panicked", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	for {
		wait, err := i.round(ctx, app)
		limit, limited := rest.RateLimited(err)
		_, again := rest.MayRetry(err)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			i.pause.Reset()
		case limited:
			wait = max(limit, i.pause.Next())
			i.log.Info("tile installation rate limited; waiting", "for", wait.Round(time.Second), "tiles", i.progress())
		case again:
			wait = i.pause.Next()
			i.log.Warn("cannot install tiles; retrying", "in", wait.Round(time.Millisecond), "tiles", i.progress(), "err", err)
		default:
			i.log.Warn("cannot install tiles, so boards are drawn without the missing ones; restart the bot to retry, or set TILES=off",
				"tiles", i.progress(), "err", err)
			return
		}
		if backoff.Sleep(ctx, wait) != nil {
			return
		}
	}
}

func (i *tileInstaller) progress() string {
	n, of := i.Installed()
	return fmt.Sprintf("%d of %d", n, of)
}

// round lists the tiles. Unless another process has the turn, it uploads the missing ones and deletes
// the obsolete ones. It returns how long to wait until the next round.
func (i *tileInstaller) round(ctx context.Context, app string) (wait time.Duration, err error) {
	end := time.Now().Add(turnHold / 2)
	if i.turns != nil {
		if wait, err = i.turns.AcquireTurn(ctx, installing, turnHold); err != nil {
			return 0, fmt.Errorf("asking whose turn it is: %w", err)
		}
	}
	ours := wait <= 0
	if ours && i.turns != nil {
		defer func() {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
			defer cancel()
			limit, _ := rest.RateLimited(err) // the rate limit applies to the whole application, so no process may have the turn before it is over
			err = errors.Join(err, i.turns.ReleaseTurn(ctx, installing, limit))
		}()
	}
	present, err := i.list(ctx, app)
	if err != nil {
		return 0, err
	}
	missing, obsolete := present.missing(), present.obsolete()
	switch {
	case len(missing)+len(obsolete) == 0:
		return pollComplete, nil
	case !ours:
		return min(wait, pollOthers), nil
	}
	var steps []func() error
	for _, t := range missing {
		steps = append(steps, func() error { return i.create(ctx, app, t, present) })
	}
	for _, e := range obsolete { // last, so that boards can be drawn with the old tiles until then
		steps = append(steps, func() error {
			if err := i.discord.DeleteEmoji(ctx, app, e.ID); !rest.Unknown(err) {
				return err
			}
			return nil
		})
	}
	i.log.Info("installing tiles", "tiles", i.progress())
	for _, step := range steps {
		if time.Now().After(end) {
			break
		}
		if err := step(); err != nil {
			return 0, err
		}
		i.pause.Reset()
		if err := backoff.Sleep(ctx, i.Pace); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// create uploads a tile unless it exists. Emoji have unique names: if Discord refuses one that exists by now, an
// attempt that timed out or a bot on another database has created it.
func (i *tileInstaller) create(ctx context.Context, app string, t tiles.Tile, present set) error {
	if present.has(t) {
		return nil
	}
	png, err := t.PNG()
	if err != nil {
		return err
	}
	made, err := i.discord.CreateEmoji(ctx, app, t.Name, png)
	if err == nil {
		present[t.Name] = made
		i.publish(present)
		return nil
	}
	if _, again := rest.MayRetry(err); !again {
		if now, listErr := i.list(ctx, app); listErr == nil && now.has(t) {
			maps.Copy(present, now)
			return nil
		}
	}
	return err
}

// list asks Discord which tiles the application has, of all versions, and publishes them for use on boards.
func (i *tileInstaller) list(ctx context.Context, app string) (set, error) {
	all, err := i.discord.Emojis(ctx, app)
	if err != nil {
		return nil, err
	}
	present := set{}
	for _, e := range all {
		if _, isTile := tiles.Parse(e.Name); isTile {
			present[e.Name] = e
		}
	}
	i.publish(present)
	return present, nil
}

func (i *tileInstaller) publish(present set) {
	ids := make(map[string]string, len(present))
	for name, e := range present {
		ids[name] = e.ID
	}
	drawn := render.NewTiles(ids)
	i.tiles.Store(&drawn)
	i.knowOnce.Do(func() { close(i.known) })
	all := len(tiles.All())
	n := all - len(present.missing())
	if before := i.installed.Swap(int64(n)); n == all && int(before) != all {
		i.log.Info("all tiles installed", "tiles", i.progress())
	}
}

type set map[string]rest.Emoji

func (s set) has(t tiles.Tile) bool {
	_, there := s[t.Name]
	return there
}

// missing returns the missing tiles of the current version, in the order of uploading.
func (s set) missing() []tiles.Tile { return slices.DeleteFunc(tiles.All(), s.has) }

// obsolete returns the tiles of all versions except the current one and the newest one before it: only very old
// messages show them. Emoji that a person has added stay, whatever their names are.
func (s set) obsolete() []rest.Emoji {
	last := 0
	for name := range s {
		if v, _ := tiles.Parse(name); v < tiles.Version {
			last = max(last, v)
		}
	}
	var found []rest.Emoji
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if v, _ := tiles.Parse(name); v < last && s[name].User.Bot {
			found = append(found, s[name])
		}
	}
	return found
}
