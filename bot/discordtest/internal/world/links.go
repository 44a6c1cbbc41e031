package world

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/bot/discordtest/object"
)

// A FileHost returns scheme and host of the addresses of files, and of pictures through Discord's proxy.
type FileHost func() (files, proxy string)

const (
	linkLife = 24 * time.Hour // the lifetime of a file's address
	linkStep = time.Hour      // addresses created in the same step are equal
)

// linkKey signs addresses. It is not secret: addresses may be the same in each run of a test.
var linkKey = []byte("discordtest")

// Place gives a file its address in the channel.
func (c *Channel) Place(a *object.Attachment) {
	host, proxy := c.World.FileHost()
	path := "/attachments/" + c.ID + "/" + a.ID + "/" + a.Filename // which has nothing to escape
	query := signature(path, time.Now())
	a.URL, a.ProxyURL = host+path+query, proxy+path+query
}

// signature returns the query of a signed address, valid for a day, like that of Discord's CDN: the times of
// its expiry and of its creation, in hexadecimal seconds, and a hash of all.
func signature(path string, now time.Time) string {
	is := now.Truncate(linkStep)
	query := fmt.Sprintf("ex=%x&is=%x", is.Add(linkLife).Unix(), is.Unix())
	return "?" + query + "&hm=" + linkHash(path, query) + "&"
}

func linkHash(path, query string) string {
	h := hmac.New(sha256.New, linkKey)
	h.Write([]byte(path + "?" + query))
	return hex.EncodeToString(h.Sum(nil))
}

// LinkWorks reports whether a file's address, as path and query, is signed and has not expired.
func LinkWorks(path string, query url.Values) bool {
	ex, is := query.Get("ex"), query.Get("is")
	end, err := strconv.ParseInt(ex, 16, 64)
	if err != nil || !time.Now().Before(time.Unix(end, 0)) {
		return false
	}
	return hmac.Equal([]byte(linkHash(path, "ex="+ex+"&is="+is)), []byte(query.Get("hm")))
}

// fileLinks matches the addresses of files in JSON, with a signature or without.
var fileLinks = regexp.MustCompile(`"https?://[^"/]+(?::\d+)?/attachments/\d+/\d+/[^"?\\]+(?:\?[^"]*)?"`)

// Linked returns the message with valid addresses of its files: those that it was sent with may have expired.
func (m *Message) Linked() object.Message {
	shown := m.Message
	if len(m.Attachments)+len(m.Embeds)+len(m.Components) == 0 {
		return shown
	}
	now := time.Now()
	shown.Attachments, shown.Embeds = m.relinkAll(m.Attachments, now), m.relinkAll(m.Embeds, now)
	shown.Components = m.relinkComponents(m.Components, now)
	return shown
}

func (m *Message) relinkAll(all []json.RawMessage, now time.Time) []json.RawMessage {
	if !slices.ContainsFunc(all, hasLink) {
		return all
	}
	out := make([]json.RawMessage, len(all))
	for i, raw := range all {
		out[i] = m.relink(raw, now)
	}
	return out
}

func hasLink(raw json.RawMessage) bool { return bytes.Contains(raw, []byte("/attachments/")) }

// relink returns JSON with all addresses of this Discord's files signed again.
func (m *Message) relink(raw json.RawMessage, now time.Time) json.RawMessage {
	if !hasLink(raw) {
		return raw
	}
	files, proxy := m.Channel.World.FileHost()
	return fileLinks.ReplaceAllFunc(raw, func(quoted []byte) []byte {
		address := strings.Trim(string(quoted), `"`)
		for _, host := range []string{files, proxy} {
			if path, ours := strings.CutPrefix(address, host+"/"); ours {
				path, _, _ = strings.Cut("/"+path, "?")
				fresh, _ := json.Marshal(host + path + signature(path, now)) // a string: always JSON
				return fresh
			}
		}
		return quoted
	})
}

// relinkComponents returns components with valid addresses: the same slice if none has a file.
func (m *Message) relinkComponents(components []object.Component, now time.Time) []object.Component {
	if !slices.ContainsFunc(components, showsFile) {
		return components
	}
	components = slices.Clone(components)
	for i := range components {
		c := &components[i]
		c.Media, c.File = m.relink(c.Media, now), m.relink(c.File, now)
		c.Items = slices.Clone(c.Items)
		for j := range c.Items {
			c.Items[j].Media = m.relink(c.Items[j].Media, now)
		}
		if c.Accessory != nil {
			c.Accessory = &m.relinkComponents([]object.Component{*c.Accessory}, now)[0]
		}
		c.Components = m.relinkComponents(c.Components, now)
	}
	return components
}

// showsFile reports whether a component, or one in it, shows a file.
func showsFile(c object.Component) bool {
	return hasLink(c.Media) || hasLink(c.File) || c.Accessory != nil && showsFile(*c.Accessory) || slices.ContainsFunc(c.Components, showsFile) ||
		slices.ContainsFunc(c.Items, func(i object.MediaItem) bool { return hasLink(i.Media) })
}
