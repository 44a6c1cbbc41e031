package match

import (
	"fmt"
	"slices"
	"time"

	"noughts/game"
)

// MaxBlocked is how many members one member may block. MaxLessons is how many finished lessons are stored for a member.
const (
	MaxBlocked = 100
	MaxLessons = 100
)

// A Member has a member's settings. The zero value, with an ID, has the defaults. It is stored as JSON under
// the names in the tags, which must never change; values that were once valid must stay valid.
type Member struct {
	ID    string `json:"-"`
	Style string `json:"style"` // how boards are drawn, a render.Style; "" for the server's setting
	// Locale is the language of private answers, by Discord's code; "" for the language of the member's Discord.
	Locale string `json:"locale"`
	Keypad Keypad `json:"keypad"` // numbering of squares
	Words  string `json:"words"`  // whether boards are described in words, for screen readers; "" for pictures
	Marks  string `json:"marks"`  // the name of the member's marks, one of render.OwnMarks; "" for X and O
	// Three settings for mentions. Mentions about turns and about expiring clocks are on by default, and mentions for
	// the daily puzzle are off.
	NoTurnPings bool `json:"no_turn_pings"`
	NoReminders bool `json:"no_reminders"`
	DailyPings  bool `json:"daily_pings"`

	Challengers     Challengers `json:"challengers"`
	ChallengeServer string      `json:"challenge_server"` // if Challengers is FromServer, the server whose members may challenge this member; else ""
	Blocked         []string    `json:"blocked"`          // blocked members, at most MaxBlocked
	Casual          bool        `json:"casual"`           // new games are unrated by default
	Unlisted        bool        `json:"unlisted"`         // the member is left out of leaderboards

	// Lessons are the names of the finished lessons, each once, at most MaxLessons. Learn adds to them.
	Lessons []string `json:"lessons"`
	// Vacations are the member's vacations of this year, the latest last. GoAway and ComeBack change them.
	Vacations []Vacation `json:"vacations"`
}

// A Keypad says how digits name the squares of a 3×3 board, and how the board's buttons are labelled.
type Keypad string

// The keypads.
const (
	PhoneKeypad   Keypad = ""        // 1 2 3 is the top row
	NumericKeypad Keypad = "numeric" // 7 8 9 is the top row, as on keyboards
	NamedSquares  Keypad = "named"   // like PhoneKeypad, and the buttons of free squares show their names
)

// The values of Member.Words.
const (
	Words          = "words"
	WordsPrivately = "words-private" // and direct messages announce the opponent's moves
)

// Valid reports whether k is one of the keypads.
func (k Keypad) Valid() bool {
	return k == PhoneKeypad || k == NumericKeypad || k == NamedSquares
}

func isWords(words string) bool { return words == "" || words == Words || words == WordsPrivately }

// Challengers says who may challenge a member.
type Challengers string

// The choices for who may challenge a member.
const (
	FromEveryone Challengers = ""
	FromServer   Challengers = "server" // from members of one server only
	FromNobody   Challengers = "nobody"
)

// Validate checks the settings. Its errors wrap ErrSettings and, if a list is too long, also ErrTooMany. Of Style,
// Locale and Marks, Validate checks only the form: unknown names are replaced by the default when they are used.
func (m Member) Validate() error {
	switch {
	case !IsSnowflake(m.ID):
		return unsettable("the id of a member is %.30q", m.ID)
	case !isName(m.Style), !isName(m.Locale), !isName(m.Marks):
		return unsettable("the style is %.40q, the language %.40q and the marks are %.40q", m.Style, m.Locale, m.Marks)
	case !m.Keypad.Valid():
		return unsettable("the keypad is %.30q", m.Keypad)
	case !isWords(m.Words):
		return unsettable("the board in words is %.30q", m.Words)
	case m.Challengers != FromEveryone && m.Challengers != FromServer && m.Challengers != FromNobody:
		return unsettable("challengers are %.30q", m.Challengers)
	case (m.Challengers == FromServer) != (m.ChallengeServer != ""), m.ChallengeServer != "" && !IsSnowflake(m.ChallengeServer):
		return unsettable("challengers are %q of the server %.30q", m.Challengers, m.ChallengeServer)
	case slices.Contains(m.Blocked, m.ID):
		return unsettable("a member blocks themselves")
	}
	if len(m.Lessons) > MaxLessons {
		return fmt.Errorf("%w: %w: %d lessons", ErrSettings, ErrTooMany, len(m.Lessons))
	}
	for i, name := range m.Lessons {
		if name == "" || !isName(name) || slices.Contains(m.Lessons[:i], name) {
			return unsettable("lesson %.40q", name)
		}
	}
	var end time.Time // of the vacation before
	for _, v := range m.Vacations {
		if v.From.Before(end) || v.Until.Before(v.From) {
			return unsettable("the vacations are %.80v", m.Vacations)
		}
		end = v.Until
	}
	return checkList("blocked members", m.Blocked, MaxBlocked)
}

// Wants reports whether the member wants to get a notice.
func (m Member) Wants(n Notice) bool {
	if n == TimeShort {
		return !m.NoReminders
	}
	return !m.NoTurnPings
}

// TakesChallenge reports whether the member `from` may challenge this member in a server, or outside servers if
// `server` is "".
func (m Member) TakesChallenge(from, server string) bool {
	return !slices.Contains(m.Blocked, from) &&
		(m.Challengers == FromEveryone || m.Challengers == FromServer && m.ChallengeServer == server)
}

// Learn records a finished lesson.
func (m *Member) Learn(lesson string) {
	if !slices.Contains(m.Lessons, lesson) && len(m.Lessons) < MaxLessons {
		m.Lessons = append(slices.Clip(m.Lessons), lesson)
	}
}

// A Look has a player's display settings, copied when the match begins. The zero Look has the default settings; the
// computer has it too.
type Look struct {
	Marks  string `json:"marks,omitempty"` // the name of the marks that the player plays with; "" for X and O
	Keypad Keypad `json:"keypad,omitempty"`
	Words  string `json:"words,omitempty"`
}

// LookOf returns the member's display settings.
func (m Member) LookOf() Look { return Look{Marks: m.Marks, Keypad: m.Keypad, Words: m.Words} }

// WithLooks sets the display settings of the players of a match, without a new version. If both players use the same
// marks, O gets the standard mark.
func (m Match) WithLooks(x, o Look) Match {
	if o.Marks == x.Marks {
		o.Marks = ""
	}
	m.Looks = [2]Look{x, o}
	return m
}

// NumericFor reports whether a member uses the numeric keypad in the match.
func (m Match) NumericFor(member string) bool { return m.lookOf(member).Keypad == NumericKeypad }

// InWords reports whether a player of the match wants the board in words.
func (m Match) InWords() bool { return m.Looks[0].Words != "" || m.Looks[1].Words != "" }

// ToldPrivately reports whether a member wants notices about the match as direct messages.
func (m Match) ToldPrivately(member string) bool { return m.lookOf(member).Words == WordsPrivately }

func (m Match) lookOf(member string) Look {
	side := m.Side(member)
	if side == game.Empty {
		return Look{}
	}
	return m.Looks[side-game.X]
}

func (l Look) valid() bool {
	return isName(l.Marks) && l.Keypad.Valid() && isWords(l.Words)
}
