package interaction

import (
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// CommandData is the data of commands and autocompletions.
type CommandData struct {
	ID       object.Snowflake `json:"id"`
	Name     string           `json:"name"`
	Type     int              `json:"type"`
	GuildID  object.Snowflake `json:"guild_id,omitempty"`
	Options  []OptionData     `json:"options,omitempty"`
	TargetID object.Snowflake `json:"target_id,omitempty"`
	Resolved *ResolvedData    `json:"resolved,omitempty"`
}

// OptionData is an option with its value, or a subcommand with its options.
type OptionData struct {
	Name    string       `json:"name"`
	Type    int          `json:"type"`
	Value   any          `json:"value,omitempty"`
	Focused bool         `json:"focused,omitempty"`
	Options []OptionData `json:"options,omitempty"`
}

// ComponentData is the data of a pressed button or a menu choice.
type ComponentData struct {
	CustomID      string        `json:"custom_id"`
	ComponentType int           `json:"component_type"`
	ID            int           `json:"id"`
	Values        []string      `json:"values,omitzero"` // nil for buttons
	Resolved      *ResolvedData `json:"resolved,omitempty"`
}

// ResolvedData has the objects for the ids in the interaction's data. Members has only those users
// who are in the guild.
type ResolvedData struct {
	Users    map[object.Snowflake]object.UserObject      `json:"users,omitempty"`
	Members  map[object.Snowflake]world.MemberObject     `json:"members,omitempty"`
	Roles    map[object.Snowflake]world.RoleObject       `json:"roles,omitempty"`
	Channels map[object.Snowflake]object.ResolvedChannel `json:"channels,omitempty"`
}

// Resolvables are the users, roles and channels in the values of an interaction.
type Resolvables struct {
	Users    []*world.User
	Roles    []*world.Role
	Channels []*world.Channel
}
