package object

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/gif"  // for DecodeConfig
	_ "image/jpeg" // for DecodeConfig
	_ "image/png"  // for DecodeConfig
	"net/http"
	"slices"
)

// An Attachment is a file of a message as the API sends it.
type Attachment struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description string    `json:"description,omitempty"`
	ContentType string    `json:"content_type,omitempty"`
	Size        int       `json:"size"`            // bytes
	Width       int       `json:"width,omitempty"` // pixels, of a picture
	Height      int       `json:"height,omitempty"`
	URL         string    `json:"url"`
	ProxyURL    string    `json:"proxy_url"`

	Number string `json:"-"` // the n of "files[n]" in the request
}

// NewAttachment returns a file without a URL.
func NewAttachment(id Snowflake, name string, content []byte) Attachment {
	a := Attachment{ID: id, Filename: name, Size: len(content), ContentType: http.DetectContentType(content)}
	if config, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil { // reads only the picture's header
		a.Width, a.Height = config.Width, config.Height
	}
	return a
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

// listed returns the attachments that the API sends with the message: not those that a component shows.
func (m *Message) listed() []json.RawMessage {
	if len(m.Attachments) == 0 {
		return m.Attachments
	}
	shown := shownMedia(nil, m.Components)
	out := []json.RawMessage{}
	for i, a := range m.Files() {
		url := []byte(a.URL)
		if !slices.ContainsFunc(shown, func(raw json.RawMessage) bool { return bytes.Contains(raw, url) }) {
			out = append(out, m.Attachments[i])
		}
	}
	return out
}

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
