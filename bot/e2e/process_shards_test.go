package e2e

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/config"
	"noughts/bot/discordtest"
	"noughts/bot/store/storetest"
)

const (
	manyShards = 16
	// takeoverTime is the longest time that a shard may have no process after its process was killed. handoverTime is
	// the same limit after a clean stop. It is as long as members wait for an answer.
	takeoverTime = 2500 * time.Millisecond
	handoverTime = 3 * time.Second
)

// A cluster is a world (an emulated Discord) with one server for each shard. Members play one game
// after another in every server.
type cluster struct {
	*world
	kept   *listedStore
	shared []setting
	tables []*table // by shard
	done   atomic.Bool
	games  sync.WaitGroup
}

// inCluster runs a test in a cluster whose processes share a store, sessions and leases, and checks all games at the
// end. `concurrency` is the number of shards that may identify at the same time.
func inCluster(t *testing.T, concurrency int, test func(t *testing.T, w *cluster)) {
	t.Helper()
	inBubbleAlone(t, func(t *testing.T, w *world) {
		cluster := &cluster{world: w, kept: &listedStore{Store: sharedStore{storetest.Memory(t)}}, tables: make([]*table, manyShards)}
		cluster.shared = []setting{inherited(cluster.kept, newSessions()), leasing(storetest.NewMemoryLeases())}
		for slices.Contains(cluster.tables, nil) {
			cluster.settle()
		}
		test(t, cluster)
		cluster.done.Store(true)
		cluster.games.Wait()
		settles(2 * time.Minute)
		checkGames(t, cluster.kept, cluster.tables)
	}, discordtest.WithShards(manyShards), discordtest.WithMaxConcurrency(concurrency))
}

func leasing(l *storetest.MemoryLeases) setting {
	return func(_ *bot.Config, deps *bot.Deps) { deps.Leases = l.Process() }
}

// settle makes a new server, and a table (a channel where members play) in it if the server's shard has none yet.
func (w *cluster) settle() {
	house, shard := w.newHouse()
	if w.tables[shard] == nil {
		w.tables[shard] = house.table(shard, w.kept, fmt.Sprint("/classic size:4 opponent:@bob", shard), *faultSeed)
	}
}

// newHouse makes a server of alice and bob and returns it as a world, with its shard. The names of its members end with
// the shard.
func (w *world) newHouse() (house *world, shard int) {
	w.t.Helper()
	guild := w.discord.NewGuild("House")
	id, err := strconv.ParseUint(guild.ID, 10, 64)
	if err != nil {
		w.t.Fatal(err)
	}
	shard = int(id >> 22 % manyShards)
	house = &world{t: w.t, discord: w.discord, app: w.app, guild: guild, users: map[string]*discordtest.User{}}
	house.channel = guild.NewChannel("games")
	guild.Install(w.app)
	for _, name := range []string{"alice", "bob"} {
		house.users[name] = w.discord.NewUser(fmt.Sprint(name, shard))
		guild.Add(house.users[name])
	}
	return house, shard
}

// play waits until all shards have been up and then starts the games at all tables (the channels where members play).
func (w *cluster) play() {
	w.awaitAll()
	for _, table := range w.tables {
		w.games.Go(func() { table.plays(w.done.Load) })
	}
}

// A holding is one period of a process's ownership of a shard.
type holding struct {
	shard      int
	process    *process
	begun, end time.Time // end is the current time if the process still has the shard
}

// holdings returns a holding for each period of a process's ownership of a shard, sorted by shard and time.
func (w *cluster) holdings(processes ...*process) []holding {
	w.t.Helper()
	var all []holding
	open := map[string]int{}
	for _, e := range w.app.ShardEvents() {
		if !e.Up {
			all[open[e.Client]].end = e.Time
			delete(open, e.Client)
			continue
		}
		i := slices.IndexFunc(processes, func(p *process) bool { return p.has(e.Client) })
		if i < 0 || e.Count != manyShards {
			w.t.Fatalf("nobody's connection: %+v", e)
		}
		open[e.Client] = len(all)
		all = append(all, holding{e.ID, processes[i], e.Time, time.Time{}})
	}
	for i := range all {
		if all[i].end.IsZero() {
			all[i].end = time.Now()
		}
	}
	slices.SortStableFunc(all, func(a, b holding) int { return cmp.Or(cmp.Compare(a.shard, b.shard), a.begun.Compare(b.begun)) })
	return all
}

// checkOwners checks three things: no two processes had a shard at the same time, no shard was without an owner for
// longer than `limit` after its first start, and each shard has exactly one connection now.
func (w *cluster) checkOwners(limit time.Duration, processes ...*process) {
	w.t.Helper()
	all := w.holdings(processes...)
	for i, now := range all[1:] {
		before := all[i]
		if before.shard != now.shard {
			continue
		}
		if both := before.end.Sub(now.begun); before.process != now.process && both > 0 {
			w.t.Errorf("shard %d was %s's and %s's for %v", now.shard, before.process.name, now.process.name, both)
		}
		if gap := now.begun.Sub(before.end); gap > limit {
			w.t.Errorf("shard %d was nobody's for %v between %s and %s", now.shard, gap, before.process.name, now.process.name)
		}
	}
	for shard, n := range w.owned(processes...) {
		if n != 1 {
			w.t.Errorf("shard %d is on %d connections", shard, n)
		}
	}
}

// owned returns the number of current connections for each shard.
func (w *cluster) owned(processes ...*process) map[int]int {
	counts := map[int]int{}
	for shard := range manyShards {
		counts[shard] = 0
	}
	now := time.Now()
	for _, t := range w.holdings(processes...) {
		if t.end.Equal(now) {
			counts[t.shard]++
		}
	}
	return counts
}

