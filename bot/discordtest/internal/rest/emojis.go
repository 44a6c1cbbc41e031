package rest

import (
	"fmt"
	"net/http"
	"time"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// emojiSpan is the period of API.EmojiLimit.
const emojiSpan = time.Hour

func (api *API) emojiRoutes() map[string]methods {
	scope, emoji := (*request).scope, (*request).emoji
	return map[string]methods{
		applicationPath + "/emojis": {
			get:  read(withObject(scope, listEmojis)),
			post: {limit: api.EmojiLimit, span: emojiSpan, serve: withBody(scope, createEmoji)},
		},
		applicationPath + "/emojis/{emoji}": {
			deletion: write(withObject(emoji, deleteEmoji)),
		},
	}
}

func listEmojis(r *request, _ object.Snowflake) (reply, error) {
	return ok(map[string][]object.ApplicationEmoji{"items": append([]object.ApplicationEmoji{}, r.app.Emojis...)})
}

func createEmoji(r *request, _ object.Snowflake, f form.Field) (reply, error) {
	image := validate.ReadPicture(f.Get("image"))
	if len(image.Data) > world.MaxEmojiImage {
		f.Get("image").Fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than %d kb.", world.MaxEmojiImage>>10)
	}
	name := r.app.ReadEmojiName(f.Get("name"), "")
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	if len(r.app.Emojis) >= world.MaxEmojis {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeTooManyEmojis, fmt.Sprintf("Maximum number of emojis reached (%d)", world.MaxEmojis)))
	}
	return reply{http.StatusCreated, r.app.AddEmoji(object.ApplicationEmoji{
		Name: name, User: r.app.User.Object(), Animated: image.ContentType == "image/gif", Image: image,
	})}, nil
}

// emoji returns the index, in the application's list of emojis, of the one that the request's path names. Callers hold
// the world's lock.
func (r *request) emoji() (int, error) {
	if _, err := r.scope(); err != nil {
		return 0, err
	}
	i := r.app.Emoji(r.PathValue("emoji"))
	if i < 0 {
		return 0, form.Refuse(http.StatusNotFound, form.CodeUnknownEmoji, "Unknown Emoji")
	}
	return i, nil
}

func deleteEmoji(r *request, i int) (reply, error) {
	r.app.DeleteEmoji(i)
	return noContent()
}
