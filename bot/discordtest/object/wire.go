package object

import "encoding/json"

// MarshalJSON returns the message as the API sends it.
func (m Message) MarshalJSON() ([]byte, error) { return json.Marshal(m.OnWire()) }

// A WireMessage encodes to the JSON that the API sends. Code that sends messages uses it, because for a type with the
// method MarshalJSON encoding/json processes the result a second time.
type WireMessage struct {
	plainMessage
	Components []any `json:"components"`
}

type plainMessage Message // without Message's methods, so that json.Marshal does not call MarshalJSON

// OnWire returns the message as the API sends it, without the attachments that components show.
func (m *Message) OnWire() *WireMessage {
	plain := plainMessage(*m)
	plain.Attachments = m.listed()
	return &WireMessage{plain, onWire(m.Components)}
}

func onWire(components []Component) []any {
	out := make([]any, len(components))
	for i := range components {
		out[i] = components[i].onWire()
	}
	return out
}

// onWire returns the component as the API sends it: some fields of a type are there even if they are empty.
func (c *Component) onWire() any {
	switch c.Type {
	case TypeContainer:
		return wireContainer{c, c.AccentColor, false, onWire(c.Components)}
	case TypeSection:
		w := wireSection{Component: c}
		if c.Accessory != nil {
			w.Accessory = c.Accessory.onWire()
		}
		return w
	case TypeThumbnail:
		return wireThumbnail{c, OrNull(c.Description), false}
	case TypeMediaGallery:
		w := wireGallery{Component: c}
		for _, item := range c.Items {
			w.Items = append(w.Items, wireItem{item.Media, OrNull(item.Description), false})
		}
		return w
	case TypeFile:
		return wireFile{Component: c}
	}
	return c
}

type wireContainer struct {
	*Component
	AccentColor *int  `json:"accent_color"`
	Spoiler     bool  `json:"spoiler"`
	Components  []any `json:"components"`
}

type wireSection struct {
	*Component
	Accessory any `json:"accessory"`
}

type wireThumbnail struct {
	*Component
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

type wireGallery struct {
	*Component
	Items []wireItem `json:"items"`
}

type wireItem struct {
	Media       json.RawMessage `json:"media"`
	Description *string         `json:"description"`
	Spoiler     bool            `json:"spoiler"`
}

type wireFile struct {
	*Component
	Name    *string `json:"name"`
	Size    *int    `json:"size"`
	Spoiler bool    `json:"spoiler"`
}

// OrNull returns a pointer to the text, or nil if it is empty.
func OrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
