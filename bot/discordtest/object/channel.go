package object

// The contexts of interactions and commands, with Discord's numbers.
const (
	ContextGuild   = 0
	ContextBotDM   = 1
	ContextPrivate = 2
)

// A ResolvedChannel is a channel in the resolved data of an interaction. It has the permissions of the interaction's
// user in the channel, and no overwrites.
type ResolvedChannel struct {
	ID            Snowflake       `json:"id"`
	Type          int             `json:"type"`
	Name          string          `json:"name"`
	Permissions   string          `json:"permissions"`
	Flags         int             `json:"flags"`
	GuildID       Snowflake       `json:"guild_id"`
	ParentID      *Snowflake      `json:"parent_id"`
	LastMessageID *Snowflake      `json:"last_message_id"`
	SlowMode      int             `json:"rate_limit_per_user"`
	Position      *int            `json:"position,omitempty"`
	Topic         *string         `json:"topic,omitzero"`
	NSFW          *bool           `json:"nsfw,omitempty"`
	Metadata      *ThreadMetadata `json:"thread_metadata,omitempty"`
}

// ThreadMetadata has the fields that the API sends for threads only.
type ThreadMetadata struct {
	Archived         bool  `json:"archived"`
	ArchiveTimestamp Time  `json:"archive_timestamp"`
	AutoArchive      int   `json:"auto_archive_duration"` // minutes
	Locked           bool  `json:"locked"`
	Created          Time  `json:"create_timestamp"`
	Invitable        *bool `json:"invitable,omitempty"` // of private threads: whether members without MANAGE_THREADS may add others
}

// AutoArchives are the values that Discord allows for auto_archive_duration, in minutes.
var AutoArchives = []int{60, 1440, 4320, 10080}
