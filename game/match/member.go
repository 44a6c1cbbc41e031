package match

import (
	"fmt"
	"slices"
)

// MaxBlocked is how many members one may block, and MaxLessons how many lessons one may have done.
const (
	MaxBlocked = 100
	MaxLessons = 100
)

// A Member is what is kept of a member beside matches: what they have chosen for
// themselves. The zero value, with an ID, is that of one who has chosen nothing. It is kept
// as JSON by the names of the tags, which stay for ever; what was once valid must stay so.
type Member struct {
	ID    string `json:"-"`
	Style string `json:"style"` // how boards are drawn for them, a render.Style; "" for the place's
	// Locale is the language that the bot speaks with them alone, by Discord's code; "" for what
	// their Discord speaks.
	Locale string `json:"locale"`
	Keypad Keypad `json:"keypad"` // how they number squares
	Marks  string `json:"marks"`  // the name of marks that they play with, in a list of those who draw; "" for X and O
	// Notices beside boards: turns and expiring clocks unless refused, the daily puzzle if
	// requested.
	NoTurnPings bool `json:"no_turn_pings"`
	NoReminders bool `json:"no_reminders"`
	DailyPings  bool `json:"daily_pings"`

	Challengers     Challengers `json:"challengers"`
	ChallengeServer string      `json:"challenge_server"` // the one of FromServer, "" without it
	Blocked         []string    `json:"blocked"`          // members, MaxBlocked at most; Block and Unblock change it
	Casual          bool        `json:"casual"`           // their games are not rated unless they say so
	Unlisted        bool        `json:"unlisted"`         // they stay out of leaderboards

	// Lessons are the names of the lessons that they have done, each once, MaxLessons at most;
	// Learn adds to them.
	Lessons []string `json:"lessons"`
}

// A Keypad says which squares of a 3×3 board digits stand for, and whether squares show their names.
type Keypad string

// The keypads.
const (
	PhoneKeypad   Keypad = ""        // 1 2 3 is the top row
	NumericKeypad Keypad = "numeric" // 7 8 9 is, as on keyboards
	NamedSquares  Keypad = "named"   // 1 2 3 is, and boards of buttons show the names of their free squares
)

// valid reports whether there is such a keypad.
func (k Keypad) valid() bool { return k == PhoneKeypad || k == NumericKeypad || k == NamedSquares }

// Challengers says who may challenge a member.
type Challengers string

// The choices for who may challenge a member.
const (
	FromEveryone Challengers = ""
	FromServer   Challengers = "server" // in one server only
	FromNobody   Challengers = "nobody"
)

// Validate returns an error that wraps ErrSettings, and ErrTooMany where a list is too long,
// for what no member can have chosen. Of Style, Locale and Marks it knows the form alone: those
// who draw and speak take the default for a name that they do not know.
func (m Member) Validate() error {
	switch {
	case !IsSnowflake(m.ID):
		return unsettable("the id of a member is %.30q", m.ID)
	case !isName(m.Style), !isName(m.Locale), !isName(m.Marks):
		return unsettable("the style is %.40q, the language %.40q and the marks are %.40q", m.Style, m.Locale, m.Marks)
	case !m.Keypad.valid():
		return unsettable("the keypad is %.30q", m.Keypad)
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
	return checkList("blocked members", m.Blocked, MaxBlocked)
}

// Wants reports whether the member wants a notice beside the board.
func (m Member) Wants(n Notice) bool {
	if n == TimeShort {
		return !m.NoReminders
	}
	return !m.NoTurnPings
}

// TakesChallenge says whether another member may challenge this one in a server, "" for
// outside servers.
func (m Member) TakesChallenge(from, server string) bool {
	return !slices.Contains(m.Blocked, from) &&
		(m.Challengers == FromEveryone || m.Challengers == FromServer && m.ChallengeServer == server)
}

// Block adds a member to those who are blocked.
func (m *Member) Block(member string) {
	if !slices.Contains(m.Blocked, member) {
		m.Blocked = append(slices.Clip(m.Blocked), member)
	}
}

// Learn notes a lesson as done.
func (m *Member) Learn(lesson string) {
	if !slices.Contains(m.Lessons, lesson) && len(m.Lessons) < MaxLessons {
		m.Lessons = append(slices.Clip(m.Lessons), lesson)
	}
}

// Unblock takes a member from those who are blocked.
func (m *Member) Unblock(member string) {
	if i := slices.Index(m.Blocked, member); i >= 0 {
		m.Blocked = slices.Concat(m.Blocked[:i], m.Blocked[i+1:])
	}
}
