package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"time"

	"noughts/cmd/playground/markup"
)

// An embedView is an embed of a message without Components V2.
type embedView struct {
	Accent      template.CSS
	Author      string
	Title       template.HTML
	URL         string
	Description template.HTML
	Fields      []embedField
	Image       string
	Thumbnail   string
	Footer      string
	Time        *time.Time
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
	} `json:"author"`
	Footer struct {
		Text string `json:"text"`
	} `json:"footer"`
	Image     json.RawMessage `json:"image"`
	Thumbnail json.RawMessage `json:"thumbnail"`
	Fields    []struct {
		Name   string `json:"name"`
		Value  string `json:"value"`
		Inline bool   `json:"inline"`
	} `json:"fields"`
}

func embeds(all []json.RawMessage, text markup.Context) []embedView {
	var views []embedView
	for _, raw := range all {
		var e embedSource
		if json.Unmarshal(raw, &e) == nil {
			views = append(views, e.view(text))
		}
	}
	return views
}

func (e embedSource) view(text markup.Context) embedView {
	v := embedView{
		Author: e.Author.Name, Title: text.HTML(e.Title), URL: e.URL, Description: text.HTML(e.Description),
		Image: mediaURL(e.Image), Thumbnail: mediaURL(e.Thumbnail), Footer: e.Footer.Text, Time: e.Timestamp,
	}
	if e.Color != nil {
		v.Accent = template.CSS(fmt.Sprintf("--accent:#%06x", *e.Color&0xFFFFFF)) // a number is safe
	}
	for _, f := range e.Fields {
		v.Fields = append(v.Fields, embedField{text.HTML(f.Name), text.HTML(f.Value), f.Inline})
	}
	return v
}
