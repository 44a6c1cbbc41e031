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

// ReadPicture reads a picture from a data URI. It detects the type from the picture's bytes,
// because some libraries declare every picture as "image/jpg".
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

// pictureType detects the content type of a picture from its first bytes. It returns "" for types
// that Discord does not accept.
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

// ReadWebhookName reads the name of a webhook. It must not contain "clyde" or "discord".
func ReadWebhookName(f form.Field) string {
	name := strings.TrimSpace(f.Words(1, 80))
	for _, no := range []string{"clyde", "discord"} {
		if strings.Contains(strings.ToLower(name), no) {
			f.Fail("USERNAME_INVALID_CONTAINS", "Username cannot contain \"%s\"", no)
		}
	}
	return name
}

// ReadAvatar reads the picture of a user or webhook and returns its hash, or "" if there is none.
// The picture itself is not stored.
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
