package commands

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// IsRefusal says whether an error of a Reply is of the member's doing, who has
// read why. Any other is the bot's.
func IsRefusal(err error) bool {
	key := refusalOf(err).key
	return key != texts.RefuseUnknown && key != texts.RefuseDamaged
}

// TooFast returns the private answer to a member who sends more than one member
// may.
func (c *Commands) TooFast(reader discordgo.Locale) *discordgo.InteractionResponse {
	return private(c.texts.In(string(reader)).Say(texts.RefuseTooFast)).Response
}

// TooMuch returns the private answer to a member of a server whose members
// together send more than one server may.
func (c *Commands) TooMuch(reader discordgo.Locale) *discordgo.InteractionResponse {
	return private(c.texts.In(string(reader)).Say(texts.RefuseTooMuch)).Response
}

// The errors of Matches.Create when as many matches are open as may be: for the
// member who asks, in the channel, or in the server. A FullError is one of them
// with the number.
var (
	ErrMemberFull  = errors.New("commands: the member has too many unfinished matches")
	ErrChannelFull = errors.New("commands: the channel has too many unfinished matches")
	ErrServerFull  = errors.New("commands: the server has too many unfinished matches")
)

// A FullError says that no match can be created before another one ends.
type FullError struct {
	Of   error // ErrMemberFull, ErrChannelFull or ErrServerFull
	Most int   // how many may be open
}

// Error returns the reason for the log.
func (e *FullError) Error() string { return e.Of.Error() }

// Unwrap returns Of.
func (e *FullError) Unwrap() error { return e.Of }

// refusal returns what the member reads.
func (e *FullError) refusal() *Refusal {
	key := texts.RefuseOpenMember
	switch {
	case errors.Is(e.Of, ErrChannelFull):
		key = texts.RefuseOpenChannel
	case errors.Is(e.Of, ErrServerFull):
		key = texts.RefuseOpenServer
	}
	return refuse(key, "N", e.Most).because(e)
}

// Routes returns every Path that a Reply can have but "": for counts that begin
// at zero.
func (c *Commands) Routes() []string { return c.router.patterns() }
