package validate

import (
	"math"

	"noughts/bot/discordtest/internal/form"
)

// Fields of messages that have no effect in the emulator: see Shape.

var unusedOfMessages = fieldsOf(shapes{
	"enforce_nonce": yesNo, "sticker_ids": listOf(0, 3, idText),
	"shared_client_theme": objectOf(shapes{
		"colors": listOf(1, 5, textOf(6, 6)), "gradient_angle": wholeOf(0, 360), "base_mix": wholeOf(0, 100),
		"base_theme": oneOfNumbers(0, 1, 2, 3, 4),
	}, "colors", "gradient_angle", "base_mix"),
})

// unusedOfEmbedMedia checks the fields of embed media that Discord computes itself.
var unusedOfEmbedMedia = fieldsOf(shapes{
	"width": anyWhole, "height": anyWhole, "placeholder": textOf(0, 64), "placeholder_version": wholeOf(0, math.MaxInt32),
	"is_animated": yesNo, "description": textOf(0, 4096),
})

var unusedOfEmbeds = fieldsOf(shapes{
	"type":  anyText,
	"image": unusedOfEmbedMedia, "thumbnail": unusedOfEmbedMedia,
	"provider": objectOf(shapes{"name": textOf(0, 256), "url": webAddress}),
	"video": func(f form.Field) {
		f.Object()
		unusedOfEmbedMedia(f)
		webAddress(f.Get("url"))
	},
})

var unusedOfAttachments = fieldsOf(shapes{
	"duration_secs": floatOf(0, math.MaxInt32), "waveform": textOf(0, 400),
	"is_spoiler": yesNo, "is_remix": yesNo,
})

var unusedOfPollEmojis = fieldsOf(shapes{"id": idText, "name": textOf(0, 32), "animated": yesNo})

// UnusedOfWebhookMessages checks the fields that only webhooks in forums use.
var UnusedOfWebhookMessages = fieldsOf(shapes{"thread_name": textOf(0, 100), "applied_tags": listOf(0, maxAppliedTags, idText)})
