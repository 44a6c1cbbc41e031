package discordtest

import (
	"net/http"
	"slices"
	"strings"
)

// emojiExtensions are the forms in which Discord's CDN serves emojis.
var emojiExtensions = []string{"webp", "png", "jpg", "jpeg", "gif", "avif"}

// serveEmoji serves the picture of an emoji where Discord's CDN has it, at /emojis/ID.webp
// and other extensions. It is the picture as it was uploaded, whatever the extension asks for.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	id, extension, _ := strings.Cut(r.PathValue("file"), ".")
	s.mu.Lock()
	applications := slices.Clone(s.applications)
	s.mu.Unlock()
	for _, a := range applications {
		kind, data, ok := a.EmojiImage(id)
		if ok && slices.Contains(emojiExtensions, extension) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "public, max-age=31536000")
			_, _ = w.Write(data) // the reader has gone
			return
		}
	}
	http.NotFound(w, r)
}
