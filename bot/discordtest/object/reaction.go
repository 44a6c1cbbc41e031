package object

// A Reaction is one emoji on a message, as a user sees it.
type Reaction struct {
	Emoji        ReactionEmoji `json:"emoji"`
	Count        int           `json:"count"`
	CountDetails ReactionCount `json:"count_details"`
	Me           bool          `json:"me"` // whether the viewer reacted with the emoji
	MeBurst      bool          `json:"me_burst"`
	BurstColors  []string      `json:"burst_colors"`
}

// A ReactionCount counts plain and super reactions. The emulator has no super reactions, so Burst is 0.
type ReactionCount struct {
	Normal int `json:"normal"`
	Burst  int `json:"burst"`
}
