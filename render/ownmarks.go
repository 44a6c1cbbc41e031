package render

// An OwnMark is a mark that a player may play with instead of X or O.
type OwnMark struct {
	Name  string // the key it is stored under
	Emoji string
}

// OwnMarks are the marks that players choose from. They differ from each other, from X and O,
// and from all squares in their shapes, and can be seen on both of Discord's themes.
var OwnMarks = []OwnMark{
	{"star", "⭐"}, {"gem", "💎"}, {"crown", "👑"}, {"bulb", "💡"}, {"bell", "🔔"}, {"diamond", "🔶"},
	{"fox", "🦊"}, {"owl", "🦉"}, {"rabbit", "🐰"}, {"dragon", "🐲"},
}

// OwnMarkEmoji returns the emoji of a mark by its name, "" for one that does not exist, or not
// any more.
func OwnMarkEmoji(name string) string {
	for _, m := range OwnMarks {
		if m.Name == name {
			return m.Emoji
		}
	}
	return ""
}
