package object

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// spoilerPrefix begins the names of files that are hidden until a user opens them.
const spoilerPrefix = "SPOILER_"

// FileName returns the name that Discord gives a file: ASCII letters and digits, dots, hyphens and underscores,
// with an underscore for spaces. A name with letters that have no ASCII form becomes a random one, here a hash
// of it; its extension stays.
func FileName(sent string) string {
	name, complete := ascii(sent)
	name = strings.Trim(name, "._")
	if complete && name != "" {
		return name
	}
	prefix, _, spoiler := strings.Cut(sent, spoilerPrefix)
	hash := sha256.Sum256([]byte(sent))
	name = hex.EncodeToString(hash[:8])
	if spoiler && prefix == "" {
		name = spoilerPrefix + name
	}
	if extension, _ := ascii(path.Ext(sent)); len(extension) > 1 {
		name += extension
	}
	return name
}

// ascii returns the part of a file name that Discord keeps, and whether only accents, spaces and ASCII signs
// were removed.
func ascii(sent string) (kept string, complete bool) {
	complete = true
	words := strings.FieldsFunc(norm.NFKD.String(sent), func(r rune) bool { return strings.ContainsRune(" \t\n\r\v\f/\\", r) })
	kept = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._-", r):
			return r
		case r > '\u036f' || r >= 0x80 && r < '\u0300': // not an accent of the letter before
			complete = false
		}
		return -1
	}, strings.Join(words, "_"))
	return kept, complete
}

// named sets the name that Discord gives the file, and the title if the sent name is different.
func (a *Attachment) named(sent string) {
	a.Filename, a.Title = FileName(sent), nil
	if a.Filename != sent {
		title := strings.TrimSuffix(sent, path.Ext(sent))
		a.Title = &title
	}
}
