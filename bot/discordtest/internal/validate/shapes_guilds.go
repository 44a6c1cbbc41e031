package validate

import (
	"math"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// Fields of channels, threads, roles, members and invites that have no effect in the emulator: see Shape. The emulator
// has no voice channels and no forums. On Discord, too, text channels ignore the fields for voice channels and forums.

const (
	maxTags        = 20 // tags in a forum
	maxAppliedTags = 5  // tags on a thread
)

// UnusedOfChannels checks the fields for voice channels and forums, and the defaults for new threads.
var UnusedOfChannels = objectOf(shapes{
	"bitrate":                            wholeOf(8000, math.MaxInt32),
	"user_limit":                         wholeOf(0, math.MaxInt32),
	"rtc_region":                         anyText,
	"video_quality_mode":                 oneOfNumbers(1, 2),
	"default_auto_archive_duration":      oneOfNumbers(object.AutoArchives...),
	"default_reaction_emoji":             objectOf(shapes{"emoji_id": idText, "emoji_name": textOf(0, 100)}),
	"default_thread_rate_limit_per_user": wholeOf(0, object.MaxSlowMode),
	"default_sort_order":                 oneOfNumbers(0, 1),
	"default_forum_layout":               oneOfNumbers(0, 1, 2),
	"default_tag_setting":                oneOfTexts("match_all", "match_some"),
	"flags":                              anyWhole,
	"available_tags": listOf(0, maxTags, objectOf(shapes{
		"id": idText, "name": textOf(0, 50), "emoji_id": idText, "emoji_name": textOf(0, 100), "moderated": yesNo,
	}, "name")),
})

// UnusedOfThreads checks the fields for forum posts and voice channels.
var UnusedOfThreads = objectOf(shapes{
	"flags": anyWhole, "applied_tags": listOf(0, maxAppliedTags, idText), "bitrate": wholeOf(8000, math.MaxInt32),
	"user_limit": wholeOf(0, 99), "rtc_region": anyText, "video_quality_mode": oneOfNumbers(1, 2),
})

// UnusedOfMoves checks the fields of a request that moves a channel, except the position.
var UnusedOfMoves = objectOf(shapes{"lock_permissions": yesNo, "parent_id": idText})

// UnusedOfRoles checks the fields for roles in boosted guilds.
var UnusedOfRoles = objectOf(shapes{
	"icon": pictureData, "unicode_emoji": textOf(0, 100),
	"colors": objectOf(shapes{"secondary_color": wholeOf(0, 0xFFFFFF), "tertiary_color": wholeOf(0, 0xFFFFFF)}),
})

// UnusedOfMembers checks a member's voice state and flags.
var UnusedOfMembers = objectOf(shapes{"mute": yesNo, "deaf": yesNo, "channel_id": idText, "flags": anyWhole})

// UnusedOfOwnMember checks the fields of a bot's profile in one guild.
var UnusedOfOwnMember = objectOf(shapes{"avatar": pictureData, "banner": pictureData, "bio": textOf(0, 190)})

// UnusedOfInvites checks the fields for invites to streams and activities, and the roles that an invite gives.
var UnusedOfInvites = objectOf(shapes{
	"target_type": oneOfNumbers(1, 2, 3), "target_user_id": idText, "target_application_id": idText, "role_ids": idsOrText,
})

// idsOrText accepts a list of ids, or a single text.
func idsOrText(f form.Field) {
	if _, isText := f.Value.(string); !isText {
		setOf(0, object.MaxRoles, idText)(f)
	}
}
