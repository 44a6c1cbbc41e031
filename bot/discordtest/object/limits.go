package object

// MaxAttachments is how many files a message may have.
const MaxAttachments = 10

const (
	MaxPollAnswers  = 10
	MaxPollQuestion = 300 // characters
	MaxPollAnswer   = 55  // characters
	MaxPollHours    = 768
	PollHours       = 24 // unless a poll says otherwise
)

// Empty says whether a message has nothing to show.
func (m *Message) Empty() bool {
	if m.Flags&FlagComponentsV2 != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0 && m.Poll == nil
}

const (
	MaxChannels   = 500   // of a guild
	MaxOverwrites = 100   // of a channel
	MaxSlowMode   = 21600 // seconds
)

// AutoArchives are the minutes after which a thread may be archived.
var AutoArchives = []int{60, 1440, 4320, 10080}

// The sizes that Discord allows, in bytes.
const (
	MaxRequest    = 25 << 20
	MaxAttachment = 10 << 20
)

// MaxRoles is how many roles a guild may have.
const MaxRoles = 250
