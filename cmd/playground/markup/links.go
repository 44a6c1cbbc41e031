package markup

import (
	"strconv"
	"time"
)

// maskedLink writes a link whose text the message gives, as in [text](url).
func (w *writer) maskedLink(url string, body func()) {
	place, ok := lookUp(w.context.Link, url)
	if !ok {
		w.outward(url, body)
		return
	}
	w.put(`<a class="md-link" href="%s">`, place.URL)
	body()
	w.put("</a>")
}

// link writes a link that is a bare URL in the message. If the URL belongs to this Discord and its target is known, the
// link shows the target's name. Otherwise it shows the URL and leaves the page.
func (w *writer) link(url string) {
	if place, ok := lookUp(w.context.Link, url); ok {
		w.place("md-mention", "", place)
		return
	}
	w.outward(url, func() { w.text(url) })
}

// outward writes a link that leaves the page.
func (w *writer) outward(url string, body func()) {
	if !safeURL(url) {
		body()
		return
	}
	w.put(`<a class="md-link" href="%s" target="_blank" rel="noopener noreferrer">`, url)
	body()
	w.put("</a>")
}

func (w *writer) place(class, sign string, p Place) {
	if p.URL == "" {
		w.put(`<span class="%s">%s</span>`, class, sign+p.Name)
		return
	}
	w.put(`<a class="%s" href="%s">%s</a>`, class, p.URL, sign+p.Name)
}

func lookUp[T any](f func(string) (T, bool), id string) (T, bool) {
	if f == nil {
		var none T
		return none, false
	}
	return f(id)
}

func (w *writer) angle(n *angle) {
	switch n.kind {
	case userMention:
		w.mention("@", "unknown-user", w.context.User, n.first)
	case roleMention:
		w.mention("@", "unknown-role", w.context.Role, n.first)
	case channelMention:
		w.mention("#", "unknown", w.context.Channel, n.first)
	case commandMention:
		w.command(n.first)
	case customEmoji:
		w.customEmoji(n.first, n.second)
	case timestamp:
		w.timestamp(n)
	case quietLink:
		w.link(n.first)
	}
}

func (w *writer) mention(sign, unknown string, names func(string) (Place, bool), id string) {
	place, ok := lookUp(names, id)
	if !ok {
		place = Place{Name: unknown}
	}
	w.place("md-mention", sign, place)
}

// command writes a button that puts the command into the command line.
func (w *writer) command(name string) {
	w.put(`<button type="button" class="md-mention" data-command="%s">/%s</button>`, name, name)
}

func (w *writer) timestamp(n *angle) {
	seconds, err := strconv.ParseInt(n.first, 10, 64)
	t := time.Unix(seconds, 0).In(w.zone())
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		w.text(n.source)
		return
	}
	style := n.second
	if style == "" {
		style = "f"
	}
	w.put(`<time class="md-time" datetime="%s" data-style="%s" title="%s">%s</time>`,
		t.UTC().Format(time.RFC3339), style, FormatTime(t, "F", w.context.Now), FormatTime(t, style, w.context.Now))
}

func (w *writer) zone() *time.Location {
	if w.context.Zone == nil {
		return time.UTC
	}
	return w.context.Zone
}
