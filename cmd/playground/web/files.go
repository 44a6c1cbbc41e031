package web

import (
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"

	"noughts/cmd/playground/emoji"
)

// drawing serves our drawing of one of Unicode's emoji.
func drawing(w http.ResponseWriter, r *http.Request) {
	d, ok := emoji.DrawFile(r.PathValue("file"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writeFile(w, "image/svg+xml", d.SVG, anHour)
}

// emojiImage serves the picture of an application's own emoji under the path that it has on
// Discord's CDN. The picture is what the application uploaded, whatever the extension asks
// for. It never changes.
func (s *Server) emojiImage(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	kind, data, ok := s.world.EmojiImage(strings.TrimSuffix(file, path.Ext(file)))
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Security-Policy", filePolicy)
	writeFile(w, kind, data, forever)
}

// attachment serves a file of a message. What is no picture is only saved, and so is an SVG,
// which may hold scripts: the page's own origin is no place for other people's documents.
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
	w.Header().Set("Content-Security-Policy", filePolicy)
	writeFile(w, kind, data, forever)
}

// How long browsers keep files.
const (
	anHour  = "max-age=3600"
	forever = "max-age=31536000, immutable"
)

func writeFile(w http.ResponseWriter, kind string, data []byte, caching string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", caching)
	_, _ = w.Write(data) // the reader has gone
}

// fileAddress matches the signed address of a message's file: Discord's API has it on an
// origin of its own, and the page may load from its own only.
var fileAddress = regexp.MustCompile(`^https?://[^/]+/attachments/[0-9]+/([0-9]+/[^/?]+)\?ex=`)

// mediaURL returns the address of a media item, "" when it has none that a
// page may load.
func mediaURL(raw json.RawMessage) string { return pageURL(addressOf(raw)) }

// pageURL returns the page's address of a picture or a file, "" if it may not load it.
func pageURL(address string) string {
	if !strings.HasPrefix(address, "http") {
		return ""
	}
	if file := fileAddress.FindStringSubmatch(address); file != nil {
		return "/attachments/" + file[1]
	}
	return address
}
