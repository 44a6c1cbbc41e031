package object

// MaxAttachments is the most files that a message may have.
const MaxAttachments = 10

// The largest request and file that Discord allows, in bytes.
const (
	MaxRequest    = 25 << 20
	MaxAttachment = 10 << 20
)

// Limits of channels.
const (
	MaxChannels   = 500   // of a guild
	MaxOverwrites = 100   // of a channel
	MaxSlowMode   = 21600 // seconds
)

// MaxRoles is the most roles that a guild may have.
const MaxRoles = 250
