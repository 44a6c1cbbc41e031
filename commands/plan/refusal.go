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
	Option string                     // the option that is refused, which the sentence calls {{.Option}} as its reader knows it; "" for none
	Count  int                        // what it counts, 0 for a sentence that counts nothing
	Button discordgo.MessageComponent // does what can be done instead; nil for none
	Also   discordgo.MessageComponent // another button, beside Button; nil for none
	cause  error                      // nil when the key says it all
}

// Refuse returns a refusal with the arguments of its sentence.
func Refuse(key texts.Key, args ...string) *Refusal { return &Refusal{Key: key, Args: args} }

// maxValue is how much a refusal shows of what was typed.
const maxValue = 20

// RefuseOption returns the refusal of a value of an option, by its name in the declarations.
func RefuseOption(option, value string) *Refusal {
	return &Refusal{Key: texts.RefuseOption, Args: []string{"Value", Shorten(value, maxValue)}, Option: option}
}

// RefuseCount returns a refusal whose sentence depends on a number above 0, with its other
// arguments: see texts.Language.Count.
func RefuseCount(key texts.Key, n int, args ...string) *Refusal {
	return &Refusal{Key: key, Count: n, Args: args}
}

// Because returns the refusal with the error that led to it.
func (e *Refusal) Because(cause error) *Refusal {
	e.cause = cause
	return e
}

// Sentence returns what the member reads.
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

// Unwrap returns the error that led to the refusal, if any.
func (e *Refusal) Unwrap() error { return e.cause }

// ErrNoMatch is what the owner of the matches has for a match that does not exist,
// ErrDamaged for one that is stored and cannot be read.
var (
	ErrNoMatch = errors.New("no such match")
	ErrDamaged = errors.New("stored match is corrupt")
)

// ErrNoTournament is what there is for a tournament that does not exist, ErrTournamentOpen for
// a second one in a channel.
var (
	ErrNoTournament   = errors.New("no such tournament")
	ErrTournamentOpen = errors.New("the channel already has a tournament")
)

// A Full is the error for a match that cannot begin before another one ends,
// because as many are open as may be.
type Full struct {
	Of   Scope
	Most int // how many may be open
	// Challenged is whom the member has challenged, for OfChallenge and OfDeclined, and the
	// other member for OfOther.
	Challenged string
	Member     string // whose matches they are, for OfMember and OfMemberInChannel
}

// A TooSoon is the error for what the member did not long ago and may do again later.
type TooSoon struct{ Again time.Time }

// Error returns the reason for the log.
func (e *TooSoon) Error() string { return "too soon after the last time" }

// A Scope is of what there are too many matches.
type Scope uint8

// The scopes of limits on open matches.
const (
	OfMember          Scope = iota + 1
	OfChannel               // of all members
	OfServer                // of all members
	OfMemberInChannel       // as many as a menu can offer
	OfChallenge             // challenges to one other, that wait
	OfDeclined              // challenges to one other, that were declined or withdrawn today
	OfInvited               // members challenged within an hour
	OfOther                 // of another member, who is challenged
)

// Error returns the reason for the log.
func (e *Full) Error() string {
	return [...]string{
		"", "the member has too many unfinished matches", "the channel has too many unfinished matches",
		"the server has too many unfinished matches", "the member in the channel has too many unfinished matches",
		"the member has challenged the other already", "too many challenges to the other came to nothing", "the member has invited too many others", "the other member has too many unfinished matches",
	}[e.Of]
}
