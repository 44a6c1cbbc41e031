package plan

import (
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// A Refusal is an error with a sentence for the member who caused it.
type Refusal struct {
	Key    texts.Key
	Args   []string                   // of the sentence
	Option string                     // the refused option, {{.Option}} in the sentence by its name in the reader's language; "" for none
	Count  int                        // the number in a sentence that counts, 0 for none
	Button discordgo.MessageComponent // offers an alternative; nil for none
	Also   discordgo.MessageComponent // a second button; nil for none
	cause  error                      // nil for a refusal without an underlying error
}

// Refuse returns a refusal with the arguments of its sentence.
func Refuse(key texts.Key, args ...string) *Refusal { return &Refusal{Key: key, Args: args} }

// maxValue is how many characters of a typed value a refusal shows.
const maxValue = 20

// RefuseOption returns the refusal of an option's value. option is its name in the declarations.
func RefuseOption(option, value string) *Refusal {
	return &Refusal{Key: texts.RefuseOption, Args: []string{"Value", Shorten(value, maxValue)}, Option: option}
}

// RefuseCount returns a refusal whose sentence depends on a number above 0. It takes other arguments too: see
// texts.Language.Count.
func RefuseCount(key texts.Key, n int, args ...string) *Refusal {
	return &Refusal{Key: key, Count: n, Args: args}
}

// Because returns the refusal with its underlying error.
func (e *Refusal) Because(cause error) *Refusal {
	e.cause = cause
	return e
}

// Sentence returns the sentence for the member.
func (e *Refusal) Sentence(l *texts.Language) string {
	args := e.Args
	if e.Option != "" {
		args = append(slices.Clip(args), "Option", l.Say(texts.Key("option."+e.Option)))
	}
	if e.Count > 0 {
		return l.Count(e.Key, e.Count, args...)
	}
	return l.Say(e.Key, args...)
}

// Error returns the reason for the log, such as "refuse.not_your_turn".
func (e *Refusal) Error() string {
	if e.cause == nil {
		return string(e.Key)
	}
	return string(e.Key) + ": " + e.cause.Error()
}

// Unwrap returns the underlying error, if any.
func (e *Refusal) Unwrap() error { return e.cause }

// ErrNoMatch means a match that does not exist, ErrDamaged one that is stored and cannot be read.
var (
	ErrNoMatch = errors.New("no such match")
	ErrDamaged = errors.New("stored match is corrupt")
)

// ErrNoTournament means a tournament that does not exist, ErrTournamentOpen a second one in a channel.
var (
	ErrNoTournament   = errors.New("no such tournament")
	ErrTournamentOpen = errors.New("the channel already has a tournament")
)

// A Full is the error for a match that cannot begin until another one ends, because of a limit on open matches.
type Full struct {
	Of   Scope
	Most int // how many may be open
	// Challenged is the challenged member for OfChallenge and OfDeclined, and the other member for OfOther.
	Challenged string
	Member     string // the member with too many matches, for OfMember and OfMemberInChannel
}

// A TooSoon is the error for an action that the member may repeat only later.
type TooSoon struct{ Again time.Time }

// Error returns the reason for the log.
func (e *TooSoon) Error() string { return "too soon after the last time" }

// A Scope is the group of matches that a limit counts.
type Scope uint8

// The scopes of limits on open matches.
const (
	OfMember          Scope = iota + 1
	OfChannel               // of all members
	OfServer                // of all members
	OfMemberInChannel       // the limit is that of a menu
	OfChallenge             // waiting challenges to the same member
	OfDeclined              // challenges to the same member that were declined or withdrawn today
	OfInvited               // members challenged within an hour
	OfOther                 // open matches of the challenged member
)

// Error returns the reason for the log.
func (e *Full) Error() string {
	return [...]string{
		"", "the member has too many unfinished matches", "the channel has too many unfinished matches",
		"the server has too many unfinished matches", "the member in the channel has too many unfinished matches",
		"the member has challenged the other already", "too many challenges to the other came to nothing", "the member has invited too many others", "the other member has too many unfinished matches",
	}[e.Of]
}
