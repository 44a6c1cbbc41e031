package discordtest

import "time"

// A channelObject is a channel as the API sends it.
type channelObject struct {
	ID            Snowflake         `json:"id"`
	Type          int               `json:"type"`
	Flags         int               `json:"flags"`
	LastMessageID *Snowflake        `json:"last_message_id"`
	LastPin       *time.Time        `json:"last_pin_timestamp,omitempty"`
	GuildID       Snowflake         `json:"guild_id,omitempty"`
	Name          *string           `json:"name,omitempty"`
	Position      *int              `json:"position,omitempty"`
	Topic         *string           `json:"topic,omitempty"`
	NSFW          *bool             `json:"nsfw,omitempty"`
	Overwrites    []overwriteObject `json:"permission_overwrites,omitzero"`
	Recipients    []UserObject      `json:"recipients,omitempty"`
	Permissions   string            `json:"permissions,omitempty"` // in interactions: the user's
	SlowMode      *int              `json:"rate_limit_per_user,omitempty"`
	*threadObject
}

type overwriteObject struct {
	ID    Snowflake `json:"id"`
	Type  int       `json:"type"` // 0 a role, 1 a member
	Allow string    `json:"allow"`
	Deny  string    `json:"deny"`
}

// A threadObject is what only threads have.
type threadObject struct {
	ParentID     Snowflake           `json:"parent_id"`
	OwnerID      Snowflake           `json:"owner_id"`
	MessageCount int                 `json:"message_count"`
	TotalSent    int                 `json:"total_message_sent"`
	MemberCount  int                 `json:"member_count"`
	Metadata     threadMetadata      `json:"thread_metadata"`
	New          bool                `json:"newly_created,omitempty"` // in THREAD_CREATE
	Member       *threadMemberObject `json:"member,omitempty"`        // the viewer, who has joined
}

type threadMetadata struct {
	Archived         bool      `json:"archived"`
	ArchiveTimestamp time.Time `json:"archive_timestamp"`
	AutoArchive      int       `json:"auto_archive_duration"` // minutes
	Locked           bool      `json:"locked"`
	Created          time.Time `json:"create_timestamp"`
}

// object returns the channel as a user sees it. Callers hold s.mu.
func (c *Channel) object(viewer *User) channelObject {
	o := channelObject{ID: c.ID, Type: c.kind, GuildID: c.guildID(), LastMessageID: c.lastPublic, LastPin: c.lastPin}
	switch {
	case c.parent != nil:
		slow := c.slowMode
		o.threadObject, o.SlowMode = c.thread.object(c), &slow
		if viewer != nil {
			o.Member = c.memberObject(viewer, false)
		}
	case c.Guild != nil:
		position, nsfw, slow := c.position, c.nsfw, c.slowMode
		o.Position, o.NSFW, o.SlowMode, o.Overwrites = &position, &nsfw, &slow, c.overwriteObjects()
		o.Topic = orNull(c.topic)
	}
	if c.Name != "" {
		name := c.Name
		o.Name = &name
	}
	for _, u := range c.recipients {
		if u != viewer {
			o.Recipients = append(o.Recipients, u.object())
		}
	}
	return o
}

func (c *Channel) overwriteObjects() []overwriteObject {
	out := make([]overwriteObject, len(c.overwrites))
	for i, o := range c.overwrites {
		out[i] = overwriteObject{ID: o.id, Allow: o.allow.String(), Deny: o.deny.String()}
		if o.member {
			out[i].Type = 1
		}
	}
	return out
}
