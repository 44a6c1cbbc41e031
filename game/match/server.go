package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaxPlaces is how many channels, and how many roles, a server's settings may list.
const MaxPlaces = 50

// MaxKeep is the maximum of Server.RetentionDays.
const MaxKeep = 3650

// A Server has a server's settings. The zero value, with an ID, has the defaults. It is stored in
// the same way as Member.
type Server struct {
	ID            string        `json:"-"`
	Channels      []string      `json:"channels"`      // channels for games, at most MaxPlaces; empty for all channels
	Roles         []string      `json:"roles"`         // roles that may play, at most MaxPlaces; empty for all members
	Threads       bool          `json:"threads"`       // each game gets its own thread
	Style         string        `json:"style"`         // how boards are drawn, a render.Style; "" for the bot's default
	Clock         time.Duration `json:"clock"`         // the default time for each move, in whole seconds; 0 for none; stored in nanoseconds
	Locale        string        `json:"locale"`        // the language, by Discord's code; "" for the server's language in Discord
	Casual        bool          `json:"casual"`        // games are unrated
	Quiet         bool          `json:"quiet"`         // no banter, no mentions about turns
	DailyChannel  string        `json:"daily_channel"` // channel for the daily puzzle, "" for none
	DailyHour     int           `json:"daily_hour"`    // hour of the day in UTC when the puzzle is posted, 0 to 23
	RetentionDays int           `json:"keep_days"`     // number of days after which moves of finished games are deleted, at most MaxKeep; 0 for never
	Season        int           `json:"season"`        // the length of the leaderboard's seasons in months: one of Seasons, 0 for none
	LogChannel    string        `json:"log_channel"`   // channel for the log of the bot's actions, "" for none
	LeaderRole    string        `json:"leader_role"`   // role for the leader of each leaderboard, "" for none
	DailyRole     string        `json:"daily_role"`    // role for last week's best player of the daily puzzle, "" for none
	ChampionRole  string        `json:"champion_role"` // role for members who have beaten the champion level, "" for none
	// DiscordLocale is what the server's language in Discord was when a setting last changed. It is used for
	// posts that do not answer an interaction.
	DiscordLocale string `json:"discord_locale"`
}

// Seasons are the possible lengths of Server.Season in months, besides 0.
var Seasons = []int{1, 3, 12}

// Validate checks the settings. Its errors wrap ErrSettings and, if a list is too long, also ErrTooMany. Validate does
// not check that the style and the languages exist, only that their names have the right form.
func (s Server) Validate() error {
	switch {
	case !IsSnowflake(s.ID):
		return unsettable("the id of a server is %.30q", s.ID)
	case !isName(s.Style), !isName(s.Locale), !isName(s.DiscordLocale):
		return unsettable("the style is %.40q and the languages %.40q and %.40q", s.Style, s.Locale, s.DiscordLocale)
	case s.Clock < 0, s.Clock%time.Second != 0:
		return unsettable("the clock is %v", s.Clock)
	case !isSnowflakeOrNone(s.DailyChannel), !isSnowflakeOrNone(s.LogChannel):
		return unsettable("the channel of the puzzle is %.30q and that of the log %.30q", s.DailyChannel, s.LogChannel)
	case !isSnowflakeOrNone(s.LeaderRole), !isSnowflakeOrNone(s.DailyRole), !isSnowflakeOrNone(s.ChampionRole):
		return unsettable("the roles that the bot gives are %.30q, %.30q and %.30q", s.LeaderRole, s.DailyRole, s.ChampionRole)
	case s.RetentionDays < 0, s.RetentionDays > MaxKeep:
		return unsettable("games are kept for %d days", s.RetentionDays)
	case s.Season != 0 && !slices.Contains(Seasons, s.Season):
		return unsettable("a season has %d months", s.Season)
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

// checkList returns an error, which names the list, for more than `most` ids, or an invalid or duplicate one.
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

// IsSnowflake reports whether a text has the form of a Discord id.
func IsSnowflake(id string) bool {
	return strings.Trim(id, digits) == "" && 0 < len(id) && len(id) <= 20 && id[0] != '0'
}

func isSnowflakeOrNone(id string) bool { return id == "" || IsSnowflake(id) }

// isName reports whether a text is "" or has the form of a style, a mark or a language.
func isName(text string) bool {
	return strings.Trim(text, digits+letters+"-_") == "" && len(text) <= 32
}

// Language returns the language code for posts in a server that do not answer an interaction, or "" if unknown.
func (s Server) Language() string { return cmp.Or(s.Locale, s.DiscordLocale) }

// GivesRoles reports whether the server has set a role for the bot to give.
func (s Server) GivesRoles() bool { return s.LeaderRole+s.DailyRole+s.ChampionRole != "" }
