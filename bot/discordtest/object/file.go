package object

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"slices"
	"strings"
)

// An Attachment is a file of a message as the API sends it.
type Attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Title       *string   `json:"title,omitempty"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`            // bytes
	Width       int       `json:"width,omitempty"` // pixels, of a picture
	Height      int       `json:"height,omitempty"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`
	Duration    float64   `json:"duration_secs,omitempty"` // of a voice message
	Waveform    string    `json:"waveform,omitempty"`
	Ephemeral   bool      `json:"ephemeral,omitempty"` // set for files that members send with an interaction

	Number string `json:"-"` // the n of "files[n]" in the request
}

// NewAttachment returns a file without a URL. `sent` is the file's name in the request; `content`
// may be nil if only the size is known.
func NewAttachment(id Snowflake, sent string, content []byte, size int) Attachment {
	a := Attachment{ID: id, Size: size}
	a.named(sent)
	if content != nil {
		a.ContentType = http.DetectContentType(content)
		a.measure(content)
	}
	return a
}

// Described returns a copy of the file with another description, name and title. Empty arguments change nothing.
func (a Attachment) Described(description, name, title string) *Attachment {
	if description != "" {
		a.Description = description
	}
	if name != "" {
		a.named(name)
	}
	if title != "" {
		a.Title = &title
	}
	return &a
}

// Files returns a message's files, or nil for a nil message.
func (m *Message) Files() []Attachment {
	if m == nil {
		return nil
	}
	out := make([]Attachment, len(m.Attachments))
	for i, raw := range m.Attachments {
		_ = json.Unmarshal(raw, &out[i]) // cannot fail: this package wrote the JSON
	}
	return out
}

// AttachmentJSON encodes files for Message.Attachments.
func AttachmentJSON(files []Attachment) []json.RawMessage {
	out := make([]json.RawMessage, len(files))
	for i, a := range files {
		out[i], _ = json.Marshal(a) // cannot fail: it has only strings, numbers and booleans
	}
	return out
}

// listed returns the attachments that the API sends with the message. Files that an embed or
// component shows are not among them.
func (m *Message) listed() []json.RawMessage {
	if len(m.Attachments) == 0 {
		return m.Attachments
	}
	shown := shownMedia(slices.Clone(m.Embeds), m.Components)
	out := []json.RawMessage{}
	for i, a := range m.Files() {
		address, _, _ := strings.Cut(a.URL, "?")
		url := []byte(address)
		if !slices.ContainsFunc(shown, func(raw json.RawMessage) bool { return bytes.Contains(raw, url) }) {
			out = append(out, m.Attachments[i])
		}
	}
	return out
}

// shownMedia appends the media that components show to `list`, and returns the result.
func shownMedia(list []json.RawMessage, components []Component) []json.RawMessage {
	for _, c := range components {
		list = append(list, c.Media, c.File)
		for _, item := range c.Items {
			list = append(list, item.Media)
		}
		if c.Accessory != nil {
			list = append(list, c.Accessory.Media)
		}
		list = shownMedia(list, c.Components)
	}
	return list
}

// A File is a file that a user attaches to a command or uploads in a modal.
type File struct {
	Name    string
	Size    int    // bytes; ignored with Content
	Content []byte // served at the file's URL; nil if only Size is known
}

// Length returns the size of the file in bytes.
func (f File) Length() int {
	if f.Content != nil {
		return len(f.Content)
	}
	return f.Size
}

// CanBeSent reports whether Discord's client would upload the file: it has a name and is not too large.
func (f File) CanBeSent() bool { return f.Name != "" && f.Length() >= 0 && f.Length() <= MaxAttachment }

// Is reports whether the file has one of the types: a group, such as "image", or an extension, such
// as ".pdf". An empty list allows every file. Like Discord, Is looks only at the name.
func (f File) Is(types []string) bool {
	name := strings.ToLower(f.Name)
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool {
		isGroup := FileGroups[t] != nil
		return !isGroup && strings.HasSuffix(name, strings.ToLower(t)) || slices.Contains(FileGroups[t], path.Ext(name))
	})
}

// FileGroups are the extensions in each group of file types.
var FileGroups = map[string][]string{
	"image": {".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"},
	"video": {".mp4", ".mov", ".qt", ".webm"},
	"audio": {".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"},
}
