package validate

import (
	"encoding/base64"
	"math"
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

// CheckDistinct adds an error for each repeated text or number in a list.
func CheckDistinct(f form.Field) {
	values, _ := f.Value.([]any)
	seen := map[any]bool{}
	for i, x := range f.List(0, math.MaxInt32) {
		switch values[i].(type) {
		case map[string]any, []any:
			continue // cannot be a map key; the caller's check refuses it
		}
		if seen[x.Value] {
			x.Fail("SET_TYPE_CONTAINS_DUPLICATES", "Value must not contain duplicates")
		}
		seen[x.Value] = true
	}
}
