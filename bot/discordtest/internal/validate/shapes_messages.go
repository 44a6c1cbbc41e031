package validate

import (
	"math"

	"noughts/bot/discordtest/internal/form"
)

// Fields of messages that change nothing here: see shape.

var unusedOfMessages = shapes{
	"enforce_nonce": yesNo, "sticker_ids": listOf(0, 3, idText),
	"shared_client_theme": ObjectOf(shapes{
		"colors": listOf(1, 5, textOf(6, 6)), "gradient_angle": WholeOf(0, 360), "base_mix": WholeOf(0, 100),
		"base_theme": oneOfNumbers(0, 1, 2, 3, 4),
	}, "colors", "gradient_angle", "base_mix"),
}

// unusedOfEmbedMedia is what Discord finds out for itself of an embed's media.
var unusedOfEmbedMedia = shapes{
	"width": anyWhole, "height": anyWhole, "placeholder": textOf(0, 64), "placeholder_version": WholeOf(0, math.MaxInt32),
	"is_animated": yesNo, "description": textOf(0, 4096),
}

var unusedOfEmbeds = shapes{
	"type":  anyText,
	"image": func(f form.Field) { CheckShapes(f, unusedOfEmbedMedia) }, "thumbnail": func(f form.Field) { CheckShapes(f, unusedOfEmbedMedia) },
	"provider": ObjectOf(shapes{"name": textOf(0, 256), "url": webAddress}),
	"video": func(f form.Field) {
		ObjectOf(unusedOfEmbedMedia)(f)
		webAddress(f.Get("url"))
	},
}

var unusedOfAttachments = shapes{
	"duration_secs": func(f form.Field) { numberFrom(f, 0, math.MaxInt32) }, "waveform": textOf(0, 400), "title": textOf(0, 1024),
	"is_spoiler": yesNo, "is_remix": yesNo,
}

// numberFrom returns a number from lo to hi, 0 when absent.
func numberFrom(f form.Field, lo, hi float64) float64 {
	x := f.Number()
	switch {
	case f.Null():
	case x < lo:
		f.Fail("NUMBER_TYPE_MIN", "float value should be greater than or equal to %v.", lo)
	case x > hi:
		f.Fail("NUMBER_TYPE_MAX", "float value should be less than or equal to %v.", hi)
	}
	return x
}

var unusedOfPollEmojis = shapes{"id": idText, "name": textOf(0, 32), "animated": yesNo}

// UnusedOfWebhookMessages is what only webhooks in forums do with a message.
var UnusedOfWebhookMessages = shapes{"thread_name": textOf(0, 100), "applied_tags": listOf(0, maxAppliedTags, idText)}
