package discordtest

import (
	"net/http"
	"path"
	"slices"
	"strings"
)

// A File is what a user attaches to a command or uploads in a modal.
type File struct {
	Name    string
	Size    int    // bytes; with Content its length counts
	Content []byte // what the bot finds at the file's address; nil: nothing is there
}

// size returns how many bytes the file has.
func (f File) size() int {
	if f.Content != nil {
		return len(f.Content)
	}
	return f.Size
}

// canBeSent says whether Discord's client would upload the file.
func (f File) canBeSent() bool { return f.Name != "" && f.size() >= 0 && f.size() <= maxAttachment }

// is says whether a file is of one of some types: groups, such as "image", or
// extensions, such as ".pdf". No types are all. Like Discord it looks at the
// name alone.
func (f File) is(types []string) bool {
	name := strings.ToLower(f.Name)
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool {
		isGroup := fileGroups[t] != nil
		return !isGroup && strings.HasSuffix(name, strings.ToLower(t)) || slices.Contains(fileGroups[t], path.Ext(name))
	})
}

// fileGroups are the extensions that a group of file types stands for.
var fileGroups = map[string][]string{
	"image": {".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"},
	"video": {".mp4", ".mov", ".qt", ".webm"},
	"audio": {".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"},
}

// upload takes a file that the user sends with an interaction. Callers hold s.mu.
func (c *Client) upload(f File) attachment {
	w := c.world()
	a := w.newAttachment(f.Name, f.size())
	a.Ephemeral = true
	if f.Content != nil {
		a.ContentType = http.DetectContentType(f.Content)
		w.keepFile(a, f.Content)
	}
	return a
}
