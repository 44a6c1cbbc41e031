package object

import (
	"cmp"
)

// A Snowflake is one of Discord's ids: a decimal number, sent as a string.
type Snowflake = string

// CompareIDs orders ids by age, the oldest first.
func CompareIDs(a, b Snowflake) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// UserObject is a user as the API sends it.
type UserObject struct {
	ID            Snowflake `json:"id"`
	Username      string    `json:"username"`
	Discriminator string    `json:"discriminator"`
	GlobalName    *string   `json:"global_name"`
	Avatar        *string   `json:"avatar"`
	Bot           bool      `json:"bot,omitempty"`
	PublicFlags   int       `json:"public_flags"`
	Flags         int       `json:"flags"`
	PrimaryGuild  *struct{} `json:"primary_guild"` // always null: the emulator has no primary guilds
}
