package discordtest

import (
	"encoding/base64"
	"fmt"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const (
	maxEmojis     = 2000      // of an application
	maxEmojiImage = 256 << 10 // bytes
)

// emojiName is what a custom emoji may be called.
var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// An emojiObject is a custom emoji of an application as the API sends it.
type emojiObject struct {
	ID            Snowflake   `json:"id"`
	Name          string      `json:"name"`
	Roles         []Snowflake `json:"roles"`
	User          UserObject  `json:"user"`
	RequireColons bool        `json:"require_colons"`
	Managed       bool        `json:"managed"`
	Animated      bool        `json:"animated"`
	Available     bool        `json:"available"`

	image emojiPicture
}

// An emojiPicture is what an emoji looks like.
type emojiPicture struct {
	contentType string
	data        []byte
}

// Emojis returns the application's own emojis in the order in which they were
// made.
func (a *Application) Emojis() []Emoji {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	out := make([]Emoji, len(a.emojis))
	for i, e := range a.emojis {
		out[i] = Emoji{ID: e.ID, Name: e.Name, Animated: e.Animated}
	}
	return out
}

// EmojiImage returns the picture of an emoji of the application's, with its content type,
// such as "image/png". ok is false when it has no emoji of that id. On Discord the picture
// is at https://cdn.discordapp.com/emojis/ID.webp. data is not to be changed.
func (a *Application) EmojiImage(id Snowflake) (contentType string, data []byte, ok bool) {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	i := a.emoji(id)
	if i < 0 {
		return "", nil, false
	}
	image := a.emojis[i].image
	return image.contentType, image.data, true
}

// emoji returns the index of an emoji of the application's, -1 when it has none
// of that id. Callers hold s.mu.
func (a *Application) emoji(id Snowflake) int {
	return slices.IndexFunc(a.emojis, func(e emojiObject) bool { return e.ID == id })
}

func listEmojis(r *request, _ Snowflake) (reply, error) {
	return ok(map[string][]emojiObject{"items": append([]emojiObject{}, r.app.emojis...)})
}

func createEmoji(r *request, _ Snowflake, f field) (reply, error) {
	image := readPicture(f.get("image"))
	e := emojiObject{
		Name: r.app.newEmojiName(f.get("name"), ""), Animated: image.contentType == "image/gif", image: image,
		Roles: []Snowflake{}, User: r.app.User.object(), RequireColons: true, Available: true,
	}
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	if len(r.app.emojis) >= maxEmojis {
		return failed(refuse(http.StatusBadRequest, codeTooManyEmojis, fmt.Sprintf("Maximum number of emojis reached (%d)", maxEmojis)))
	}
	e.ID = r.server.snowflake()
	r.app.emojis = append(r.app.emojis, e)
	return reply{http.StatusCreated, e}, nil
}

// newEmojiName reads a name that no other emoji of the application has; but is
// the id of the one that may have it. Callers hold s.mu.
func (a *Application) newEmojiName(f field, but Snowflake) string {
	f.required()
	name := f.text(2, 32)
	switch {
	case name == "" || len(name) < 2 || len(name) > 32:
	case !emojiName.MatchString(name):
		f.fail("STRING_TYPE_REGEX", "String value did not match validation regex.")
	case slices.ContainsFunc(a.emojis, func(e emojiObject) bool { return e.Name == name && e.ID != but }):
		f.fail("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")
	}
	return name
}

// readPicture reads a picture that is given as a data URI.
func readPicture(f field) emojiPicture {
	if !f.required() {
		return emojiPicture{}
	}
	text, _ := f.value.(string)
	head, data, isData := strings.Cut(text, ";base64,")
	kind, isURI := strings.CutPrefix(head, "data:")
	raw, err := base64.StdEncoding.DecodeString(data)
	kind, _, typeErr := mime.ParseMediaType(kind)
	known := slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"}, kind)
	switch {
	case !isData || !isURI || err != nil || typeErr != nil || !known || len(raw) == 0:
		f.fail("BASE_TYPE_INVALID_IMAGE", "Invalid image data")
	case len(raw) > maxEmojiImage:
		f.fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than %d kb.", maxEmojiImage>>10)
	}
	return emojiPicture{kind, raw}
}

// emoji returns the index of the emoji of the path in the application's.
// Callers hold s.mu.
func (r *request) emoji() (int, error) {
	if _, err := r.scope(); err != nil {
		return 0, err
	}
	i := r.app.emoji(r.PathValue("emoji"))
	if i < 0 {
		return 0, refuse(http.StatusNotFound, codeUnknownEmoji, "Unknown Emoji")
	}
	return i, nil
}

func getEmoji(r *request, i int) (reply, error) { return ok(r.app.emojis[i]) }

func renameEmoji(r *request, i int, f field) (reply, error) {
	name := r.app.emojis[i].Name
	if n := f.get("name"); n.there {
		name = r.app.newEmojiName(n, r.app.emojis[i].ID)
	}
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	r.app.emojis[i].Name = name
	return ok(r.app.emojis[i])
}

func deleteEmoji(r *request, i int) (reply, error) {
	r.app.emojis = slices.Delete(slices.Clone(r.app.emojis), i, i+1)
	return noContent()
}
