package object

import (
	"strings"
)

// A Reaction is one emoji at a message, as a user sees it.
type Reaction struct {
	Emoji        ReactionEmoji `json:"emoji"`
	Count        int           `json:"count"`
	CountDetails ReactionCount `json:"count_details"`
	Me           bool          `json:"me"` // whether the viewer has reacted so
	MeBurst      bool          `json:"me_burst"`
	BurstColors  []string      `json:"burst_colors"`
}

// A ReactionCount tells plain reactions from super reactions, which nobody
// gives here.
type ReactionCount struct {
	Normal int `json:"normal"`
	Burst  int `json:"burst"`
}

// A ReactionEmoji is the emoji of a reaction: one of Unicode's, without an id,
// or a custom one.
type ReactionEmoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// Object returns the emoji as the API sends it of reactions.
func (e Emoji) Object() ReactionEmoji {
	o := ReactionEmoji{Name: e.Name, Animated: e.Animated}
	if e.ID != "" {
		o.ID = &e.ID
	}
	return o
}

// Same says whether two emojis are one reaction. A custom one's name may have
// changed, and Unicode's may ask for the colourful picture or not.
func (e Emoji) Same(other Emoji) bool {
	const variant = "\ufe0f"
	if e.ID != "" || other.ID != "" {
		return e.ID == other.ID
	}
	return strings.ReplaceAll(e.Name, variant, "") == strings.ReplaceAll(other.Name, variant, "")
}
