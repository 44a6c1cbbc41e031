package database_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game/match"
)

// chosen are a member's settings and configured are a server's, with a value in every field.
var (
	chosen = match.Member{
		ID: alice, Style: "box", Locale: "es-419", Keypad: match.NumericKeypad, Words: match.WordsPrivately, Marks: "hearts", NoTurnPings: true, NoReminders: true, DailyPings: true,
		Challengers: match.FromServer, ChallengeServer: "7", Blocked: []string{bob, carol}, Casual: true, Unlisted: true,
		Lessons:   []string{"forced", "send"},
		Vacations: []match.Vacation{{From: time.Unix(1_790_000_000, 0).UTC(), Until: time.Unix(1_790_086_400, 0).UTC()}},
	}
	configured = match.Server{
		ID: "7", Channels: []string{"1", "2"}, Roles: []string{"70"}, Threads: true, Style: "box", Clock: 90 * time.Second, Locale: "pt-BR", DiscordLocale: "ja",
		Casual: true, Quiet: true, DailyChannel: "3", DailyHour: 23, LogChannel: "4", RetentionDays: 90, Season: 3,
		LeaderRole: "71", DailyRole: "72", ChampionRole: "73",
	}
)

func wantsSettings[T any](t *testing.T, what string, want T) func(got T, err error) {
	t.Helper()
	return func(got T, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: error %v, (-want +got):\n%s", what, err, diff)
		}
	}
}

// wantsChange checks what a change of settings has returned: the settings before and after it.
func wantsChange[T any](t *testing.T, what string, before, after T) func(from, to T, err error) {
	t.Helper()
	return func(from, to T, err error) {
		t.Helper()
		wantsSettings(t, what+": before", before)(from, err)
		wantsSettings(t, what+": after", after)(to, err)
	}
}

func mustChangeMember(t *testing.T, s store.Store, id string, change func(*match.Member)) {
	t.Helper()
	_, _, err := s.ChangeMember(t.Context(), id, change)
	must(t, err)
}

func mustChangeServer(t *testing.T, s store.Store, id string, change func(*match.Server)) {
	t.Helper()
	_, _, err := s.ChangeServer(t.Context(), id, change)
	must(t, err)
}

// complete checks that every field of a struct is set. So whoever adds a field must also add it to these tests.
func complete(t *testing.T, value any) {
	t.Helper()
	v := reflect.ValueOf(value)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test is wrong: %T has no %s", value, v.Type().Field(i).Name)
		}
	}
}

func member(t *testing.T, s store.Store) {
	complete(t, chosen)
	wants := func(want match.Member) {
		t.Helper()
		wantsSettings(t, "Member", want)(s.Member(t.Context(), want.ID))
	}
	change := func(want match.Member, change func(*match.Member)) {
		t.Helper()
		was, err := s.Member(t.Context(), want.ID)
		must(t, err)
		wantsChange(t, "ChangeMember", was, want)(s.ChangeMember(t.Context(), want.ID, change))
		wants(want)
	}
	wants(match.Member{ID: alice})
	change(match.Member{ID: alice, Casual: true}, func(m *match.Member) { m.Casual = true })
	change(chosen, func(m *match.Member) { *m = chosen })
	change(chosen, func(*match.Member) {})
	wants(match.Member{ID: bob})
	change(match.Member{ID: bob, Blocked: []string{alice}}, func(m *match.Member) { m.Blocked = []string{alice} })
	changed := chosen
	changed.Keypad, changed.Blocked = match.PhoneKeypad, []string{carol}
	change(changed, func(m *match.Member) {
		m.Keypad = match.PhoneKeypad
		m.Blocked = []string{carol}
	})
	change(match.Member{ID: alice}, func(m *match.Member) { *m = match.Member{ID: alice} })
	change(chosen, func(m *match.Member) { *m = chosen })
	mustForget(t, s, alice)
	wants(match.Member{ID: alice, Vacations: chosen.Vacations})
	wants(match.Member{ID: bob, Blocked: []string{alice}})
	change(match.Member{ID: alice, DailyPings: true, Vacations: chosen.Vacations}, func(m *match.Member) { m.DailyPings = true })
}

