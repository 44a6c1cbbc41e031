package form

// The JSON codes of Discord's errors that this server gives, in the order of their
// numbers, which are those of Discord's list.
const (
	CodeGeneral             = 0 // of bare HTTP errors
	CodeUnknownApplication  = 10002
	CodeUnknownChannel      = 10003
	CodeUnknownGuild        = 10004
	CodeUnknownInvite       = 10006
	CodeUnknownMember       = 10007
	CodeUnknownMessage      = 10008
	CodeUnknownOverwrite    = 10009
	CodeUnknownRole         = 10011
	CodeUnknownUser         = 10013
	CodeUnknownEmoji        = 10014
	CodeUnknownWebhook      = 10015
	CodeUnknownInteraction  = 10062
	CodeUnknownCommand      = 10063
	CodeWrongApplication    = 20012
	CodeTooManyPins         = 30003
	CodeTooManyRoles        = 30005
	CodeTooManyWebhooks     = 30007
	CodeTooManyEmojis       = 30008
	CodeTooManyReactions    = 30010
	CodeTooManyChannels     = 30013
	CodeTooManyCommands     = 30032
	CodeTooManyCreations    = 30034
	CodeRequestTooLarge     = 40005
	CodeNotInVoice          = 40032
	CodeCommandExists       = 40041
	CodeAcknowledged        = 40060
	CodeTooManyFollowUps    = 40094
	CodeUserAgent           = 40333
	CodeMissingAccess       = 50001
	CodeDirectMessage       = 50003
	CodeNotOwnMessage       = 50005
	CodeEmptyMessage        = 50006
	CodeCannotReach         = 50007
	CodeMissingPermissions  = 50013
	CodeBulkNumber          = 50016
	CodeSystemMessage       = 50021
	CodeWrongChannel        = 50024
	CodeInvalidWebhookToken = 50027
	CodeInvalidRole         = 50028
	CodeInvalidRecipient    = 50033
	CodeBulkAge             = 50034
	CodeInvalidForm         = 50035
	CodeInvalidAPIVersion   = 50041
	CodeInvalidGuild        = 50055
	CodeInvalidMessageType  = 50068
	CodeInvalidSticker      = 50081
	CodeArchived            = 50083
	CodeInvalidJSON         = 50109
	CodeVoiceContent        = 50159
	CodeVoiceFile           = 50160
	CodeVoiceMetadata       = 50161
	CodeVoicePermission     = 50173
	CodeThreadExists        = 160004
	CodeThreadLocked        = 160005
	CodeForwardUnread       = 160014
	CodeNoForum             = 220003
	CodePollExpired         = 520001
	CodePollEdited          = 520003
	CodeNoPoll              = 520006
)
