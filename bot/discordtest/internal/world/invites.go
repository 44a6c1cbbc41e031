package world

import (
	"slices"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// An Invite lets users join a guild.
type Invite struct {
	Code      string
	Channel   *Channel
	Inviter   *User
	Created   time.Time
	MaxAge    int // in seconds; 0: no limit
	MaxUses   int // 0: no limit
	Uses      int
	Temporary bool
}

// NewInvite adds an invite with a new code and dispatches INVITE_CREATE. Callers hold the world's lock.
func (w *World) NewInvite(i Invite) *Invite {
	made := &i
	made.Code, made.Created = strings.NewReplacer("-", "a", "_", "b").Replace(RandomText(8)), time.Now()
	w.invites = append(w.invites, made)
	made.Channel.tellManagers("INVITE_CREATE", struct {
		inviteGone
		Inviter object.UserObject `json:"inviter"`
		*InviteMetadata
	}{made.gone(), made.Inviter.Object(), made.Metadata()})
	return made
}

// UseInvite makes a user a member of the guild that an invite leads to, and returns the guild. It
// returns nil if there is no usable invite with that code. Callers hold the world's lock.
func (w *World) UseInvite(u *User, code string) *Guild {
	i := w.InviteByCode(code)
	if i == nil {
		return nil
	}
	g := i.Channel.Guild
	if g.Add(u) {
		i.Uses++
	}
	return g
}

// InviteByCode returns the usable invite with a code, or nil. Callers hold the world's lock.
func (w *World) InviteByCode(code string) *Invite {
	for _, i := range w.invites {
		if i.Code == code && !i.over() {
			return i
		}
	}
	return nil
}

// LiveInvites returns the usable invites to the given channels, the oldest first. It deletes
// unusable invites. Callers hold the world's lock.
func (w *World) LiveInvites(channels ...*Channel) []*Invite {
	w.invites = slices.DeleteFunc(w.invites, (*Invite).over)
	var out []*Invite
	for _, i := range w.invites {
		if slices.Contains(channels, i.Channel) {
			out = append(out, i)
		}
	}
	return out
}

// over reports whether the invite has expired, is used up, or leads to a deleted channel.
func (i *Invite) over() bool {
	aged := i.MaxAge > 0 && time.Since(i.Created) >= time.Duration(i.MaxAge)*time.Second
	return aged || i.MaxUses > 0 && i.Uses >= i.MaxUses || i.Channel.Deleted
}

// Delete removes the invite and dispatches INVITE_DELETE. Callers hold the world's lock.
func (i *Invite) Delete() {
	w := i.Channel.World
	w.invites = slices.DeleteFunc(slices.Clone(w.invites), func(x *Invite) bool { return x == i })
	i.Channel.tellManagers("INVITE_DELETE", i.gone())
}

// An InviteObject is an invite as the API sends it.
type InviteObject struct {
	Type      int               `json:"type"` // 0: an invite to a guild
	Code      string            `json:"code"`
	ExpiresAt *object.Time      `json:"expires_at"`
	GuildID   object.Snowflake  `json:"guild_id"`
	Guild     inviteGuild       `json:"guild"`
	Channel   inviteChannel     `json:"channel"`
	Inviter   object.UserObject `json:"inviter"`
	Members   *int              `json:"approximate_member_count,omitempty"`
	Presences *int              `json:"approximate_presence_count,omitempty"`
	*InviteMetadata
}

type inviteGuild struct {
	ID       object.Snowflake `json:"id"`
	Name     string           `json:"name"`
	Icon     *string          `json:"icon"`
	Features []string         `json:"features"`
	guildPictures
	VerificationLevel int  `json:"verification_level"`
	NSFWLevel         int  `json:"nsfw_level"`
	NSFW              bool `json:"nsfw"`
	PremiumCount      int  `json:"premium_subscription_count"`
}

type inviteChannel struct {
	ID   object.Snowflake `json:"id"`
	Type int              `json:"type"`
	Name string           `json:"name"`
}

// Object returns the fields of the invite that everybody may see. Callers hold the world's lock.
func (i *Invite) Object() InviteObject {
	c := i.Channel
	o := InviteObject{
		Code: i.Code, GuildID: c.GuildID(), Inviter: i.Inviter.Object(),
		Guild: inviteGuild{ID: c.Guild.ID, Name: c.Guild.Name, Features: []string{}}, Channel: inviteChannel{c.ID, c.Kind, c.Name},
	}
	if i.MaxAge > 0 {
		at := object.At(i.Created.Add(time.Duration(i.MaxAge) * time.Second))
		o.ExpiresAt = &at
	}
	return o
}

// InviteMetadata are the fields of an invite that only users who may manage it see.
type InviteMetadata struct {
	Uses      int         `json:"uses"`
	MaxUses   int         `json:"max_uses"`
	MaxAge    int         `json:"max_age"`
	Temporary bool        `json:"temporary"`
	CreatedAt object.Time `json:"created_at"`
}

// Metadata returns the fields of the invite that only users who may manage it see.
func (i *Invite) Metadata() *InviteMetadata {
	return &InviteMetadata{i.Uses, i.MaxUses, i.MaxAge, i.Temporary, object.At(i.Created)}
}

// inviteGone is the data of INVITE_DELETE.
type inviteGone struct {
	ChannelID object.Snowflake `json:"channel_id"`
	GuildID   object.Snowflake `json:"guild_id"`
	Code      string           `json:"code"`
}

// gone returns the data of the invite's INVITE_DELETE.
func (i *Invite) gone() inviteGone { return inviteGone{i.Channel.ID, i.Channel.GuildID(), i.Code} }
