package object

// Contexts of interactions and commands, by Discord's numbers.
const (
	ContextGuild   = 0
	ContextBotDM   = 1
	ContextPrivate = 2
)

// A ResolvedChannel is a channel in the resolved data of an interaction: without its overwrites, with the
// user's permissions there.
type ResolvedChannel struct {
	ID            Snowflake       `json:"id"`
	Type          int             `json:"type"`
	Name          string          `json:"name"`
	Permissions   string          `json:"permissions"`
	Flags         int             `json:"flags"`
	GuildID       Snowflake       `json:"guild_id"`
	ParentID      *Snowflake      `json:"parent_id"`
	LastMessageID *Snowflake      `json:"last_message_id"`
	LastPin       *Time           `json:"last_pin_timestamp,omitempty"`
	SlowMode      int             `json:"rate_limit_per_user"`
	Position      *int            `json:"position,omitempty"`
	Topic         *string         `json:"topic,omitzero"`
	NSFW          *bool           `json:"nsfw,omitempty"`
	Metadata      *ThreadMetadata `json:"thread_metadata,omitempty"`
}

// ThreadMetadata has the fields of threads only, as the API sends them.
type ThreadMetadata struct {
	Archived         bool  `json:"archived"`
	ArchiveTimestamp Time  `json:"archive_timestamp"`
	AutoArchive      int   `json:"auto_archive_duration"` // minutes
	Locked           bool  `json:"locked"`
	Created          Time  `json:"create_timestamp"`
	Invitable        *bool `json:"invitable,omitempty"` // of private threads: whether all their members may add others
}

// AutoArchives are the possible minutes until a thread is archived.
var AutoArchives = []int{60, 1440, 4320, 10080}
