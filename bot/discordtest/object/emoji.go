package object

import (
	"strings"
	"unicode"
)

// Emoji is the emoji of a button or a menu option, with the few fields that the API uses there.
type Emoji struct {
	ID       Snowflake `json:"id,omitempty"`
	Name     string    `json:"name,omitempty"`
	Animated bool      `json:"animated,omitempty"`
}

// Same reports whether two emojis count as the same reaction. Custom emojis are compared by id,
// because their names may change. Unicode emojis are compared without their variation selectors.
func (e Emoji) Same(other Emoji) bool {
	const variant = "\ufe0f"
	if e.ID != "" || other.ID != "" {
		return e.ID == other.ID
	}
	return strings.ReplaceAll(e.Name, variant, "") == strings.ReplaceAll(other.Name, variant, "")
}

// Object returns the emoji in the form that the API uses for reactions.
func (e Emoji) Object() ReactionEmoji {
	o := ReactionEmoji{Name: e.Name, Animated: e.Animated}
	if e.ID != "" {
		o.ID = &e.ID
	}
	return o
}

// A ReactionEmoji is the emoji of a reaction. The id is nil for a Unicode emoji.
type ReactionEmoji struct {
	ID       *Snowflake `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated,omitempty"`
}

// An ApplicationEmoji is a custom emoji of an application as the API sends it.
type ApplicationEmoji struct {
	ID            Snowflake   `json:"id"`
	Name          string      `json:"name"`
	Roles         []Snowflake `json:"roles"`
	User          UserObject  `json:"user"`
	RequireColons bool        `json:"require_colons"`
	Managed       bool        `json:"managed"`
	Animated      bool        `json:"animated"`
	Available     bool        `json:"available"`

	Image Picture `json:"-"`
}

// A Picture is the image of an emoji.
type Picture struct {
	ContentType string
	Data        []byte
}

// IsEmoji reports whether a text can be the emoji of a button. If a button has another symbol, such
// as "✗" or "▲", Discord refuses the whole message.
func IsEmoji(s string) bool {
	if keycap, ok := strings.CutSuffix(s, "\u20e3"); ok { // a keycap is a digit, # or *, then optionally U+FE0F, then U+20E3
		digit := strings.TrimSuffix(keycap, "\ufe0f")
		return len(digit) == 1 && strings.Contains("0123456789#*", digit)
	}
	before := rune(0)
	for _, r := range s {
		if !continuesEmoji(before, r) {
			return false
		}
		before = r
	}
	return before != 0
}

// continuesEmoji reports whether the rune r may follow the rune `before` within one emoji. `before` is 0 at the start.
func continuesEmoji(before, r rune) bool {
	const joiner, variant = '\u200d', '\ufe0f'
	switch {
	case before == 0, before == joiner:
		return unicode.Is(emoji, r)
	case r == joiner, r == variant:
		return true
	case r >= 0x1F3FB && r <= 0x1F3FF, r >= 0xE0020 && r <= 0xE007F: // skin tones, tags of flags
		return true
	}
	return isRegional(before) && isRegional(r)
}

// isRegional reports whether r is a regional indicator: two of them make a flag.
func isRegional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

