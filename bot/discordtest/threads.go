package discordtest

import (
	"slices"
	"time"
)

// A thread is what a public thread has beside what every channel has.
type thread struct {
	owner       *User
	created     time.Time
	autoArchive int // minutes
	archived    bool
	archivedAt  time.Time // when archived last changed
	locked      bool
	members     []threadMember // replaced as a whole
}

// defaultAutoArchive is after how many minutes without messages a thread is
// archived unless it says otherwise. Here that is only stated: nothing archives
// a thread by itself.
const defaultAutoArchive = 4320

// NewThread opens a public thread in a text channel, as a member does. The
// bots of the guild learn of it.
func (c *Channel) NewThread(name string, by *User) *Channel {
	c.world.Lock()
	t := c.openThread(name, by, c.world.snowflake(), defaultAutoArchive)
	c.world.Unlock()
	t.announce("THREAD_CREATE")
	return t
}

// openThread enters a new thread with an id. Callers hold w.mu.
func (c *Channel) openThread(name string, by *User, id Snowflake, autoArchive int) *Channel {
	now := time.Now()
	t := &Channel{
		Name: name, Guild: c.Guild, kind: channelThread, parent: c,
		thread: &thread{owner: by, created: now, archivedAt: now, autoArchive: autoArchive, members: []threadMember{{by, now}}},
	}
	c.world.enter(t, id)
	c.threads = append(c.threads, t)
	return t
}

// Threads returns the channel's threads in the order in which they were opened.
func (c *Channel) Threads() []*Channel {
	c.world.Lock()
	defer c.world.Unlock()
	return slices.Clone(c.threads)
}

// Parent returns the channel that a thread belongs to, nil for other channels.
func (c *Channel) Parent() *Channel { return c.parent }

// SetArchived archives a thread or takes that back. In an archived thread no
// command and no component works; who may write there wakes it by writing.
// Other channels cannot be archived: nothing happens.
func (c *Channel) SetArchived(yes bool) { c.changeThread(func(t *thread) { t.archive(yes) }) }

// SetLocked locks a thread, so that only those who manage threads may write in
// it, or takes that back.
func (c *Channel) SetLocked(yes bool) { c.changeThread(func(t *thread) { t.locked = yes }) }

// Archived says whether the channel is an archived thread.
func (c *Channel) Archived() bool {
	c.world.Lock()
	defer c.world.Unlock()
	return c.archived()
}

func (c *Channel) changeThread(change func(*thread)) {
	if c.thread == nil {
		return
	}
	c.world.Lock()
	change(c.thread)
	c.world.Unlock()
	c.announce("THREAD_UPDATE")
}

// archived says whether the channel is an archived thread. Callers hold w.mu.
func (c *Channel) archived() bool { return c.thread != nil && c.thread.archived }

// archive notes that the thread is archived, or not any more.
func (t *thread) archive(yes bool) {
	if t.archived != yes {
		t.archived, t.archivedAt = yes, time.Now()
	}
}

// announce tells the guild's bots of a thread.
func (c *Channel) announce(event string) {
	w := c.world
	for _, a := range w.botsIn(c) {
		w.Lock()
		o := c.object(a.User)
		o.New = event == "THREAD_CREATE"
		w.Unlock()
		w.events.dispatch(a, c.guildID(), event, o)
	}
}

// botsIn returns the applications whose bots see a channel.
func (w *world) botsIn(c *Channel) []*Application {
	w.Lock()
	defer w.Unlock()
	return w.readersOf(c)
}

// readersOf is botsIn for callers that hold w.mu.
func (w *world) readersOf(c *Channel) []*Application {
	var out []*Application
	for _, a := range w.applications {
		if c.reads(a.User) {
			out = append(out, a)
		}
	}
	return out
}

// object returns what only threads have. Callers hold w.mu.
func (t *thread) object(c *Channel) *threadObject {
	return &threadObject{
		ParentID: c.parent.ID, OwnerID: t.owner.ID, MessageCount: c.public, TotalSent: c.everPublic, MemberCount: len(t.members),
		Metadata: threadMetadata{
			Archived: t.archived, ArchiveTimestamp: t.archivedAt.UTC(), AutoArchive: t.autoArchive,
			Locked: t.locked, Created: t.created.UTC(),
		},
	}
}
