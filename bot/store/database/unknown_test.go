package database_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"noughts/game/match"
	"noughts/game/puzzle"
)

// Whatever a newer program has added to a JSON text survives the changes of this one, at any depth.
func TestFieldsOfANewerProgramStay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		m := began("a", "100", "200", time.Now())
		version, revision := 0, 0
		for _, c := range []struct {
			table, column, object string // object is one inside the text
			change                func() error
		}{
			{"matches", "record", "match", func() error {
				version++
				m.Version = version
				return saveMatch(t.Context(), db, m, version-1, "")
			}},
			{"members", "settings", "", func() error {
				_, _, err := db.ChangeMember(t.Context(), "100", func(m *match.Member) { m.Casual = !m.Casual })
				return err
			}},
			{"servers", "settings", "", func() error {
				_, _, err := db.ChangeServer(t.Context(), "7", func(s *match.Server) { s.RetentionDays += 30 })
				return err
			}},
			{"tournaments", "record", "Tournament", func() error {
				r := cup(t, "t", "1", "100", "200")
				r.Revision = revision
				revision++
				_, err := db.SaveTournament(t.Context(), r, "")
				return err
			}},
			{"puzzlers", "record", "daily", func() error {
				solved(t, db, "100", "7", today, puzzle.Miss)
				return nil
			}},
		} {
			add := fmt.Sprintf(`UPDATE %[1]s SET %[2]s = replace('{"hats":9007199254740993,' || substr(%[2]s, 2), '"%[3]s":{', '"%[3]s":{"hats":2,')`, c.table, c.column, c.object)
			for _, do := range []func() error{c.change, func() error { return db.Exec(t.Context(), add) }, c.change} {
				if err := do(); err != nil {
					t.Fatalf("%s: %v", c.table, err)
				}
			}
			text, err := db.Texts(t.Context(), `SELECT `+c.column+` FROM `+c.table)
			if err != nil || len(text) != 1 || !strings.Contains(text[0], `"hats":9007199254740993`) || c.object != "" && !strings.Contains(text[0], `"hats":2`) {
				t.Errorf("%s: %v, %v", c.table, text, err)
			}
		}
	})
}
