package store

import (
	"context"
	"time"
)

// Roles are the part of a Store about the roles of Discord that the bot gives to members.
type Roles interface {
	// RoleGuilds returns up to `limit` servers with ids after `after`, in ascending order: servers that have chosen a
	// role for the bot to give, and servers with a stored Wearer.
	RoleGuilds(ctx context.Context, after string, limit int) ([]string, error)
	// Wearers returns the members who get roles from the bot in a guild, ordered by role and member.
	Wearers(ctx context.Context, guild string) ([]Wearer, error)
	// SetWearer stores a Wearer in a guild. If its State is Bare, the stored Wearer with this role
	// and member is deleted instead. Times are stored in whole milliseconds.
	SetWearer(ctx context.Context, guild string, w Wearer) error
	// ChampionBeaters returns up to `limit` members, ordered by id, who have beaten the champion level
	// (profile.BeatChampion) and have a rated game in the guild.
	ChampionBeaters(ctx context.Context, guild string, limit int) ([]string, error)
}

// A Wearer is a member who gets a role from the bot. A Wearer stays when the member's other data is
// deleted, until the role is taken back.
type Wearer struct {
	Role   string
	Member string
	State  WearerState
	Since  time.Time // when the Wearer entered this state
}

// WearerState is how far the bot has come with giving a role or taking it back.
type WearerState string

// The states of a Wearer.
const (
	Bare    WearerState = ""        // the member does not wear the role
	Giving  WearerState = "giving"  // the bot gives the role, and Discord has not confirmed yet
	Worn    WearerState = "worn"    // Discord has confirmed that the member wears the role
	Refused WearerState = "refused" // Discord refuses to give the role
	Gone    WearerState = "gone"    // the bot could not give the role, because the member has left the server
	Stuck   WearerState = "stuck"   // Discord refuses to take the role back
)

// A WornRole is a role in a member's export.
type WornRole struct {
	Server string `json:"server"`
	Role   string `json:"role"`
}
