package form

// The JSON error codes that this server uses, from Discord's list and in its order.
const (
	CodeGeneral             = 0 // the code of HTTP errors that have no code of their own
	CodeUnknownApplication  = 10002
	CodeUnknownChannel      = 10003
	CodeUnknownGuild        = 10004
	CodeUnknownMember       = 10007
	CodeUnknownMessage      = 10008
	CodeUnknownRole         = 10011
	CodeUnknownUser         = 10013
	CodeUnknownEmoji        = 10014
	CodeUnknownWebhook      = 10015
	CodeUnknownInteraction  = 10062
	CodeWrongApplication    = 20012
	CodeTooManyEmojis       = 30008
	CodeTooManyCommands     = 30032
	CodeTooManyCreations    = 30034
	CodeRequestTooLarge     = 40005
	CodeAcknowledged        = 40060
	CodeTooManyFollowUps    = 40094
	CodeUserAgent           = 40333
	CodeMissingAccess       = 50001
	CodeNotOwnMessage       = 50005
	CodeEmptyMessage        = 50006
	CodeCannotReach         = 50007
	CodeMissingPermissions  = 50013
	CodeWrongChannel        = 50024
	CodeInvalidWebhookToken = 50027
	CodeInvalidRecipient    = 50033
	CodeInvalidForm         = 50035
	CodeInvalidAPIVersion   = 50041
	CodeArchived            = 50083
	CodeInvalidJSON         = 50109
	CodeEntryPoint          = 50240
	CodeThreadExists        = 160004
	CodeThreadLocked        = 160005
)
