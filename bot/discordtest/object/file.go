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
	Ephemeral   bool      `json:"ephemeral,omitempty"` // what members send with an interaction is

	Number string `json:"-"` // n of "files[n]" while it is being sent
}

// NewAttachment returns a file that was sent with a name, which has no address yet.
// content is nil where there is none, only a size.
func NewAttachment(id Snowflake, sent string, content []byte, size int) Attachment {
	a := Attachment{ID: id, Size: size}
	a.named(sent)
	if content != nil {
		a.ContentType = http.DetectContentType(content)
		a.measure(content)
	}
	return a
}

// Described returns a copy of the file with a description, a name and a title, unless
// those are empty.
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

// Files returns a message's files, none of nil.
func (m *Message) Files() []Attachment {
	if m == nil {
		return nil
	}
	out := make([]Attachment, len(m.Attachments))
	for i, raw := range m.Attachments {
		_ = json.Unmarshal(raw, &out[i]) // made by this package
	}
	return out
}

// AttachmentJSON returns files as messages hold them.
func AttachmentJSON(files []Attachment) []json.RawMessage {
	out := make([]json.RawMessage, len(files))
	for i, a := range files {
		out[i], _ = json.Marshal(a) // plain values: always JSON
	}
	return out
}

// listed returns the files of a message that its list of them names on the
// wire: those that its embeds and components show are not in it.
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

// shownMedia adds to a list what components show of media.
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

// A File is what a user attaches to a command or uploads in a modal.
type File struct {
	Name    string
	Size    int    // bytes; with Content its length counts
	Content []byte // what the bot finds at the file's address; nil: nothing is there
}

// Length returns how many bytes the file has.
func (f File) Length() int {
	if f.Content != nil {
		return len(f.Content)
	}
	return f.Size
}

// CanBeSent says whether Discord's client would upload the file.
func (f File) CanBeSent() bool { return f.Name != "" && f.Length() >= 0 && f.Length() <= MaxAttachment }

// Is says whether a file is of one of some types: groups, such as "image", or
// extensions, such as ".pdf". No types are all. Like Discord it looks at the
// name alone.
func (f File) Is(types []string) bool {
	name := strings.ToLower(f.Name)
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool {
		isGroup := FileGroups[t] != nil
		return !isGroup && strings.HasSuffix(name, strings.ToLower(t)) || slices.Contains(FileGroups[t], path.Ext(name))
	})
}

// FileGroups are the extensions that a group of file types stands for.
var FileGroups = map[string][]string{
	"image": {".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"},
	"video": {".mp4", ".mov", ".qt", ".webm"},
	"audio": {".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"},
}
