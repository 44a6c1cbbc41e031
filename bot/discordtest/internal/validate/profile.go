package validate

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// ReadPicture reads a picture that is given as a data URI. Its bytes decide the type: libraries
// call everything they do not know "image/jpg".
func ReadPicture(f form.Field) object.Picture {
	if !f.Required() {
		return object.Picture{}
	}
	text, _ := f.Value.(string)
	head, data, isData := strings.Cut(text, ";base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	kind := pictureType(raw)
	if !isData || !strings.HasPrefix(head, "data:") || err != nil || kind == "" {
		f.Fail("BASE_TYPE_INVALID_IMAGE", "Invalid image data")
	}
	return object.Picture{ContentType: kind, Data: raw}
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

// ReadWebhookName reads what a webhook is called, which must not be like
// Discord's own.
func ReadWebhookName(f form.Field) string {
	name := strings.TrimSpace(f.Words(1, 80))
	for _, no := range []string{"clyde", "discord"} {
		if strings.Contains(strings.ToLower(name), no) {
			f.Fail("USERNAME_INVALID_CONTAINS", "Username cannot contain \"%s\"", no)
		}
	}
	return name
}

// ReadAvatar reads a picture of a user's or webhook's and returns its hash, ""
// when there is none. The picture itself is not kept.
func ReadAvatar(f form.Field) string {
	if f.Null() {
		return ""
	}
	picture := ReadPicture(f)
	if f.Form.Failed() {
		return ""
	}
	sum := sha256.Sum256(picture.Data)
	return hex.EncodeToString(sum[:16])
}
