package bot

import (
	"fmt"
	"testing"

	"noughts/commands"
	"noughts/game/match"
)

func TestNoMoreIsKeptThanThereIsRoomFor(t *testing.T) {
	t.Parallel()
	r, memory := withMatch(t, aMatch("a"))
	r.alone, r.most = true, 10
	release, err := r.turns.take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for n := range 100 {
		id := match.ID(fmt.Sprint("b", n))
		idsIn(t, r, string(id))
		if _, err := r.Create(t.Context(), aMatch(id), commands.Place{Channel: string(id)}); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.entries) > 10 || len(r.channels) > 10 {
		t.Errorf("%d matches and %d channels where 10 have room", len(r.entries), len(r.channels))
	}
	if _, kept := r.kept("a"); !kept {
		t.Error("a match in use was let go")
	}
	for n := range 100 { // what was let go is read again
		id := match.ID(fmt.Sprint("b", n))
		if g, err := r.Find(t.Context(), id); err != nil || g.Match.ID != id {
			t.Errorf("%s: %v", id, err)
		}
		if got := idsIn(t, r, string(id)); len(got) != 1 || got[0] != id {
			t.Errorf("in channel %s: %v", id, got)
		}
	}
	if len(r.entries) > 10 {
		t.Errorf("%d matches after all were read", len(r.entries))
	}
	if _, err := memory.Load(t.Context(), "b7"); err != nil {
		t.Error(err)
	}
}

func TestTheLongestUnusedOfACrowdGoes(t *testing.T) {
	t.Parallel()
	m := map[string]int64{"old": 1, "older, in use": 0, "new": 3}
	evict(m, len(m), func(used int64) int64 { return used }, func(key string, _ int64) bool { return key == "older, in use" })
	if _, there := m["old"]; there || len(m) != 2 {
		t.Errorf("left: %v", m)
	}
	evict(m, 1, func(used int64) int64 { return used }, func(string, int64) bool { return true })
	if len(m) != 2 {
		t.Errorf("of those in use %v are left", m)
	}
}
