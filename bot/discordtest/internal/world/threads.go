package world

import (
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A Thread is the data of threads in addition to that of every channel.
type Thread struct {
	Owner       *User
	created     time.Time
	autoArchive int // minutes
	Archived    bool
	ArchivedAt  time.Time // when archived last changed
	Locked      bool
	Invitable   bool           // of a private thread: whether its members may add others
	members     []threadMember // replaced as a whole
}

// DefaultAutoArchive is the default time without messages after which a thread is archived, in minutes. It is
// only stated here: no thread is archived by itself.
const DefaultAutoArchive = 4320

// ThreadSettings are the settings of a new thread.
type ThreadSettings struct {
	ID          object.Snowflake // "": a new one
	Kind        int              // ChannelThread or ChannelPrivateThread
	Name        string
	AutoArchive int // minutes
	SlowMode    int // seconds
	Invitable   bool
}

// NewThread opens a thread in a text channel and dispatches the event. Callers hold the world's
// lock.
func (c *Channel) NewThread(by *User, s ThreadSettings) *Channel {
	if s.ID == "" {
		s.ID = c.World.Snowflake()
	}
	now := time.Now()
	t := &Channel{
		Name: s.Name, Guild: c.Guild, Kind: s.Kind, Parent: c, SlowMode: s.SlowMode,
		Thread: &Thread{
			Owner: by, created: now, ArchivedAt: now, autoArchive: s.AutoArchive, Invitable: s.Invitable, members: []threadMember{{by, now}},
		},
	}
	c.World.enter(t, s.ID)
	c.Threads = append(c.Threads, t)
	t.announce("THREAD_CREATE")
	return t
}

// AlterThread changes a thread and dispatches the event. It does nothing to other channels. Callers
// hold the world's lock.
func (c *Channel) AlterThread(how func(*Thread)) {
	if c.Thread == nil {
		return
	}
	how(c.Thread)
	c.announce("THREAD_UPDATE")
}

// Archive archives or unarchives the thread. Callers hold the world's lock.
func (t *Thread) Archive(yes bool) {
	if t.Archived != yes {
		t.Archived, t.ArchivedAt = yes, time.Now()
	}
}

// Patched returns the thread changed by a body.
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
	t.Invitable = f.Get("invitable").BooleanOr(t.Invitable)
	return t
}

// Archived reports whether the channel is an archived thread. Callers hold the
// world's lock.
func (c *Channel) Archived() bool { return c.Thread != nil && c.Thread.Archived }

// InThread returns an error outside threads and, unless archivedToo, in archived ones. Callers hold the world's
// lock.
func (c *Channel) InThread(archivedToo bool) error {
	switch {
	case c.Thread == nil:
		return form.ErrWrongChannel()
	case c.Archived() && !archivedToo:
		return form.ErrArchived()
	}
	return nil
}

// announce sends an event about the thread to the bots that see it, each with its own view. Callers hold the
// world's lock.
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

// object returns the fields of threads only. Callers hold the world's lock.
func (t *Thread) object(c *Channel) *threadObject {
	o := &threadObject{
		ParentID: c.Parent.ID, OwnerID: t.Owner.ID, MessageCount: c.public, TotalSent: c.everPublic, MemberCount: len(t.members),
		Metadata: object.ThreadMetadata{
			Archived: t.Archived, ArchiveTimestamp: object.At(t.ArchivedAt), AutoArchive: t.autoArchive,
			Locked: t.Locked, Created: object.At(t.created),
		},
	}
	if c.Kind == ChannelPrivateThread {
		invitable := t.Invitable
		o.Metadata.Invitable = &invitable
	}
	return o
}
