package world

import (
	"regexp"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// Limits of an application's emojis.
const (
	MaxEmojis     = 2000
	MaxEmojiImage = 256 << 10 // bytes
)

// emojiName is the pattern of custom emoji names.
var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// AddPicture adds an emoji that looks like one transparent pixel, for tests that need only its id.
// Callers hold the world's lock.
func (a *Application) AddPicture(by *User, name string) object.ApplicationEmoji {
	return a.AddEmoji(object.ApplicationEmoji{Name: name, User: by.Object(), Image: object.Picture{ContentType: "image/gif", Data: onePixel}})
}

// onePixel is the smallest picture: one transparent pixel.
var onePixel = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// AddEmoji adds a new emoji. Callers hold the world's lock.
func (a *Application) AddEmoji(e object.ApplicationEmoji) object.ApplicationEmoji {
	e.ID, e.Roles, e.RequireColons, e.Available = a.World.Snowflake(), []object.Snowflake{}, true, true
	a.Emojis = append(a.Emojis, e)
	return e
}

// Emoji returns the index of the application's emoji with an id, or -1. Callers hold the world's lock.
func (a *Application) Emoji(id object.Snowflake) int {
	return slices.IndexFunc(a.Emojis, func(e object.ApplicationEmoji) bool { return e.ID == id })
}

// DeleteEmoji deletes the i-th emoji. Callers hold the world's lock.
func (a *Application) DeleteEmoji(i int) {
	a.Emojis = slices.Delete(slices.Clone(a.Emojis), i, i+1)
}

// ReadEmojiName reads the name of an emoji. It adds an error if another emoji of the application has this name. `but` is
// the id of the emoji that is being renamed, which may keep its name, or "" for a new emoji. Callers hold the world's
// lock.
func (a *Application) ReadEmojiName(f form.Field, but object.Snowflake) string {
	f.Required()
	name := f.Text(2, 32)
	switch {
	case name == "" || len(name) < 2 || len(name) > 32:
	case !emojiName.MatchString(name):
		f.Fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	case slices.ContainsFunc(a.Emojis, func(e object.ApplicationEmoji) bool { return e.Name == name && e.ID != but }):
		f.Fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
	return name
}

// emojiExtensions are the file extensions of emojis on Discord's CDN.
var emojiExtensions = []string{"webp", "png", "jpg", "jpeg", "gif", "avif"}

// EmojiFile returns the picture of an emoji for a file name such as "123.webp". The picture always
// has the format of the upload, whatever the extension. It takes the world's lock.
func (w *World) EmojiFile(file string) (contentType string, data []byte, ok bool) {
	id, extension, _ := strings.Cut(file, ".")
	w.Lock()
	defer w.Unlock()
	for _, a := range w.Applications {
		if i := a.Emoji(id); i >= 0 {
			image := a.Emojis[i].Image
			return image.ContentType, image.Data, slices.Contains(emojiExtensions, extension)
		}
	}
	return "", nil, false
}
