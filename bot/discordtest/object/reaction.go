package object

// A Reaction is one emoji on a message, as a user sees it.
type Reaction struct {
	Emoji        ReactionEmoji `json:"emoji"`
	Count        int           `json:"count"`
	CountDetails ReactionCount `json:"count_details"`
	Me           bool          `json:"me"` // whether the viewer has given it
	MeBurst      bool          `json:"me_burst"`
	BurstColors  []string      `json:"burst_colors"`
}

// A ReactionCount counts plain reactions and super reactions, of which there are none here.
type ReactionCount struct {
	Normal int `json:"normal"`
	Burst  int `json:"burst"`
}