func server(t *testing.T, s store.Store) {
	complete(t, configured)
	wantsSettings(t, "Server", match.Server{ID: "7"})(s.Server(t.Context(), "7"))
	wantsChange(t, "ChangeServer", match.Server{ID: "7"}, match.Server{ID: "7", Quiet: true})(s.ChangeServer(t.Context(), "7", func(s *match.Server) { s.Quiet = true }))
	wantsChange(t, "ChangeServer", match.Server{ID: "7", Quiet: true}, configured)(s.ChangeServer(t.Context(), "7", func(s *match.Server) { *s = configured }))
	wantsSettings(t, "Server", configured)(s.Server(t.Context(), "7"))
	wantsSettings(t, "another server", match.Server{ID: "8"})(s.Server(t.Context(), "8"))
	wantsSettings(t, "a member of that number", match.Member{ID: "7"})(s.Member(t.Context(), "7"))
}

func refusedSettings(t *testing.T, s store.Store) {
	wantsChange(t, "ChangeMember", match.Member{ID: alice}, chosen)(s.ChangeMember(t.Context(), alice, func(m *match.Member) { *m = chosen }))
	_, _, err := s.ChangeMember(t.Context(), alice, func(m *match.Member) {
		m.Casual = false
		for i := range match.MaxBlocked {
			m.Blocked = append(m.Blocked, fmt.Sprint(1000+i))
		}
	})
	wantError(t, "too many blocked", err, match.ErrTooMany)
	if !store.IsAnswer(err) {
		t.Errorf("the store has not answered: %v", err)
	}
	wantsSettings(t, "Member", chosen)(s.Member(t.Context(), alice))
	_, _, err = s.ChangeServer(t.Context(), "7", func(s *match.Server) { s.DailyHour = 24 })
	wantError(t, "a day of 25 hours", err, match.ErrSettings)
	_, _, err = s.ChangeMember(t.Context(), "", func(m *match.Member) { m.Casual = true })
	wantError(t, "no member", err, match.ErrSettings)
	wantsSettings(t, "Server", match.Server{ID: "7"})(s.Server(t.Context(), "7"))
}

func exported(t *testing.T, s store.Store) {
	crowd(t, s)
	mustChangeMember(t, s, alice, func(m *match.Member) { *m = chosen })
	text := wantExport(t, s, alice, "declined", "resigned", "open", "asks", "asked", "watched", "private")
	for _, part := range []string{
		`"style": "box"`, `"blocked": [`, `"variant": "ultimate"`, `"clock": 60000000000`, `"moves": "e5 d4 b2"`, `"reason": "resignation"`,
		`"created": "2026-01-02T03:04:05.678Z"`, `"level": "strong"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	if text := wantExport(t, s, bob, "declined", "resigned", "others", "asks", "private"); strings.Contains(text, "hearts") {
		t.Errorf("what others have chosen is in\n%s", text)
	}
	mustForget(t, s, alice)
	for _, member := range []string{alice, match.Anonymous, "", "999"} {
		if text := wantExport(t, s, member); strings.Contains(text, "hearts") {
			t.Errorf("%q: %s", member, text)
		}
	}
	if text := wantExport(t, s, bob, "declined", "resigned", "others"); strings.Contains(text, `"`+alice+`"`) {
		t.Errorf("%s is in\n%s", alice, text)
	}
}

func wantExport(t *testing.T, s store.Store, member string, want ...match.ID) string {
	t.Helper()
	text, err := s.Export(t.Context(), member)
	var got struct {
		Member  string
		Matches []match.Record
	}
	if err = errors.Join(err, json.Unmarshal(text, &got)); err != nil || got.Member != member {
		t.Fatalf("Export of %q is %q's, %v", member, got.Member, err)
	}
	var ids []match.ID
	for _, m := range got.Matches {
		ids = append(ids, m.Match.ID)
	}
	wantIDs(t, "export of "+member, ids, nil, want...)
	return string(text)
}

func TestSettingsThatChangeMeanwhile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
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
