package plan

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// A Refusal is an error with a sentence for the member whose request is refused.
type Refusal struct {
	Key    texts.Key
	Args   []string                   // arguments of the sentence, as for texts.Language.Say
	More   texts.Key                  // a further sentence, without arguments; "" for none
	Typed  string                     // what the member typed, shown as {{.Typed}}; "" for nothing. No other argument has text that a member typed
	Option string                     // name of the refused option. The sentence shows its translated name as {{.Option}}. "" for none
	Count  int                        // the number in the sentence, for its plural form; 0 for none
	Button discordgo.MessageComponent // a button that offers an alternative; nil for none
	Also   discordgo.MessageComponent // a second button; nil for none
	cause  error                      // nil for a refusal without an underlying error
}

// Refuse returns a refusal with the sentence named `key` and its arguments.
func Refuse(key texts.Key, args ...string) *Refusal { return &Refusal{Key: key, Args: args} }

// RefuseTyped returns a refusal of a text that the member typed. Its sentence quotes the text as {{.Typed}}.
func RefuseTyped(key texts.Key, typed string, args ...string) *Refusal {
	return &Refusal{Key: key, Typed: typed, Args: args}
}

// RefuseOption returns a refusal of an option's value. `option` is the option's name in the declarations.
func RefuseOption(option, value string) *Refusal {
	return &Refusal{Key: "refuse.option", Typed: value, Option: option}
}

// maxTyped is the number of characters that a refusal shows of a text typed by a member.
const maxTyped = 40

// quoted returns a text that a member typed as one line of code, isolated from the text beside it (U+2068, U+2069), so
// that it cannot mention anybody or change the sentence's look.
func quoted(typed string) string {
	visible := strings.Map(func(c rune) rune {
		switch {
		case c == '`':
			return '\''
		case unicode.IsSpace(c):
			return ' '
		case !unicode.IsPrint(c), c == unicode.ReplacementChar:
			return -1
		}
		return c
	}, typed)
	line := strings.Join(strings.Fields(visible), " ")
	return "\u2068`" + cmp.Or(Shorten(line, maxTyped), "…") + "`\u2069"
}

// RefuseCount returns a refusal whose sentence has a plural form for n, which must be above 0. `args` are the
// sentence's other arguments: see texts.Language.Count.
func RefuseCount(key texts.Key, n int, args ...string) *Refusal {
	return &Refusal{Key: key, Count: n, Args: args}
}

// Because sets the underlying error and returns the refusal.
func (e *Refusal) Because(cause error) *Refusal {
	e.cause = cause
	return e
}

// Sentence returns the sentence for the member.
func (e *Refusal) Sentence(l *texts.Language) string {
	args := slices.Clip(e.Args)
	if e.Typed != "" || e.Option != "" {
		args = append(args, "Typed", quoted(e.Typed))
	}
	if e.Option != "" {
		args = append(args, "Option", l.Say(texts.Key("option."+e.Option)))
	}
	var said string
	if e.Count > 0 {
		said = l.Count(e.Key, e.Count, args...)
	} else {
		said = l.Say(e.Key, args...)
	}
	if e.More != "" {
		said = l.Sentences([]string{said, l.Say(e.More)})
	}
	return said
}

func (e *Refusal) Error() string {
	if e.cause == nil {
		return string(e.Key)
	}
	return string(e.Key) + ": " + e.cause.Error()
}

func (e *Refusal) Unwrap() error { return e.cause }

// ErrNoMatch means that a match does not exist. ErrDamaged means that a stored match cannot be read.
var (
	ErrNoMatch = errors.New("no such match")
	ErrDamaged = errors.New("stored match is corrupt")
)

// ErrManyDrawings means that too many pictures or exports of the member are being made.
var ErrManyDrawings = errors.New("too many drawings of this member")

// ErrNoTournament means that a tournament does not exist. ErrTournamentOpen means that the channel
// already has an unfinished tournament.
var (
	ErrNoTournament   = errors.New("no such tournament")
	ErrTournamentOpen = errors.New("the channel already has a tournament")
)

// A TooSoon is the error for an action that the member may repeat only at the time Again or later.
type TooSoon struct{ Again time.Time }

func (e *TooSoon) Error() string { return "too soon after the last time" }
