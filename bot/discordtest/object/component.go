package object

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
	"strings"
)

// Component types.
const (
	TypeActionRow    = 1
	TypeButton       = 2
	TypeStringSelect = 3
	TypeTextInput    = 4
	TypeUserSelect   = 5
	TypeRoleSelect   = 6
	TypeChannel      = 8
	TypeSection      = 9
	TypeTextDisplay  = 10
	TypeThumbnail    = 11
	TypeMediaGallery = 12
	TypeFile         = 13
	TypeContainer    = 17
)

// A Component is any message component; only the fields of its type are set.
type Component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *Emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"` // of a string select
	// DefaultValues and ChannelTypes belong to menus of users, roles and channels.
	DefaultValues []DefaultValue  `json:"default_values,omitempty"`
	ChannelTypes  []int           `json:"channel_types,omitempty"`
	Content       string          `json:"content,omitempty"`
	AccentColor   *int            `json:"accent_color,omitempty"`
	Accessory     *Component      `json:"accessory,omitempty"`
	Components    []Component     `json:"components,omitempty"`
	Value         string          `json:"value,omitempty"`      // of a text input: the initial text
	Required      *bool           `json:"required,omitempty"`   // in modals
	MinLength     *int            `json:"min_length,omitempty"` // of a text input
	MaxLength     *int            `json:"max_length,omitempty"` // of a text input
	Items         []MediaItem     `json:"items,omitempty"`
	Media         json.RawMessage `json:"media,omitempty"`
	File          json.RawMessage `json:"file,omitempty"`
	Description   string          `json:"description,omitempty"`
}

// SelectOption is one option of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is a default value of a menu of users, roles or channels.
type DefaultValue struct {
	ID   Snowflake `json:"id"`
	Type string    `json:"type"` // "user", "role" or "channel"
}

// MediaItem is one picture of a media gallery.
type MediaItem struct {
	Media       json.RawMessage `json:"media"`
	Description string          `json:"description,omitempty"`
}

// FindComponent returns the component with a custom id at any depth, or nil.
func FindComponent(components []Component, customID string) *Component {
	for i := range components {
		c := &components[i]
		if c.CustomID == customID && customID != "" {
			return c
		}
		if c.Accessory != nil && c.Accessory.CustomID == customID && customID != "" {
			return c.Accessory
		}
		if found := FindComponent(c.Components, customID); found != nil {
			return found
		}
	}
	return nil
}

// DisplayedText returns the contents of all text displays in order, one per line.
func DisplayedText(components []Component) string {
	var b strings.Builder
	for _, c := range components {
		if c.Type == TypeTextDisplay {
			b.WriteString(c.Content + "\n")
		}
		b.WriteString(DisplayedText(c.Components))
	}
	return b.String()
}

type mediaObject struct {
	ID       Snowflake `json:"id"`
	URL      string    `json:"url"`
	ProxyURL string    `json:"proxy_url"`
	*mediaFile
}

type mediaFile struct {
	Attachment  Snowflake `json:"attachment_id"`
	ContentType string    `json:"content_type,omitempty"`
	Width       int       `json:"width,omitempty"`
	Height      int       `json:"height,omitempty"`
}

// MediaJSON returns the media item for a URL, which is that of the message's file `file` unless it is nil. Its id is a
// hash of the URL.
func MediaJSON(url string, file *Attachment) json.RawMessage {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url)) // a hash never fails
	o := mediaObject{ID: strconv.FormatUint(h.Sum64()>>1, 10), URL: url, ProxyURL: url}
	if file != nil {
		o.ProxyURL, o.mediaFile = file.ProxyURL, &mediaFile{file.ID, file.ContentType, file.Width, file.Height}
	}
	raw, _ := json.Marshal(o) // cannot fail: it has only strings and numbers
	return raw
}
