package discordtest

import (
	"encoding/json"
	"strings"
	"time"
	"unicode/utf8"
)

// maxEmbedText is the number of characters over all embeds of a message.
const maxEmbedText = 6000

// readEmbeds checks embeds and returns them as Discord keeps them: of those
// with the same address only the first, and none that shows nothing. Pictures
// may be files of the message.
func readEmbeds(f field, files []attachment) []json.RawMessage {
	total := 0
	out := []json.RawMessage{}
	urls := map[string]bool{}
	for _, e := range f.list(0, 10) {
		if len(e.members()) == 0 && (e.null() || e.object()) {
			e.fail("LIST_ITEM_VALUE_REQUIRED", "List item values of ModelType are required")
			continue
		}
		r := embedReader{files: files}
		kept := r.embed(e)
		total += r.length
		url, _ := kept["url"].(string)
		if !r.shows || f.form.failed || urls[url] {
			continue
		}
		urls[url] = url != ""
		raw, err := json.Marshal(kept)
		if err == nil {
			out = append(out, raw)
		}
	}
	if total > maxEmbedText {
		f.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
	return out
}

// An embedReader reads one embed.
type embedReader struct {
	files  []attachment // of the message
	length int          // characters that count
	shows  bool         // whether there is something to see but a colour or a time
}

// text reads a text of the embed; Discord drops the space around it.
func (r *embedReader) text(f field, longest int) string {
	s := strings.TrimSpace(f.text(0, longest))
	r.length += utf8.RuneCountInString(s)
	r.shows = r.shows || s != ""
	return s
}

// embed reads the embed as Discord keeps it: of the type rich whatever the bot
// said, and without what a bot cannot set, such as a video.
func (r *embedReader) embed(e field) map[string]any {
	kept := present(map[string]any{
		"title": r.text(e.get("title"), 256), "description": r.text(e.get("description"), 4096),
		"url": embedURL(e.get("url"), "http", "https"), "timestamp": embedTime(e.get("timestamp")),
		"author": r.author(e.get("author")), "footer": r.footer(e.get("footer")),
		"image": r.picture(e.get("image")), "thumbnail": r.picture(e.get("thumbnail")),
		"fields": r.fields(e.get("fields")),
	})
	e.check(unusedOfEmbeds)
	kept["type"] = "rich"
	if color := e.get("color"); !color.null() {
		kept["color"] = color.integer(0, 0xFFFFFF)
	}
	return kept
}

// present returns what is something of the members of an object.
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

func (r *embedReader) author(f field) map[string]any {
	if !f.object() {
		return nil
	}
	f.get("name").required()
	icon, proxy := r.media(f.get("icon_url"))
	return present(map[string]any{
		"name": r.text(f.get("name"), 256), "url": embedURL(f.get("url"), "http", "https"), "icon_url": icon, "proxy_icon_url": proxy,
	})
}

// footer reads the footer; without a text there is none, whatever its icon.
func (r *embedReader) footer(f field) map[string]any {
	if !f.object() {
		return nil
	}
	icon, proxy := r.media(f.get("icon_url"))
	footer := map[string]any{"text": r.text(f.get("text"), 2048), "icon_url": icon, "proxy_icon_url": proxy}
	if footer["text"] == "" {
		return nil
	}
	return present(footer)
}

func (r *embedReader) picture(f field) map[string]any {
	if !f.object() {
		return nil
	}
	f.get("url").required()
	url, proxy := r.media(f.get("url"))
	r.shows = r.shows || url != ""
	return present(map[string]any{"url": url, "proxy_url": proxy})
}

// media reads the address of a picture: that of a file of the message has its
// place on the CDN in place of its name. Other pictures are not fetched and have
// no proxy.
func (r *embedReader) media(f field) (url, proxy string) {
	url = embedURL(f, "http", "https", "attachment")
	if name, attached := strings.CutPrefix(url, "attachment://"); attached {
		if file := named(r.files, name); file != nil {
			return file.URL, file.ProxyURL
		}
	}
	return url, ""
}

func (r *embedReader) fields(f field) []any {
	var all []any
	for _, x := range f.list(0, 25) {
		if !x.object() {
			x.required()
			continue
		}
		one := map[string]any{"name": r.text(x.get("name"), 256), "value": r.text(x.get("value"), 1024), "inline": x.get("inline").boolean()}
		for _, name := range []string{"name", "value"} {
			if _, isText := x.get(name).value.(string); one[name] == "" && (isText || x.get(name).null()) {
				x.get(name).fail("BASE_TYPE_REQUIRED", "This field is required")
			}
		}
		all = append(all, one)
	}
	return all
}

// embedURL reads an address of an embed, "" when absent.
func embedURL(f field, schemes ...string) string {
	if f.null() {
		return ""
	}
	text := f.text(0, 2048)
	if _, isText := f.value.(string); isText {
		f.checkURL(text, schemes)
	}
	return text
}

// embedTimes are the forms of a point in time that embeds may have, all of ISO 8601.
var embedTimes = []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", time.DateOnly}

// embedTime reads the time of an embed, as Discord sends it; "" when absent.
func embedTime(f field) string {
	if f.null() {
		return ""
	}
	text, _ := f.value.(string)
	for _, layout := range embedTimes {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC().Format("2006-01-02T15:04:05.000000-07:00")
		}
	}
	f.fail("DATE_TIME_TYPE_PARSE", "Could not parse %v. Should be ISO8601.", f.value)
	return ""
}
