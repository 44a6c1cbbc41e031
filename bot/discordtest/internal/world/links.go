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

// A FileHost returns the scheme and host for URLs of files, and for URLs of Discord's picture proxy.
type FileHost func() (files, proxy string)

const (
	linkLife = 24 * time.Hour // how long a file's URL is valid, counted from the last full hour
	linkStep = time.Hour      // URLs of a file that are created in the same hour are equal
)

// linkKey signs URLs. It is not secret, so URLs can be the same in each run of a test.
var linkKey = []byte("discordtest")

// Place sets the URLs of a file in the channel.
func (c *Channel) Place(a *object.Attachment) {
	host, proxy := c.World.FileHost()
	path := "/attachments/" + c.ID + "/" + a.ID + "/" + a.Filename // contains nothing that needs escaping
	query := signature(path, time.Now())
	a.URL, a.ProxyURL = host+path+query, proxy+path+query
}

// signature returns the query that signs the URL of a file, in the form of Discord's CDN: the times of expiry and of
// creation, as hexadecimal seconds, and a hash. The URL is valid for 23 to 24 hours.
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

// LinkWorks reports whether the URL of a file, given as path and query, is signed and has not expired.
func LinkWorks(path string, query url.Values) bool {
	ex, is := query.Get("ex"), query.Get("is")
	end, err := strconv.ParseInt(ex, 16, 64)
	if err != nil || !time.Now().Before(time.Unix(end, 0)) {
		return false
	}
	return hmac.Equal([]byte(linkHash(path, "ex="+ex+"&is="+is)), []byte(query.Get("hm")))
}

// fileLinks matches URLs of files in JSON, signed or not.
var fileLinks = regexp.MustCompile(`"https?://[^"/]+(?::\d+)?/attachments/\d+/\d+/[^"?\\]+(?:\?[^"]*)?"`)

// Linked returns the message with newly signed URLs of its files, because the old URLs may have expired.
func (m *Message) Linked() object.Message {
	shown := m.Message
	if len(m.Attachments)+len(m.Components) == 0 {
		return shown
	}
	now := time.Now()
	shown.Attachments = m.relinkAll(m.Attachments, now)
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

// relink returns JSON with all URLs of this server's files newly signed.
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

// relinkComponents returns components with newly signed URLs. If no component shows a file, it returns the same slice.
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

// showsFile reports whether a component, or a component inside it, shows a file.
func showsFile(c object.Component) bool {
	return hasLink(c.Media) || hasLink(c.File) || c.Accessory != nil && showsFile(*c.Accessory) || slices.ContainsFunc(c.Components, showsFile) ||
		slices.ContainsFunc(c.Items, func(i object.MediaItem) bool { return hasLink(i.Media) })
}
