package discordtest

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	maxEmojis     = 2000      // of an application
	maxEmojiImage = 256 << 10 // bytes

	// emojiSpan is what WithEmojiLimit counts over.
	emojiSpan = time.Hour
)

// WithEmojiLimit limits how many emojis an application may create in an hour, which
// begins with the first of them. Without it they are not limited. Discord does not say
// what it allows; some 50 an hour were seen for the emojis of a server.
func WithEmojiLimit(anHour int) Option {
	return func(s *Server) { s.api.emojiLimit = anHour }
}

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
	a.world.Lock()
	defer a.world.Unlock()
	out := make([]Emoji, len(a.emojis))
	for i, e := range a.emojis {
		out[i] = Emoji{ID: e.ID, Name: e.Name, Animated: e.Animated}
	}
	return out
}

// AddEmoji gives the application an emoji as a member of its team does in the Developer
// Portal, where no limit but that of all emojis counts, and returns its id. The picture
// is a transparent one.
func (a *Application) AddEmoji(by *User, name string) Snowflake {
	a.world.Lock()
	defer a.world.Unlock()
	return a.addEmoji(emojiObject{Name: name, User: by.object(), image: emojiPicture{"image/gif", onePixel}}).ID
}

// onePixel is the smallest picture, of one pixel that cannot be seen.
var onePixel = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// addEmoji enters a new emoji. Callers hold s.mu.
func (a *Application) addEmoji(e emojiObject) emojiObject {
	e.ID, e.Roles, e.RequireColons, e.Available = a.world.snowflake(), []Snowflake{}, true, true
	a.emojis = append(a.emojis, e)
	return e
}

// EmojiImage returns the picture of an emoji of the application's, with its content type,
// such as "image/png". ok is false when it has no emoji of that id. On Discord the picture
// is at https://cdn.discordapp.com/emojis/ID.webp. data is not to be changed.
func (a *Application) EmojiImage(id Snowflake) (contentType string, data []byte, ok bool) {
	a.world.Lock()
	defer a.world.Unlock()
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
	if len(image.data) > maxEmojiImage {
		f.get("image").fail("BINARY_TYPE_MAX_SIZE", "File cannot be larger than %d kb.", maxEmojiImage>>10)
	}
	name := r.app.newEmojiName(f.get("name"), "")
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	if len(r.app.emojis) >= maxEmojis {
		return failed(refuse(http.StatusBadRequest, codeTooManyEmojis, fmt.Sprintf("Maximum number of emojis reached (%d)", maxEmojis)))
	}
	return reply{http.StatusCreated, r.app.addEmoji(emojiObject{
		Name: name, User: r.app.User.object(), Animated: image.contentType == "image/gif", image: image,
	})}, nil
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

// readPicture reads a picture that is given as a data URI. What it is, its
// bytes say: libraries call everything they do not know "image/jpg".
func readPicture(f field) emojiPicture {
	if !f.required() {
		return emojiPicture{}
	}
	text, _ := f.value.(string)
	head, data, isData := strings.Cut(text, ";base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	kind := pictureType(raw)
	if !isData || !strings.HasPrefix(head, "data:") || err != nil || kind == "" {
		f.fail("BASE_TYPE_INVALID_IMAGE", "Invalid image data")
	}
	return emojiPicture{kind, raw}
}

// pictureType returns the content type of a picture by its first bytes, "" for
// what Discord does not know as one.
func pictureType(data []byte) string {
	if len(data) >= 12 && (string(data[4:12]) == "ftypavif" || string(data[4:12]) == "ftypavis") {
		return "image/avif"
	}
	switch kind := http.DetectContentType(data); kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return kind
	}
	return ""
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
	f.object()
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
