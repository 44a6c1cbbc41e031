package discordtest

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// maxEmbedText is the number of characters over all embeds of a message.
const maxEmbedText = 6000

// readEmbeds checks embeds and returns them as Discord keeps them: of those
// with the same address only the first.
func readEmbeds(f field) []json.RawMessage {
	total := 0
	out := []json.RawMessage{}
	urls := map[string]bool{}
	for _, e := range f.list(0, 10) {
		if !e.object() {
			e.required()
			continue
		}
		total += embedText(e)
		url, _ := e.get("url").value.(string)
		if f.form.failed || urls[url] {
			continue
		}
		urls[url] = url != ""
		raw, err := json.Marshal(keptEmbed(e))
		if err == nil {
			out = append(out, raw)
		}
	}
	if total > maxEmbedText {
		f.fail("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
	return out
}

// embedText checks the parts of an embed and returns its number of characters.
func embedText(e field) int {
	n := 0
	count := func(f field, longest int) { n += utf8.RuneCountInString(strings.TrimSpace(f.text(0, longest))) }
	count(e.get("title"), 256)
	count(e.get("description"), 4096)
	count(e.get("footer").get("text"), 2048)
	count(e.get("author").get("name"), 256)
	e.get("color").integer(0, 0xFFFFFF)
	if u := e.get("url"); !u.blank() {
		requiredURL(u, 2048)
	}
	for _, part := range []string{"image", "thumbnail"} {
		if p := e.get(part); p.object() {
			requiredURL(p.get("url"), 2048, "http", "https", "attachment")
		}
	}
	for _, x := range e.get("fields").list(0, 25) {
		x.get("name").required()
		x.get("value").required()
		count(x.get("name"), 256)
		count(x.get("value"), 1024)
		x.get("inline").boolean()
	}
	return n
}

// keptEmbed returns an embed with what Discord adds to it: its type, whatever
// the bot said, and whether each field stands beside others. The embed must be good.
func keptEmbed(e field) map[string]any {
	kept := map[string]any{}
	given, _ := e.value.(map[string]any) // it is one: the embed is good
	for key, value := range given {
		kept[key] = trimmed(value)
	}
	kept["type"] = "rich"
	if fields := e.get("fields").list(0, 25); len(fields) > 0 {
		all := make([]any, len(fields))
		for i, x := range fields {
			all[i] = map[string]any{
				"name": trimmed(x.get("name").value), "value": trimmed(x.get("value").value), "inline": x.get("inline").boolean(),
			}
		}
		kept["fields"] = all
	}
	return kept
}

// trimmed returns a value of an embed with no space around its texts.
func trimmed(value any) any {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v)
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			out[key] = trimmed(inner)
		}
		return out
	}
	return value
}
