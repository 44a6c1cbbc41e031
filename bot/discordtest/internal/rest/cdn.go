package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/world"
)

// CDN adds the paths of Discord's CDN to a mux: /attachments/CHANNEL/ID/NAME and /emojis/ID.webp.
func (api *API) CDN(mux *http.ServeMux) {
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", func(w http.ResponseWriter, r *http.Request) {
		if !world.LinkWorks(r.URL.EscapedPath(), r.URL.Query()) {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
			return
		}
		kind, data, ok := api.world.Attachment(r.PathValue("id"))
		writeFile(w, r, kind, data, ok)
	})
	mux.HandleFunc("GET /emojis/{file}", func(w http.ResponseWriter, r *http.Request) {
		kind, data, ok := api.world.EmojiFile(r.PathValue("file"))
		writeFile(w, r, kind, data, ok)
	})
}

// writeFile answers with a file, or with 404 if ok is false.
func writeFile(w http.ResponseWriter, r *http.Request, contentType string, data []byte, ok bool) {
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "public, max-age=31536000")
	_, _ = w.Write(data) // an error means that the client has gone away
}
