package web

import (
	"encoding/json"
	"strings"

	"noughts/bot/discordtest"
)

func (w *componentView) thumbnail(c discordtest.Component) {
	w.Kind = "thumbnail"
	w.Pictures = []pictureView{{URL: mediaURL(c.Media), Description: c.Description, Spoiler: c.Spoiler}}
}

func (w *componentView) gallery(c discordtest.Component) {
	w.Kind = "gallery"
	for _, item := range c.Items {
		w.Pictures = append(w.Pictures, pictureView{URL: mediaURL(item.Media), Description: item.Description, Spoiler: item.Spoiler})
	}
}

func (w *componentView) file(c discordtest.Component) {
	w.Kind = "file"
	url := mediaURL(c.File)
	w.Pictures = []pictureView{{URL: url, Name: url[strings.LastIndex(url, "/")+1:]}}
}

// mediaURL returns the address of a media item, "" when it has none that a
// page may load.
func mediaURL(raw json.RawMessage) string {
	var media struct {
		URL string `json:"url"`
	}
	if json.Unmarshal(raw, &media) != nil || !strings.HasPrefix(media.URL, "http") {
		return ""
	}
	return media.URL
}

func attachments(all []json.RawMessage) []pictureView {
	var pictures []pictureView
	for _, raw := range all {
		var a struct {
			Filename    string `json:"filename"`
			Description string `json:"description"`
			ContentType string `json:"content_type"`
		}
		if json.Unmarshal(raw, &a) != nil {
			continue
		}
		p := pictureView{URL: mediaURL(raw), Description: a.Description}
		if !strings.HasPrefix(a.ContentType, "image/") {
			p.Name = a.Filename
		}
		pictures = append(pictures, p)
	}
	return pictures
}
