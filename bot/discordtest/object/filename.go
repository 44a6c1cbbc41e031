package object

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// spoilerPrefix marks a file as a spoiler: clients hide it until a user opens it.
const spoilerPrefix = "SPOILER_"

// FileName returns the name that Discord gives a file. It keeps ASCII letters and digits, dots, hyphens and
// underscores, and replaces spaces by an underscore. If the sent name has characters without an ASCII form, or nothing
// would be left of it, Discord uses a random name with the same extension. FileName then uses a hash of the sent name.
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

// ascii returns the part of a file name that Discord keeps. `complete` is false if characters
// without an ASCII form were removed.
func ascii(sent string) (kept string, complete bool) {
	complete = true
	words := strings.FieldsFunc(norm.NFKD.String(sent), func(r rune) bool { return strings.ContainsRune(" \t\n\r\v\f/\\", r) })
	kept = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._-", r):
			return r
		case r > '\u036f' || r >= 0x80 && r < '\u0300': // a non-ASCII character that is not a combining accent
			complete = false
		}
		return -1
	}, strings.Join(words, "_"))
	return kept, complete
}

// named sets the name that Discord gives the file. If it differs from the sent name, the title
// keeps the sent name without its extension.
func (a *Attachment) named(sent string) {
	a.Filename, a.Title = FileName(sent), nil
	if a.Filename != sent {
		title := strings.TrimSuffix(sent, path.Ext(sent))
		a.Title = &title
	}
}
