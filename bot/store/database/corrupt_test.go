package database_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game/match"
)

func TestCorruptRows(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		log := &recorded{}
		db, err := database.Open(t.Context(), url, slog.New(slog.NewTextHandler(log, nil)))
		must(t, err)
		defer func() { _ = db.Close() }()
		for _, m := range []string{"sound", "broken"} {
			r := match.Record{Match: began("", "100", "200", time.UnixMilli(1_760_000_000_000)), Place: match.Place{Channel: "1"}}
			r.Match.ID = match.ID(m)
			must(t, save(t.Context(), db, r, 0, ""))
		}
		for _, change := range []string{
			`version = 0`, `variant = 'chess'`, `variant = 'classic 10'`, `status = 'resting'`, `winner = 'x'`, `winner = 'me'`, `reason = 'luck'`,
			`reason = 'line'`, `given = 'j1'`, `owner = '300'`, `o_member = '100'`, `o_level = 'weak'`, `status = 'over'`, `x_member = ''`,
			`thread = 'long'`, `ping = '{"told":"all"}'`, `record = '{'`, `record = '[]'`, `record = '{}'`,
			breaks(`"begins":"x"`, `"begins":"x "`), breaks(`"begins":"x"`, `"begins":"x","moves":"e5 e5"`),
			breaks(`"begins":"x"`, `"begins":"x","moves":"e5  d4"`), breaks(`"begins":"x"`, `"begins":"x","moves":"j1"`),
			breaks(`"begins":"x"`, `"begins":"x","moves":"e5 a1"`), breaks(`"begins":"x"`, `"begins":"x","draw_offer":"1"`),
			breaks(`"begins":"x"`, `"begins":"x","options":{"first":"z"}`), breaks(`"begins":"x"`, `"begins":"x","options":{"clock":-1}`),
			breaks(`"deadline"`, `"no deadline"`),
		} {
			t.Run(change, func(t *testing.T) { checkCorrupt(t, db, change) })
		}
		if text := log.String(); !strings.Contains(text, "broken") || strings.Contains(text, `\"sound\"`) {
			t.Errorf("the log should name the broken match:\n%s", text)
		}
	})
}

// breaks returns an SQL assignment that changes the JSON text of a match: it replaces the text `part` by the text `by`.
func breaks(part, by string) string {
	return `record = replace(record, '` + part + `', '` + by + `')`
}

func checkCorrupt(t *testing.T, db *database.DB, change string) {
	const columns = `version, record, variant, status, winner, reason, given, owner, x_member, o_member, o_level, thread, ping`
	must(t, db.Exec(t.Context(), `UPDATE matches SET `+change+` WHERE id = 'broken'`))
	_, err := db.Load(t.Context(), "broken")
	if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), `"broken"`) {
		t.Errorf("got %v, want ErrCorrupt with the id", err)
	}
	if _, err := db.Load(t.Context(), "sound"); err != nil {
		t.Errorf("another match suffers: %v", err)
	}
	records, err := db.Unfinished(t.Context(), match.Scope{Channel: "1"})
	if err != nil || len(records) != 1 || records[0].Match.ID != "sound" {
		t.Errorf("unfinished: %d, %v, want the sound one", len(records), err)
	}
	mend := `UPDATE matches SET (` + columns + `) = (SELECT ` + columns + ` FROM matches WHERE id = 'sound') WHERE id = 'broken'`
	must(t, db.Exec(t.Context(), mend))
}

// TestCorruptSettings checks that reading, changing and exporting a member's unreadable settings fails with ErrCorrupt.
// After Forget, all three must work again.
func TestCorruptSettings(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		setDaily := func(m *match.Member) { m.DailyPings = true }
		for _, text := range []string{`{`, `[]`, `{"style":7}`, `{"keypad":"round"}`, `{"blocked":["100"]}`} {
			mustChangeMember(t, db, "100", setDaily)
			must(t, db.Exec(t.Context(), `UPDATE members SET settings = $1`, text))
			_, reading := db.Member(t.Context(), "100")
			_, _, changing := db.ChangeMember(t.Context(), "100", setDaily)
			_, exporting := db.Export(t.Context(), "100")
			for what, err := range map[string]error{"Member": reading, "ChangeMember": changing, "Export": exporting} {
				if !errors.Is(err, store.ErrCorrupt) {
					t.Errorf("%s of %s: got %v, want ErrCorrupt", what, text, err)
				}
			}
			mustForget(t, db, "100")
		}
	})
}

func TestAFileThatIsNoDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "notes.txt")
	must(t, os.WriteFile(file, []byte(strings.Repeat("not a database\n", 1000)), 0o600))
	for name, c := range map[string]struct{ path, want string }{
		"text":                {file, "not a database of this bot"},
		"a folder":            {folder, "is not a regular file"},
		"no folder":           {filepath.Join(folder, "none", "noughts.db"), "no such file or directory"},
		"a file for a folder": {filepath.Join(file, "noughts.db"), "is not a folder"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := database.Open(t.Context(), "sqlite:"+c.path, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want something about %q", err, c.want)
			}
		})
	}
}
