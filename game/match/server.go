package match

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// MaxPlaces is how many channels a server may name, and how many roles.
const MaxPlaces = 50

// MaxKeep is for how many days at most the moves of games are kept, if that is not for ever.
const MaxKeep = 3650

// A Server is what those who manage a server have chosen for it. The zero value, with an ID, is
// that of a server without any choices. It is kept as Member is.
type Server struct {
	ID           string        `json:"-"`
	Channels     []string      `json:"channels"`      // where games may be played, MaxPlaces at most; everywhere if there are none
	Roles        []string      `json:"roles"`         // who may play, MaxPlaces at most; everybody if there are none
	Threads      bool          `json:"threads"`       // each game has a thread of its own
	Style        string        `json:"style"`         // how boards are drawn, a render.Style; "" for the bot's default
	Clock        time.Duration `json:"clock"`         // for each move, in whole seconds, where the members choose none; 0 for none; kept in nanoseconds
	Locale       string        `json:"locale"`        // the language, by Discord's code; "" for what Discord says of the server
	Casual       bool          `json:"casual"`        // no game is rated
	Quiet        bool          `json:"quiet"`         // no banter, and nobody is mentioned about turns
	DailyChannel string        `json:"daily_channel"` // where the daily puzzle is posted, "" for nowhere
	DailyHour    int           `json:"daily_hour"`    // when: the hour of the day in UTC, 0 to 23
	KeepDays     int           `json:"keep_days"`     // how long the moves of finished games are kept, 0 for ever, MaxKeep at most
	LogChannel   string        `json:"log_channel"`   // where the bot tells what it does, "" for nowhere
	// DiscordLocale is what Discord said of the server's language when something was last chosen:
	// for what is posted where no interaction tells it.
	DiscordLocale string `json:"discord_locale"`
}

// Validate returns an error that wraps ErrSettings, and ErrTooMany where a list is too long,
// for what nobody can have chosen for a server. Of Style and the languages it knows the form alone.
func (s Server) Validate() error {
	switch {
	case !IsSnowflake(s.ID):
		return unsettable("the id of a server is %.30q", s.ID)
	case !isName(s.Style), !isName(s.Locale), !isName(s.DiscordLocale):
		return unsettable("the style is %.40q and the languages %.40q and %.40q", s.Style, s.Locale, s.DiscordLocale)
	case s.Clock < 0, s.Clock%time.Second != 0:
		return unsettable("the clock is %v", s.Clock)
	case s.DailyChannel != "" && !IsSnowflake(s.DailyChannel), s.LogChannel != "" && !IsSnowflake(s.LogChannel):
		return unsettable("the channel of the puzzle is %.30q and that of the log %.30q", s.DailyChannel, s.LogChannel)
	case s.KeepDays < 0, s.KeepDays > MaxKeep:
		return unsettable("games are kept for %d days", s.KeepDays)
	case s.DailyHour < 0, s.DailyHour > 23:
		return unsettable("the hour of the puzzle is %d", s.DailyHour)
	}
	if err := checkList("channels", s.Channels, MaxPlaces); err != nil {
		return err
	}
	return checkList("roles", s.Roles, MaxPlaces)
}

func unsettable(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrSettings}, args...)...)
}

// checkList checks a list of ids.
func checkList(of string, ids []string, most int) error {
	if len(ids) > most {
		return fmt.Errorf("%w: %w: %d %s", ErrSettings, ErrTooMany, len(ids), of)
	}
	for i, id := range ids {
		if !IsSnowflake(id) || slices.Contains(ids[:i], id) {
			return unsettable("among the %s is %.30q, a second time or no id", of, id)
		}
	}
	return nil
}

// IsSnowflake says whether a text has the form of an id of Discord's.
func IsSnowflake(id string) bool {
	for _, c := range []byte(id) {
		if c < '0' || '9' < c {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 20 && id[0] != '0'
}

// isName says whether a text has the form of a style, of marks, or of a language, or is "".
func isName(text string) bool {
	for _, c := range []byte(text) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '_') {
			return false
		}
	}
	return len(text) <= 32
}

// Language returns the code of the bot's language for a server if no interaction there says it, ""
// if unknown.
func (s Server) Language() string { return cmp.Or(s.Locale, s.DiscordLocale) }
