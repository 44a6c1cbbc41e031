package world

import (
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// A Thread has the data of a channel that only threads have.
type Thread struct {
	Owner       *User
	created     time.Time
	autoArchive int // minutes
	Archived    bool
	ArchivedAt  time.Time // when the thread was last archived or unarchived; at first the time of its creation
	Locked      bool
	Invitable   bool           // for a private thread: whether all its members may add others
	members     []threadMember // replaced as a whole
	rest        *time.Timer    // archives the thread after autoArchive without a message
}

// DefaultAutoArchive is the default of auto_archive_duration, in minutes.
const DefaultAutoArchive = 4320

// ThreadSettings are the settings of a new thread.
type ThreadSettings struct {
	ID          object.Snowflake // "": a new id
	Kind        int              // ChannelThread or ChannelPrivateThread
	Name        string
	AutoArchive int // minutes
	SlowMode    int // seconds
	Invitable   bool
}

// NewThread opens a thread in a text channel. Callers hold the world's lock.
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
	t.Thread.rest = time.AfterFunc(t.Thread.restsAfter(), func() {
		c.World.Lock()
		defer c.World.Unlock()
		if !t.Deleted {
			t.Thread.Archive(true)
		}
	})
	return t
}

// restsAfter returns how long a thread stays open after its last message.
func (t *Thread) restsAfter() time.Duration { return time.Duration(t.autoArchive) * time.Minute }

// AlterThread calls `how` to change a thread. It ignores channels that are not threads.
// Callers hold the world's lock.
func (c *Channel) AlterThread(how func(*Thread)) {
	if c.Thread == nil {
		return
	}
	how(c.Thread)
	if !c.Thread.Archived {
		c.Thread.rest.Reset(c.Thread.restsAfter())
	}
}

// Archive archives the thread, or unarchives it if `yes` is false. Callers hold the world's lock.
func (t *Thread) Archive(yes bool) {
	if t.Archived != yes {
		t.Archived, t.ArchivedAt = yes, time.Now()
	}
}

// Patched returns a copy of the thread with the changes that the body f asks for.
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

// object returns the fields that only threads have. Callers hold the world's lock.
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
