package discordtest

import (
	"errors"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
)

// The reasons why a [Client] cannot do something: what Discord's client would show, or not allow at all. Errors
// of a Client wrap one of these and add the circumstances.
var (
	// ErrNotVisible means that the user does not see such a message.
	ErrNotVisible = driver.ErrNotVisible
	// ErrNotThere means that there is no such command, option, button, menu or
	// invite.
	ErrNotThere = driver.ErrNotThere
	// ErrDisabled means that the button or menu is disabled.
	ErrDisabled = driver.ErrDisabled
	// ErrNotAllowed means that the user must be silent, lacks a permission, or that
	// the thread is archived.
	ErrNotAllowed = driver.ErrNotAllowed
	// ErrOutdated means that the command has changed since the client learned of it.
	// It has learned of the new one now: see Client.UseKnown.
	ErrOutdated = driver.ErrOutdated
	// ErrBadValue means that Discord's client would not send such a value.
	ErrBadValue = driver.ErrBadValue
	// ErrFailed means that the bot did not answer within three seconds, or that its
	// answer was refused: "This interaction failed". It names the refusal.
	ErrFailed = interaction.ErrFailed
)

// Errors of tests that ask for the impossible.
var (
	// ErrServing is returned when a server is started that runs or has been closed.
	ErrServing = errors.New("discordtest: the server has already been started or closed")
	// ErrEndpoint is wrapped by the errors of interactions endpoints: for URLs and answers that Discord would
	// not accept.
	ErrEndpoint = interaction.ErrEndpoint
	// ErrFault is wrapped by the errors of faults that make no sense.
	ErrFault = fault.ErrInvalid
	// ErrNotConnected is returned when a fault has no connection to strike.
	ErrNotConnected = fault.ErrNotConnected
)
