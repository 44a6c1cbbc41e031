package web

import (
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
)

// emojiImage serves a custom emoji under the same path as Discord's CDN. It ignores the requested extension.
func (s *Server) emojiImage(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	kind, data, ok := s.world.EmojiImage(strings.TrimSuffix(file, path.Ext(file)))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writeFile(w, kind, data)
}

// attachment serves a file of a message. Browsers save it instead of showing it, unless it is an image without scripts:
// a document from a user must not be opened in the page's origin, and an SVG may contain scripts.
func (s *Server) attachment(w http.ResponseWriter, r *http.Request) {
	kind, data, ok := s.world.Attachment(r.PathValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	if !strings.HasPrefix(kind, "image/") {
		kind = "application/octet-stream"
	}
	if kind == "application/octet-stream" || strings.HasPrefix(kind, "image/svg") {
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": r.PathValue("name")}))
	}
	writeFile(w, kind, data)
}

func writeFile(w http.ResponseWriter, kind string, data []byte) {
	w.Header().Set("Content-Security-Policy", filePolicy)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "max-age=31536000, immutable")
	_, _ = w.Write(data) // an error means that the browser has disconnected
}

// fileAddress matches the address of a message's file, signed or not, in Discord's origin: the page may only load files
// from its own.
var fileAddress = regexp.MustCompile(`^https?://[^/]+/attachments/[0-9]+/([0-9]+/[^/?]+)(?:\?ex=.*)?$`)

func mediaURL(raw json.RawMessage) string {
	var m struct {
		URL string `json:"url"`
	}
	_ = json.Unmarshal(raw, &m) // without an address there is no image
	return pageURL(m.URL)
}

// pageURL returns the page's address of a file or picture, or "" if the page may not load it.
func pageURL(url string) string {
	if file := fileAddress.FindStringSubmatch(url); file != nil {
		return "/attachments/" + file[1]
	}
	if !strings.HasPrefix(url, "http") {
		return ""
	}
	return url
}
