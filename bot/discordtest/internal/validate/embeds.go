package validate

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/object"
)

// maxEmbedText is the maximum number of characters in all embeds of a message.
const maxEmbedText = 6000

// readEmbeds checks embeds and returns them as Discord stores them. If several embeds have the same URL, Discord keeps
// only the first of them. Discord also drops embeds that show nothing. `files` are the message's files, which an embed
// can show as pictures.
func readEmbeds(f form.Field, files []object.Attachment) []json.RawMessage {
	total := 0
	out := []json.RawMessage{}
	urls := map[string]bool{}
	for _, e := range f.List(0, 10) {
		if len(e.Members()) == 0 && (e.Null() || e.Object()) {
			e.Fail("LIST_ITEM_VALUE_REQUIRED", "List item values of ModelType are required")
			continue
		}
		r := embedReader{files: files}
		kept := r.embed(e)
		total += r.length
		url, _ := kept["url"].(string)
		if !r.shows || f.Form.Failed() || urls[url] {
			continue
		}
		urls[url] = url != ""
		raw, err := json.Marshal(kept)
		if err == nil {
			out = append(out, raw)
		}
	}
	if total > maxEmbedText {
		f.Fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
	return out
}

// An embedReader reads one embed.
type embedReader struct {
	files  []object.Attachment // the message's files
	length int                 // the number of characters so far
	shows  bool                // whether the embed shows more than a color, a time or a URL
}

// text reads a text of the embed. Like Discord, it trims the text.
func (r *embedReader) text(f form.Field, longest int) string {
	s := strings.TrimSpace(f.Text(0, longest))
	r.length += utf8.RuneCountInString(s)
	r.shows = r.shows || s != ""
	return s
}

// embed returns the embed as Discord stores it. The type is always rich. Fields that a bot cannot
// set, such as a video, are dropped.
func (r *embedReader) embed(e form.Field) map[string]any {
	kept := present(map[string]any{
		"title": r.text(e.Get("title"), 256), "description": r.text(e.Get("description"), 4096),
		"url": embedURL(e.Get("url"), "http", "https"), "timestamp": embedTime(e.Get("timestamp")),
		"author": r.author(e.Get("author")), "footer": r.footer(e.Get("footer")),
		"image": r.picture(e.Get("image")), "thumbnail": r.picture(e.Get("thumbnail")),
		"fields": r.fields(e.Get("fields")),
	})
	unusedOfEmbeds(e)
	kept["type"] = "rich"
	if color := e.Get("color"); !color.Null() {
		kept["color"] = color.Integer(0, 0xFFFFFF)
	}
	return kept
}

// present returns the members that are neither nil nor empty.
func present(members map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range members {
		switch v := v.(type) {
		case string:
			if v != "" {
				out[name] = v
			}
		case map[string]any:
			if len(v) > 0 {
				out[name] = v
			}
		case []any:
			if len(v) > 0 {
				out[name] = v
			}
		}
	}
	return out
}

func (r *embedReader) author(f form.Field) map[string]any {
	if !f.Object() {
		return nil
	}
	f.Get("name").Required()
	icon, proxy, _ := r.media(f.Get("icon_url"))
	return present(map[string]any{
		"name": r.text(f.Get("name"), 256), "url": embedURL(f.Get("url"), "http", "https"), "icon_url": icon, "proxy_icon_url": proxy,
	})
}

// footer reads the footer. A footer without text is dropped, even if it has an icon.
func (r *embedReader) footer(f form.Field) map[string]any {
	if !f.Object() {
		return nil
	}
	icon, proxy, _ := r.media(f.Get("icon_url"))
	footer := map[string]any{"text": r.text(f.Get("text"), 2048), "icon_url": icon, "proxy_icon_url": proxy}
	if footer["text"] == "" {
		return nil
	}
	return present(footer)
}

func (r *embedReader) picture(f form.Field) map[string]any {
	if !f.Object() {
		return nil
	}
	f.Get("url").Required()
	url, proxy, file := r.media(f.Get("url"))
	r.shows = r.shows || url != ""
	picture := present(map[string]any{"url": url, "proxy_url": proxy})
	if file != nil && file.Width > 0 {
		picture["width"], picture["height"], picture["content_type"] = file.Width, file.Height, file.ContentType
	}
	return picture
}

// media reads the URL of a picture. An attachment:// URL is replaced by the URL of the file that it
// names. Other pictures are not fetched and have no proxy URL.
func (r *embedReader) media(f form.Field) (url, proxy string, file *object.Attachment) {
	url = embedURL(f, "http", "https", "attachment")
	if name, isFile := strings.CutPrefix(url, attached); isFile {
		if file = named(r.files, name); file != nil {
			return file.URL, file.ProxyURL, file
		}
	}
	return url, "", nil
}

func (r *embedReader) fields(f form.Field) []any {
	var all []any
	for _, x := range f.List(0, 25) {
		if !x.Object() {
			x.Required()
			continue
		}
		one := map[string]any{"name": r.text(x.Get("name"), 256), "value": r.text(x.Get("value"), 1024), "inline": x.Get("inline").Boolean()}
		for _, name := range []string{"name", "value"} {
			if _, isText := x.Get(name).Value.(string); one[name] == "" && (isText || x.Get(name).Null()) {
				x.Get(name).Fail("BASE_TYPE_REQUIRED", "This field is required")
			}
		}
		all = append(all, one)
	}
	return all
}

// embedTimes are the accepted formats of times in embeds, all from ISO 8601.
var embedTimes = []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateOnly}

// embedTime reads the time of an embed and returns it in Discord's format, or "" if it is absent.
func embedTime(f form.Field) string {
	if f.Null() {
		return ""
	}
	text, _ := f.Value.(string)
	for _, layout := range embedTimes {
		if t, err := time.Parse(layout, text); err == nil {
			return object.At(t).String()
		}
	}
	f.Fail("DATE_TIME_TYPE_PARSE", "Could not parse %v. Should be ISO8601.", f.Value)
	return ""
}