// sharesOf returns the number of shards that each living process has now.
func (w *cluster) sharesOf(processes ...*process) map[string]int {
	counts := map[string]int{}
	now := time.Now()
	for _, t := range w.holdings(processes...) {
		if t.end.Equal(now) && !t.process.killed() {
			counts[t.process.name]++
		}
	}
	return counts
}

// checkFailures checks that members' attempts failed only while their shard had no process.
func (w *cluster) checkFailures(processes ...*process) {
	w.t.Helper()
	all := w.holdings(processes...)
	for shard, table := range w.tables {
		for _, failed := range table.failed {
			if !away(all, shard, failed) {
				w.t.Errorf("on shard %d an attempt failed at %v, though the shard had a process in time", shard, failed)
			}
		}
	}
}

// away reports whether a shard had no process at some time in the last three seconds before a failure.
// Members wait that long for an answer.
func away(all []holding, shard int, failed time.Time) bool {
	sent := failed.Add(-handoverTime)
	var last time.Time // the end of the last period with a process
	for _, t := range all {
		if t.shard != shard {
			continue
		}
		if t.begun.After(sent) && t.begun.After(last) && !last.IsZero() {
			return true
		}
		last = t.end
		if !t.end.Before(sent) && t.end.Before(failed) {
			return true
		}
	}
	return false
}

// checkPace checks that Discord refused no IDENTIFY for coming too early, and that there was
// exactly one IDENTIFY for each shard.
func (w *cluster) checkPace(processes ...*process) {
	w.t.Helper()
	for _, p := range processes {
		if strings.Contains(p.logs.String(), "invalid session") {
			w.t.Errorf("%s was refused a session", p.name)
		}
	}
	if n := w.app.Identifies(); n != manyShards {
		w.t.Errorf("%d identifies for %d shards", n, manyShards)
	}
}

func (w *cluster) launches(names ...string) []*process {
	var all []*process
	for _, name := range names {
		all = append(all, w.launch(name, w.shared...))
	}
	for _, p := range all {
		p.awaitReady()
	}
	return all
}

func (w *cluster) awaitAll() {
	w.t.Helper()
	for begun := time.Now(); w.app.Identifies() < manyShards; settles(100 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			w.t.Fatalf("%d of %d shards have ever been up", w.app.Identifies(), manyShards)
		}
	}
}

func TestThreeProcessesShareSixteenShards(t *testing.T) {
	inCluster(t, 4, func(t *testing.T, w *cluster) {
		all := w.launches("first", "second", "third")
		w.play()
		settles(30 * time.Second)
		for name, n := range w.sharesOf(all...) {
			if n < 4 || n > 6 {
				t.Errorf("%s has %d shards", name, n)
			}
		}
		w.checkPace(all...)
		all[1].kill()
		settles(45 * time.Second)
		w.checkOwners(takeoverTime, all...)
		w.checkFailures(all...)
		w.checkPace(all...)
		if shares := w.sharesOf(all...); shares["first"] != 8 || shares["third"] != 8 {
			t.Errorf("after the end of one the shares are %v", shares)
		}
		all = append(all, w.launches("fourth")...)
		settles(20 * time.Second)
		all[0].halt()
		settles(20 * time.Second)
		w.checkOwners(takeoverTime, all...)
		w.checkFailures(all...)
		w.checkPace(all...)
		if shares := w.sharesOf(all...); shares["third"] != 8 || shares["fourth"] != 8 {
			t.Errorf("after one came and one went the shares are %v", shares)
		}
	})
}

func TestAHandOverCostsNobodyAnAnswer(t *testing.T) {
	inCluster(t, 16, func(t *testing.T, w *cluster) {
		all := w.launches("0", "1")
		w.play()
		for n := range 3 {
			settles(10 * time.Second)
			all = append(all, w.launches(fmt.Sprint(n+2))...)
			settles(10 * time.Second)
			all[n].halt()
		}
		settles(30 * time.Second)
		w.checkOwners(handoverTime, all...)
		w.checkPace(all...)
		if n := failures(w.tables); n > 0 {
			t.Errorf("%d attempts failed", n)
		}
	})
}

func TestWhoCannotRenewGivesUpInTime(t *testing.T) {
	inCluster(t, 16, func(t *testing.T, w *cluster) {
		all := w.launches("first", "second")
		w.play()
		settles(30 * time.Second)
		all[0].cutOff(true)
		settles(30 * time.Second)
		if shares := w.sharesOf(all...); shares["first"] != 0 || shares["second"] != manyShards {
			t.Errorf("the shares are %v", shares)
		}
		all[0].cutOff(false)
		settles(20 * time.Second)
		if shares := w.sharesOf(all...); shares["first"] != 8 || shares["second"] != 8 {
			t.Errorf("afterwards the shares are %v", shares)
		}
		w.checkOwners(takeoverTime, all...)
		w.checkFailures(all...)
		w.checkPace(all...)
	})
}

func TestAListOfShards(t *testing.T) {
	inCluster(t, 16, func(t *testing.T, w *cluster) {
		var all []*process
		for i, list := range []string{"0,1,2,3,4,5,6,7/16", "8,9,10,11,12,13,14,15/16"} {
			shards, err := config.ParseShards(list)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, w.launch(fmt.Sprint(i), append(w.shared, func(cfg *bot.Config, _ *bot.Deps) { cfg.Shards = shards })...))
		}
		for _, p := range all {
			p.awaitReady()
		}
		w.play()
		settles(time.Minute)
		for _, held := range w.holdings(all...) {
			if of := all[held.shard/8]; held.process != of {
				t.Errorf("shard %d is %s's, want %s's", held.shard, held.process.name, of.name)
			}
		}
		w.checkOwners(0, all...)
		w.checkPace(all...)
	})
}
