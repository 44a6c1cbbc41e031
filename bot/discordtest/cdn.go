package discordtest

import (
	"net/http"
	"slices"
	"strings"
)

// keptFiles is how many bytes of files the server keeps: those that came last.
const keptFiles = 64 << 20

// A keptFile is the content of an attachment.
type keptFile struct {
	id          Snowflake
	contentType string
	data        []byte
}

// keepFile keeps the content of an attachment. Callers hold s.mu.
func (s *Server) keepFile(a attachment, data []byte) {
	s.files = append(s.files, keptFile{a.ID, a.ContentType, data})
	s.fileBytes += len(data)
	for s.fileBytes > keptFiles {
		s.fileBytes -= len(s.files[0].data)
		s.files = s.files[1:]
	}
}

// Attachment returns the content of a file that a bot or a person has sent, with its content type, such
// as "image/png". ok is false when there was none of that id, or it is forgotten: only the
// newest 64 MiB are kept. data is not to be changed.
func (s *Server) Attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.files, func(f keptFile) bool { return f.id == id })
	if i < 0 {
		return "", nil, false
	}
	return s.files[i].contentType, s.files[i].data, true
}

// cdn serves what Discord's CDN has: /attachments/ID/NAME and /emojis/ID.webp.
func (s *Server) cdn(mux *http.ServeMux) {
	mux.HandleFunc("GET /attachments/{id}/{name}", func(w http.ResponseWriter, r *http.Request) {
		kind, data, ok := s.Attachment(r.PathValue("id"))
		writeFile(w, r, kind, data, ok)
	})
	mux.HandleFunc("GET /emojis/{file}", func(w http.ResponseWriter, r *http.Request) {
		kind, data, ok := s.emojiFile(r.PathValue("file"))
		writeFile(w, r, kind, data, ok)
	})
}

func writeFile(w http.ResponseWriter, r *http.Request, contentType string, data []byte, ok bool) {
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "public, max-age=31536000")
	_, _ = w.Write(data) // the reader has gone
}

// emojiExtensions are the forms in which Discord's CDN serves emojis.
var emojiExtensions = []string{"webp", "png", "jpg", "jpeg", "gif", "avif"}

// emojiFile returns the picture of an emoji as it was uploaded, whatever the extension of
// the file asks for.
func (s *Server) emojiFile(file string) (contentType string, data []byte, ok bool) {
	id, extension, _ := strings.Cut(file, ".")
	s.mu.Lock()
	applications := slices.Clone(s.applications)
	s.mu.Unlock()
	for _, a := range applications {
		contentType, data, ok = a.EmojiImage(id)
		if ok {
			return contentType, data, slices.Contains(emojiExtensions, extension)
		}
	}
	return "", nil, false
}
