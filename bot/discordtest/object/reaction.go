package object

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
