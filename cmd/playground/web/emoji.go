package web

import (
	"net/http"
	"path"
	"strings"

	"noughts/cmd/playground/emoji"
)

// drawing serves our drawing of one of Unicode's emoji. Browsers keep it for an hour.
func drawing(w http.ResponseWriter, r *http.Request) {
	d, ok := emoji.DrawFile(r.PathValue("file"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	writeImage(w, "image/svg+xml", d.SVG, "max-age=3600")
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
	writeImage(w, kind, data, "max-age=31536000, immutable")
}

func writeImage(w http.ResponseWriter, kind string, data []byte, caching string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", caching)
	_, _ = w.Write(data) // the reader has gone
}
