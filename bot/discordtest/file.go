package discordtest

import (
	"slices"

	"noughts/bot/discordtest/object"
)

// keptBytes is how many bytes of files the server keeps. Beyond that it drops the oldest files.
const keptBytes = 64 << 20

type keptFile struct {
	id          Snowflake
	contentType string
	data        []byte
}

// newAttachment stores a new file. Its URL is set when a message keeps it.
func (s *Server) newAttachment(name string, content []byte) object.Attachment {
	a := object.NewAttachment(s.snowflake(), name, content)
	s.files = append(s.files, keptFile{a.ID, a.ContentType, content})
	s.fileBytes += len(content)
	for s.fileBytes > keptBytes {
		s.fileBytes -= len(s.files[0].data)
		s.files = s.files[1:]
	}
	return a
}

func (s *Server) attachment(id Snowflake) (contentType string, data []byte, ok bool) {
	i := slices.IndexFunc(s.files, func(f keptFile) bool { return f.id == id })
	if i < 0 {
		return "", nil, false
	}
	return s.files[i].contentType, s.files[i].data, true
}
