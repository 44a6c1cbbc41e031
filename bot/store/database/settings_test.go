package database_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store/database"
	"noughts/game/match"
)

func TestSettingsThatChangeMeanwhile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		defer func() { _ = db.Close() }()
		set := func(db *database.DB, id string, change func(*match.Member)) {
			t.Helper()
			mustChangeMember(t, db, id, change)
		}
		for name, c := range map[string]struct {
			before    func(*match.Member) // nil for a member who has chosen nothing
			meanwhile func(id string)
			want      match.Member
		}{
			"1": {nil, func(id string) { set(db, id, func(m *match.Member) { m.Style = "box" }) }, match.Member{ID: "1", Style: "box", Casual: true}},
			"2": {
				func(m *match.Member) { m.Unlisted = true },
				func(id string) { set(db, id, func(m *match.Member) { m.Style = "box" }) },
				match.Member{ID: "2", Style: "box", Unlisted: true, Casual: true},
			},
			"3": {
				func(m *match.Member) { m.Unlisted = true },
				func(id string) {
					mustForget(t, db, id)
				},
				match.Member{ID: "3", Casual: true},
			},
		} {
			if c.before != nil {
				set(db, name, c.before)
			}
			calls := 0
			set(db, name, func(m *match.Member) {
				if calls++; calls == 1 {
					c.meanwhile(name)
				}
				m.Casual = true
			})
			if got, err := db.Member(t.Context(), name); err != nil || calls != 2 || !cmp.Equal(got, c.want) {
				t.Errorf("after %d calls: %+v, %v, want %+v", calls, got, err, c.want)
			}
		}
	})
}
