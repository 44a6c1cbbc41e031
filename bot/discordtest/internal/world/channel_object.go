package world

import (
	"noughts/bot/discordtest/object"
)

// A ChannelObject is a channel as the API sends it.
type ChannelObject struct {
	ID            object.Snowflake    `json:"id"`
	Type          int                 `json:"type"`
	Flags         int                 `json:"flags"`
	LastMessageID *object.Snowflake   `json:"last_message_id"`
	GuildID       object.Snowflake    `json:"guild_id,omitempty"`
	Name          *string             `json:"name,omitempty"`
	Position      *int                `json:"position,omitempty"`
	Topic         *string             `json:"topic,omitempty"`
	NSFW          *bool               `json:"nsfw,omitempty"`
	Overwrites    []OverwriteObject   `json:"permission_overwrites,omitzero"`
	Recipients    []object.UserObject `json:"recipients,omitempty"`
	Permissions   string              `json:"permissions,omitempty"` // the user's permissions; set only in interactions
	SlowMode      *int                `json:"rate_limit_per_user,omitempty"`
	*threadObject
}

// An OverwriteObject is an overwrite as the API sends it.
type OverwriteObject struct {
	ID    object.Snowflake `json:"id"`
	Type  int              `json:"type"` // 0 a role, 1 a member
	Allow string           `json:"allow"`
	Deny  string           `json:"deny"`
}

// A threadObject has the fields that only threads have.
type threadObject struct {
	ParentID     object.Snowflake      `json:"parent_id"`
	OwnerID      object.Snowflake      `json:"owner_id"`
	MessageCount int                   `json:"message_count"`
	TotalSent    int                   `json:"total_message_sent"`
	MemberCount  int                   `json:"member_count"`
	Metadata     object.ThreadMetadata `json:"thread_metadata"`
	Member       *ThreadMemberObject   `json:"member,omitempty"` // the viewer's membership, nil without one
}

// Object returns the channel as a user sees it. Callers hold the world's lock.
func (c *Channel) Object(viewer *User) ChannelObject {
	o := ChannelObject{ID: c.ID, Type: c.Kind, GuildID: c.GuildID(), LastMessageID: c.lastPublic}
	switch {
	case c.Parent != nil:
		slow := c.SlowMode
		o.threadObject, o.SlowMode = c.Thread.object(c), &slow
		if viewer != nil {
			o.Member = c.ThreadMember(viewer, false)
		}
	case c.Guild != nil:
		position, nsfw, slow := c.Position, c.NSFW, c.SlowMode
		o.Position, o.NSFW, o.SlowMode, o.Overwrites = &position, &nsfw, &slow, c.overwriteObjects()
		o.Topic = object.OrNull(c.Topic)
	}
	if c.Name != "" {
		name := c.Name
		o.Name = &name
	}
	for _, u := range c.Recipients {
		if u != viewer {
			o.Recipients = append(o.Recipients, u.Object())
		}
	}
	return o
}

func (c *Channel) overwriteObjects() []OverwriteObject {
	out := make([]OverwriteObject, len(c.Overwrites))
	for i, o := range c.Overwrites {
		out[i] = OverwriteObject{ID: o.ID, Allow: o.Allow.String(), Deny: o.Deny.String()}
		if o.Member {
			out[i].Type = 1
		}
	}
	return out
}

// Resolved returns the channel for the resolved data of a user's interaction. Callers hold the world's lock.
func (c *Channel) Resolved(viewer *User) object.ResolvedChannel {
	whole := c.Object(viewer)
	o := object.ResolvedChannel{
		ID: c.ID, Type: c.Kind, Name: c.Name, Permissions: c.Permissions(viewer).String(), GuildID: c.GuildID(),
		LastMessageID: whole.LastMessageID, SlowMode: c.SlowMode,
		Position: whole.Position, Topic: whole.Topic, NSFW: whole.NSFW,
	}
	if whole.threadObject != nil {
		o.ParentID, o.Metadata = &whole.ParentID, &whole.Metadata
	}
	return o
}
