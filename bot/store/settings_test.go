package store_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"noughts/bot/store"
	"noughts/game/match"
)

// What a newer program keeps stays when this one changes something else.
func TestSettingsOfANewerProgram(t *testing.T) {
	t.Parallel()
	const before = `{"daily_pings":true,"hats":["top"],"style":"box"}`
	m, err := store.ReadSettings(before, match.Member{ID: "100"})
	if err != nil || m.Style != "box" || !m.DailyPings {
		t.Fatalf("%+v, %v", m, err)
	}
	m.DailyPings, m.Casual = false, true
	text, err := store.WriteSettings(before, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"hats":["top"]`, `"style":"box"`, `"daily_pings":false`, `"casual":true`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	if strings.Contains(text, "100") {
		t.Errorf("the id is in %s, too", text)
	}
}

// Texts are of an older program, or of none.
func TestReadSettings(t *testing.T) {
	t.Parallel()
	unset := match.Server{ID: "7"}
	for text, corrupt := range map[string]bool{
		``: false, `{}`: false, `{"roles":null}`: false,
		`null and void`: true, `[]`: true, `{"roles":"70"}`: true, `{"daily_hour":24}`: true,
	} {
		got, err := store.ReadSettings(text, unset)
		if errors.Is(err, store.ErrCorrupt) != corrupt || !corrupt && err != nil || !reflect.DeepEqual(got, unset) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}
