package web

import (
	"encoding/json"
	"html/template"
	"strings"
	"time"

	"noughts/cmd/playground/markup"
)

// An embedView is the data of an embed, in a message without Components V2.
type embedView struct {
	Accent      string // colour of the edge, such as "#3498db"; "" for none
	Author      embedName
	Title       template.HTML
	URL         string
	Description template.HTML
	Fields      []embedField
	Image       string
	Thumbnail   string
	Footer      embedName
	Time        *time.Time
}

// An embedName is the author or the footer of an embed.
type embedName struct {
	Text string
	URL  string
	Icon string // address of an image
}

type embedField struct {
	Name, Value template.HTML
	Inline      bool
}

// An embedSource is an embed as the API sends it.
type embedSource struct {
	Title       string     `json:"title"`
	URL         string     `json:"url"`
	Description string     `json:"description"`
	Color       *int       `json:"color"`
	Timestamp   *time.Time `json:"timestamp"`
	Author      struct {
		Name string `json:"name"`
		URL  string `json:"url"`
		Icon string `json:"icon_url"`
	} `json:"author"`
	Footer struct {
		Text string `json:"text"`
		Icon string `json:"icon_url"`
	} `json:"footer"`
	Image     json.RawMessage `json:"image"`
	Thumbnail json.RawMessage `json:"thumbnail"`
	Fields    []struct {
		Name   string `json:"name"`
		Value  string `json:"value"`
		Inline bool   `json:"inline"`
	} `json:"fields"`
}

// embeds returns the views of a message's embeds. `left` holds the message's files that no embed shows. The page shows
// only those files below the message.
func embeds(all, files []json.RawMessage, text markup.Context) (views []embedView, left []json.RawMessage) {
	attached := attachedFiles(files)
	for _, raw := range all {
		var e embedSource
		if json.Unmarshal(raw, &e) == nil {
			views = append(views, e.view(text, attached))
		}
	}
	for i, raw := range files {
		if !attached[i].shown {
			left = append(left, raw)
		}
	}
	return views, left
}

// An attachedFile is a file of a message with embeds.
type attachedFile struct {
	name, url string
	shown     bool // an embed shows the file
}

func attachedFiles(files []json.RawMessage) []attachedFile {
	all := make([]attachedFile, len(files))
	for i, raw := range files {
		var f struct {
			Filename string `json:"filename"`
			URL      string `json:"url"`
		}
		if json.Unmarshal(raw, &f) == nil {
			all[i] = attachedFile{name: f.Filename, url: f.URL}
		}
	}
	return all
}

// picture returns the address of an embed's image for the page. If the image is one of the message's files,
// picture marks the file as shown. An embed refers to a file as attachment://NAME, or, after an edit, by its URL.
func picture(address string, files []attachedFile) string {
	name, attached := strings.CutPrefix(address, "attachment://")
	for i, f := range files {
		if attached && f.name == name || address != "" && f.url == address {
			files[i].shown = true
			return pageURL(f.url)
		}
	}
	return pageURL(address)
}

func addressOf(media json.RawMessage) string {
	var m struct {
		URL string `json:"url"`
	}
	_ = json.Unmarshal(media, &m) // without an address there is no image
	return m.URL
}

func (e embedSource) view(text markup.Context, files []attachedFile) embedView {
	v := embedView{
		Accent: accent(e.Color), URL: e.URL, Title: text.HTML(e.Title), Description: text.HTML(e.Description),
		Author: embedName{e.Author.Name, e.Author.URL, picture(e.Author.Icon, files)},
		Footer: embedName{Text: e.Footer.Text, Icon: picture(e.Footer.Icon, files)},
		Image:  picture(addressOf(e.Image), files), Thumbnail: picture(addressOf(e.Thumbnail), files), Time: e.Timestamp,
	}
	for _, f := range e.Fields {
		v.Fields = append(v.Fields, embedField{text.HTML(f.Name), text.HTML(f.Value), f.Inline})
	}
	return v
}
