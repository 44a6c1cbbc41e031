package matches

import (
	"strconv"
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/game/match"
)

// Each cache of the Manager has a size limit, and each cache that has a TTL is empty when the TTL has passed: see "What is
// cached" in docs/architecture.md.
func TestCachesAreBoundedAndEmptyThemselves(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		const keys = 100_000
		caches := []struct {
			name string
			most int
			add  func(key string)
			size func() int
		}{
			{"matches", maxMatches, func(key string) { f.withMatch(match.ID(key), func(l *cachedMatch) { l.loaded = true }) }, f.matchCache.Len},
			{"servers", maxServers, func(key string) { f.serverCache.addWritten(key, match.Server{ID: key}) }, f.serverCache.entries.Len},
			{"members", maxMembers, func(key string) { f.memberCache.addWritten(key, match.Member{ID: key}) }, f.memberCache.entries.Len},
			{"members in servers", maxPresent, func(key string) { f.presentCache.Add(membership{key, key}, time.Now()) }, f.presentCache.Len},
			{"permissions", maxMay, func(key string) {
				f.mayCache.Add(membership{key, key}, knownPermissions{at: time.Now()})
			}, f.mayCache.Len},
			{"drawn files", maxDrawn, func(key string) { f.drawnCache.Add(key, drawnFile{at: time.Now()}) }, f.drawnCache.Len},
			{"lines in log channels", logServers, func(key string) {
				f.LogInServer(match.Server{ID: key, LogChannel: "1"}, key, plan.Content{Text: "line"})
			}, func() int { f.logLines.mu.Lock(); defer f.logLines.mu.Unlock(); return len(f.logLines.lines) }},
		}
		for _, c := range caches {
			for i := range keys {
				c.add(strconv.Itoa(i))
			}
			if n := c.size(); n != c.most {
				t.Errorf("%s: %d of %d keys are cached, want %d", c.name, n, keys, c.most)
			}
		}
		time.Sleep(max(matchTTL, presentTTL, serverKept) + 2*idlePace)
		for _, c := range caches {
			if n := c.size(); n != 0 {
				t.Errorf("%s: %d are cached when nothing has happened for two hours", c.name, n)
			}
		}
		for i := range keys {
			f.forgotten.Add(strconv.Itoa(i), struct{}{})
		}
		if n := f.forgotten.Len(); n != maxForgotten {
			t.Errorf("%d forgotten members are known, want %d", n, maxForgotten)
		}
	})
}
