package emojis

import (
	"maps"
	"slices"

	"noughts/bot/rest"
	"noughts/render/tiles"
)

// A set is the tiles of an application, of every version, by name.
type set map[string]rest.Emoji

func (s set) has(t tiles.Tile) bool {
	_, there := s[t.Name]
	return there
}

// missing returns the tiles of the present version that are not there, in the order of
// installation.
func (s set) missing() []tiles.Tile { return slices.DeleteFunc(tiles.All(), s.has) }

// obsolete returns the tiles of the versions before the last one before the present, which only
// very old messages show. The bot never removes emoji that a person has added, whatever their
// names.
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
