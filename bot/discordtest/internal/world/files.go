package world

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// keptBytes is how many bytes of files the server keeps. Beyond that it drops the oldest files.
const keptBytes = 64 << 20

// A keptFile is the content of an attachment.
type keptFile struct {
	id          object.Snowflake
	contentType string
	data        []byte
}

// keepFile stores the content of an attachment. Callers hold the world's lock.
func (w *World) keepFile(a object.Attachment, data []byte) {
	w.files = append(w.files, keptFile{a.ID, a.ContentType, data})
	w.fileBytes += len(data)
	for w.fileBytes > keptBytes {
		w.fileBytes -= len(w.files[0].data)
		w.files = w.files[1:]
	}
}

// Attachment returns the content of an attachment and its content type, such as "image/png". `ok`
// is false if there is no such file, or if the file was dropped: only the newest 64 MiB are kept.
// `data` must not be modified. Attachment takes the world's lock.
func (w *World) Attachment(id object.Snowflake) (contentType string, data []byte, ok bool) {
	w.Lock()
	defer w.Unlock()
	i := slices.IndexFunc(w.files, func(f keptFile) bool { return f.id == id })
	if i < 0 {
		return "", nil, false
	}
	return w.files[i].contentType, w.files[i].data, true
}

// NewAttachment returns a new file that was sent under the given name. It stores the content, unless content is nil.
// Channel.Place sets the file's URLs. Callers hold the world's lock.
func (w *World) NewAttachment(name string, content []byte, size int) object.Attachment {
	a := object.NewAttachment(w.Snowflake(), name, content, size)
	if content != nil {
		w.keepFile(a, content)
	}
	return a
}
