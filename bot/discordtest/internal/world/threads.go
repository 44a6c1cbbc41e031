package world

import (
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A Thread is what a public thread has beside what every channel has.
type Thread struct {
	Owner       *User
	created     time.Time
	autoArchive int // minutes
	Archived    bool
	ArchivedAt  time.Time // when archived last changed
	Locked      bool
	members     []threadMember // replaced as a whole
}

// DefaultAutoArchive is after how many minutes without messages a thread is
// archived unless it says otherwise. Here that is only stated: nothing archives
// a thread by itself.
const DefaultAutoArchive = 4320

// NewThread opens a public thread in a text channel, as a member does. Callers
// hold the world's lock.
func (c *Channel) NewThread(name string, by *User) *Channel {
	return c.OpenThread(name, by, c.World.Snowflake(), DefaultAutoArchive)
}

// OpenThread enters a new thread with an id and tells of it. autoArchive is in
// minutes. Callers hold the world's lock.
func (c *Channel) OpenThread(name string, by *User, id object.Snowflake, autoArchive int) *Channel {
	now := time.Now()
	t := &Channel{
		Name: name, Guild: c.Guild, Kind: ChannelThread, Parent: c,
		Thread: &Thread{Owner: by, created: now, ArchivedAt: now, autoArchive: autoArchive, members: []threadMember{{by, now}}},
	}
	c.World.enter(t, id)
	c.Threads = append(c.Threads, t)
	t.announce("THREAD_CREATE")
	return t
}

// AlterThread changes a thread and tells of it; other channels stay as they are.
// Callers hold the world's lock.
func (c *Channel) AlterThread(how func(*Thread)) {
	if c.Thread == nil {
		return
	}
	how(c.Thread)
	c.announce("THREAD_UPDATE")
}

// Archive notes that the thread is archived, or not any more. Callers hold the
// world's lock.
func (t *Thread) Archive(yes bool) {
	if t.Archived != yes {
		t.Archived, t.ArchivedAt = yes, time.Now()
	}
}

// Patched returns the thread as a body changes it.
func (t Thread) Patched(f form.Field) Thread {
	if archived := f.Get("archived"); !archived.Null() {
		t.Archive(archived.Boolean())
	}
	if locked := f.Get("locked"); !locked.Null() {
		t.Locked = locked.Boolean()
	}
	if a := f.Get("auto_archive_duration"); !a.Null() {
		t.autoArchive = a.OneOf(object.AutoArchives...)
	}
	return t
}

// Archived says whether the channel is an archived thread. Callers hold the
// world's lock.
func (c *Channel) Archived() bool { return c.Thread != nil && c.Thread.Archived }

// InThread refuses what can be done only in threads, and what only in those
// that are not archived. Callers hold the world's lock.
func (c *Channel) InThread(archivedToo bool) error {
	switch {
	case c.Thread == nil:
		return form.ErrWrongChannel()
	case c.Archived() && !archivedToo:
		return form.ErrArchived()
	}
	return nil
}

// announce tells the bots that see the thread of it, each as it sees it. Callers
// hold the world's lock.
func (c *Channel) announce(event string) {
	w := c.World
	w.later(func() {
		for _, a := range w.botsIn(c) {
			w.Lock()
			o := c.Object(a.User)
			o.New = event == "THREAD_CREATE"
			w.Unlock()
			w.Events.Dispatch(a, c.GuildID(), event, o)
		}
	})
}

// object returns what only threads have. Callers hold the world's lock.
func (t *Thread) object(c *Channel) *threadObject {
	return &threadObject{
		ParentID: c.Parent.ID, OwnerID: t.Owner.ID, MessageCount: c.public, TotalSent: c.everPublic, MemberCount: len(t.members),
		Metadata: object.ThreadMetadata{
			Archived: t.Archived, ArchiveTimestamp: t.ArchivedAt.UTC(), AutoArchive: t.autoArchive,
			Locked: t.Locked, Created: t.created.UTC(),
		},
	}
}