// emoji holds the code points that Unicode's data file marks as Emoji, except those in ASCII.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00A9, 0x00A9, 1}, {0x00AE, 0x00AE, 1}, {0x203C, 0x203C, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1},
		{0x2139, 0x2139, 1}, {0x2194, 0x2199, 1}, {0x21A9, 0x21AA, 1}, {0x231A, 0x231B, 1}, {0x2328, 0x2328, 1},
		{0x23CF, 0x23CF, 1}, {0x23E9, 0x23F3, 1}, {0x23F8, 0x23FA, 1}, {0x24C2, 0x24C2, 1}, {0x25AA, 0x25AB, 1},
		{0x25B6, 0x25B6, 1}, {0x25C0, 0x25C0, 1}, {0x25FB, 0x25FE, 1}, {0x2600, 0x2604, 1}, {0x260E, 0x260E, 1},
		{0x2611, 0x2611, 1}, {0x2614, 0x2615, 1}, {0x2618, 0x2618, 1}, {0x261D, 0x261D, 1}, {0x2620, 0x2620, 1},
		{0x2622, 0x2623, 1}, {0x2626, 0x2626, 1}, {0x262A, 0x262A, 1}, {0x262E, 0x262F, 1}, {0x2638, 0x263A, 1},
		{0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2648, 0x2653, 1}, {0x265F, 0x2660, 1}, {0x2663, 0x2663, 1},
		{0x2665, 0x2666, 1}, {0x2668, 0x2668, 1}, {0x267B, 0x267B, 1}, {0x267E, 0x267F, 1}, {0x2692, 0x2697, 1},
		{0x2699, 0x2699, 1}, {0x269B, 0x269C, 1}, {0x26A0, 0x26A1, 1}, {0x26A7, 0x26A7, 1}, {0x26AA, 0x26AB, 1},
		{0x26B0, 0x26B1, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1}, {0x26C8, 0x26C8, 1}, {0x26CE, 0x26CF, 1},
		{0x26D1, 0x26D1, 1}, {0x26D3, 0x26D4, 1}, {0x26E9, 0x26EA, 1}, {0x26F0, 0x26F5, 1}, {0x26F7, 0x26FA, 1},
		{0x26FD, 0x26FD, 1}, {0x2702, 0x2702, 1}, {0x2705, 0x2705, 1}, {0x2708, 0x270D, 1}, {0x270F, 0x270F, 1},
		{0x2712, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271D, 0x271D, 1}, {0x2721, 0x2721, 1},
		{0x2728, 0x2728, 1}, {0x2733, 0x2734, 1}, {0x2744, 0x2744, 1}, {0x2747, 0x2747, 1}, {0x274C, 0x274C, 1},
		{0x274E, 0x274E, 1}, {0x2753, 0x2755, 1}, {0x2757, 0x2757, 1}, {0x2763, 0x2764, 1}, {0x2795, 0x2797, 1},
		{0x27A1, 0x27A1, 1}, {0x27B0, 0x27B0, 1}, {0x27BF, 0x27BF, 1}, {0x2934, 0x2935, 1}, {0x2B05, 0x2B07, 1},
		{0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1}, {0x3030, 0x3030, 1}, {0x303D, 0x303D, 1},
		{0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F170, 0x1F171, 1}, {0x1F17E, 0x1F17F, 1}, {0x1F18E, 0x1F18E, 1},
		{0x1F191, 0x1F19A, 1}, {0x1F1E6, 0x1F1FF, 1}, {0x1F201, 0x1F202, 1}, {0x1F21A, 0x1F21A, 1}, {0x1F22F, 0x1F22F, 1},
		{0x1F232, 0x1F23A, 1}, {0x1F250, 0x1F251, 1}, {0x1F300, 0x1F321, 1}, {0x1F324, 0x1F393, 1}, {0x1F396, 0x1F397, 1},
		{0x1F399, 0x1F39B, 1}, {0x1F39E, 0x1F3F0, 1}, {0x1F3F3, 0x1F3F5, 1}, {0x1F3F7, 0x1F4FD, 1}, {0x1F4FF, 0x1F53D, 1},
		{0x1F549, 0x1F54E, 1}, {0x1F550, 0x1F567, 1}, {0x1F56F, 0x1F570, 1}, {0x1F573, 0x1F57A, 1}, {0x1F587, 0x1F587, 1},
		{0x1F58A, 0x1F58D, 1}, {0x1F590, 0x1F590, 1}, {0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A5, 1}, {0x1F5A8, 0x1F5A8, 1},
		{0x1F5B1, 0x1F5B2, 1}, {0x1F5BC, 0x1F5BC, 1}, {0x1F5C2, 0x1F5C4, 1}, {0x1F5D1, 0x1F5D3, 1}, {0x1F5DC, 0x1F5DE, 1},
		{0x1F5E1, 0x1F5E1, 1}, {0x1F5E3, 0x1F5E3, 1}, {0x1F5E8, 0x1F5E8, 1}, {0x1F5EF, 0x1F5EF, 1}, {0x1F5F3, 0x1F5F3, 1},
		{0x1F5FA, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1}, {0x1F6CB, 0x1F6D2, 1}, {0x1F6D5, 0x1F6D7, 1}, {0x1F6DD, 0x1F6E5, 1},
		{0x1F6E9, 0x1F6E9, 1}, {0x1F6EB, 0x1F6EC, 1}, {0x1F6F0, 0x1F6F0, 1}, {0x1F6F3, 0x1F6FC, 1}, {0x1F7E0, 0x1F7EB, 1},
		{0x1F7F0, 0x1F7F0, 1}, {0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1}, {0x1F947, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1}, // all of this block, because Unicode still adds emoji to it
	},
}
