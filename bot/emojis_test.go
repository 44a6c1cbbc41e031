package bot

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/gateway"
	"noughts/bot/rest"
	"noughts/render/tiles"
)

type fakeDiscord struct {
	emoji  []rest.Emoji
	asked  []string                // names of emoji that the bot tried to create
	create func(name string) error // nil to create all
}

func (d *fakeDiscord) add(name string) rest.Emoji {
	e := rest.Emoji{ID: "id of " + name, Name: name}
	e.User.Bot = true
	d.emoji = append(d.emoji, e)
	return e
}

func (d *fakeDiscord) Emojis(context.Context, string) ([]rest.Emoji, error) {
	return slices.Clone(d.emoji), nil
}

func (d *fakeDiscord) CreateEmoji(_ context.Context, _, name string, _ []byte) (rest.Emoji, error) {
	d.asked = append(d.asked, name)
	if d.create != nil {
		if err := d.create(name); err != nil {
			return rest.Emoji{}, err
		}
	}
	return d.add(name), nil
}

func (d *fakeDiscord) DeleteEmoji(_ context.Context, _, id string) error {
	before := len(d.emoji)
	d.emoji = slices.DeleteFunc(d.emoji, func(e rest.Emoji) bool { return e.ID == id })
	if len(d.emoji) == before {
		return &rest.Error{Status: http.StatusNotFound, Code: 10014}
	}
	return nil
}

// runs runs an installer until Run returns, for at most `limit`. It returns the lines of the log, and
// whether Run returned before the limit.
func runs(t *testing.T, d *fakeDiscord, turns gateway.Turns, limit time.Duration) (log []string, ended bool) {
	t.Helper()
	var b strings.Builder
	i := newTileInstaller(d, turns, slog.New(slog.NewTextHandler(&b, nil)))
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	i.Run(ctx, "5")
	return slices.Collect(strings.Lines(b.String())), ctx.Err() == nil
}

func TestARefusalIsTheEnd(t *testing.T) {
	t.Parallel()
	for _, refusal := range []*rest.Error{
		{Status: http.StatusBadRequest, Code: 30008, Message: "Maximum number of emojis reached (2000)"},
		{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body"},
		{Status: http.StatusForbidden, Code: 50013, Message: "Missing Permissions"},
		{Status: http.StatusUnauthorized, Message: "401: Unauthorized"},
	} {
		t.Run(refusal.Message, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := &fakeDiscord{}
				d.create = func(string) error {
					if len(d.asked) > 10 {
						return refusal
					}
					return nil
				}
				log, ended := runs(t, d, nil, 24*time.Hour)
				warnings := slices.DeleteFunc(log, func(line string) bool { return !strings.Contains(line, "level=WARN") })
				if !ended || len(d.asked) != 11 || len(warnings) != 1 || !strings.Contains(warnings[0], refusal.Message) || !strings.Contains(warnings[0], "10 of") {
					t.Errorf("ended: %v; asked %d times, and says %q", ended, len(d.asked), warnings)
				}
			})
		})
	}
}

// TestWhatIsThereIsNotRefused checks that an installer continues if another bot uploads the same tiles at the same
// time. The other bot is first with one tile, and has uploaded ten more when the installer lists the tiles again.
func TestWhatIsThereIsNotRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDiscord{}
		d.create = func(string) error {
			if len(d.asked) != 10 {
				return nil
			}
			for _, tile := range tiles.All()[9:20] {
				d.add(tile.Name)
			}
			return &rest.Error{Status: http.StatusBadRequest, Code: 50035, Message: "An emoji with this name already exists"}
		}
		log, ended := runs(t, d, nil, time.Hour)
		if ended || len(d.asked) != len(tiles.All())-10 || strings.Contains(strings.Join(log, ""), "level=WARN") {
			t.Errorf("ended: %v; asked %d times, and says %q", ended, len(d.asked), log)
		}
	})
}

func TestAPanicEndsTheInstallingAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, ended := runs(t, &fakeDiscord{create: func(string) error { panic("a mistake") }}, nil, time.Hour)
		if last := log[len(log)-1]; !ended || !strings.Contains(last, "a mistake") || !strings.Contains(last, "level=ERROR") {
			t.Errorf("ended: %v, and says %q", ended, log)
		}
	})
}

// While the calls of Turns fail, because the database cannot be reached, no tiles are uploaded. The installer retries
// with pauses and finishes once the calls succeed.
func TestTurnsThatFailAreTakenAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDiscord{}
		turns := &failingTurns{until: time.Now().Add(10 * time.Minute)}
		if _, ended := runs(t, d, turns, time.Hour); ended || len(d.asked) != len(tiles.All()) {
			t.Errorf("ended: %v; asked %d times", ended, len(d.asked))
		}
		if turns.early > 60 {
			t.Errorf("asked %d times in ten minutes whose turn it is", turns.early)
		}
	})
}

type failingTurns struct {
	until time.Time
	early int
}

func (f *failingTurns) AcquireTurn(context.Context, int, time.Duration) (time.Duration, error) {
	if time.Now().Before(f.until) {
		f.early++
		return 0, errors.New("no database")
	}
	return 0, nil
}

func (*failingTurns) ReleaseTurn(context.Context, int, time.Duration) error { return nil }

func TestObsoleteTiles(t *testing.T) {
	t.Parallel()
	const v = tiles.Version
	piece := tiles.All()[0].Piece
	for name, c := range map[string]struct{ versions, want []int }{
		"none":                      {nil, nil},
		"the present one alone":     {[]int{v}, nil},
		"one before":                {[]int{v, v - 1}, nil},
		"one before and older ones": {[]int{v, v - 1, v - 2}, []int{v - 2}},
		"one left out":              {[]int{v, v - 2}, nil},
		"a newer one":               {[]int{v + 1, v, v - 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			present := set{}
			for _, version := range c.versions {
				e := rest.Emoji{Name: piece.NameIn(version)}
				e.User.Bot = true
				present[e.Name] = e
			}
			var got []int
			for _, e := range present.obsolete() {
				version, _ := tiles.Parse(e.Name)
				got = append(got, version)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("versions %v, want %v", got, c.want)
			}
		})
	}
}
