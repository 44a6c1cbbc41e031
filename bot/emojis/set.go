package emojis

import (
	"maps"
	"slices"

	"noughts/bot/rest"
	"noughts/render/tiles"
)

// A set is the application's tiles of all versions, by name.
type set map[string]rest.Emoji

func (s set) has(t tiles.Tile) bool {
	_, there := s[t.Name]
	return there
}

// missing returns the missing tiles of the current version, in the order of uploading.
func (s set) missing() []tiles.Tile { return slices.DeleteFunc(tiles.All(), s.has) }

// obsolete returns the tiles of versions older than the previous one, which only very old messages
// show. Emoji that a person has added are never removed, whatever their names.
func (s set) obsolete() []rest.Emoji {
	last := 0
	for name := range s {
		if v, _ := tiles.Parse(name); v < tiles.Version {
			last = max(last, v)
		}
	}
	var found []rest.Emoji
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if v, _ := tiles.Parse(name); v < last && s[name].User.Bot {
			found = append(found, s[name])
		}
	}
	return found
}
