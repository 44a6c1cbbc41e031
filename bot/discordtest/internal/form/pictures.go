package form

import (
	"encoding/base64"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"noughts/bot/discordtest/object"
)

// ReadPicture reads a picture from a data URI. It takes the type from the picture's bytes, because some libraries
// declare every picture as "image/jpg".
func ReadPicture(f Field) object.Picture {
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

// pictureType detects a picture's content type. It returns "" for types that Discord does not accept.
func pictureType(data []byte) string {
	switch kind := http.DetectContentType(data); kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return kind
	}
	return ""
}

// CheckDistinct adds an error for each repeated text or number in a list.
func CheckDistinct(f Field) {
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

// RequiredURL reads a URL with one of the schemes. The default schemes are http, https and discord.
func RequiredURL(f Field, longest int, schemes ...string) string {
	if !f.Required() {
		return ""
	}
	if len(schemes) == 0 {
		schemes = []string{"http", "https", "discord"}
	}
	text := f.Text(1, longest)
	if text != "" {
		checkURL(f, text, schemes)
	}
	return text
}

func checkURL(f Field, text string, schemes []string) {
	scheme, _, _ := strings.Cut(text, ":") // without a colon the whole text is the scheme, as on Discord
	u, err := url.Parse(text)
	switch {
	case !slices.Contains(schemes, strings.ToLower(scheme)):
		f.Fail("URL_TYPE_INVALID_SCHEME", "Scheme \"%s\" is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
	case strings.HasPrefix(text, attached) && text != attached: // any file name is valid
	case err != nil || u.Host == "":
		f.Fail("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}
