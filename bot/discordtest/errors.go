package discordtest

import (
	"errors"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/driver"
	"noughts/bot/discordtest/internal/interaction"
)

// These are the errors for actions that Discord's client would not allow, or for which it would show the user a
// failure. The methods of [Client] return errors that wrap one of them.
var (
	// ErrNotVisible means that the user does not see the message, or that it does not exist.
	ErrNotVisible = driver.ErrNotVisible
	// ErrNotThere means that the command, option, button, menu, poll or invite does not exist, or that
	// Discord's client does not offer the action here.
	ErrNotThere = driver.ErrNotThere
	// ErrDisabled means that the button or menu is disabled.
	ErrDisabled = driver.ErrDisabled
	// ErrNotAllowed means that the user is timed out or lacks a permission, that the thread is
	// archived, or that the poll has ended.
	ErrNotAllowed = driver.ErrNotAllowed
	// ErrOutdated means that the command has changed since the client read it: see Client.UseKnown.
	ErrOutdated = driver.ErrOutdated
	// ErrBadValue means that Discord's client would not send the value.
	ErrBadValue = driver.ErrBadValue
	// ErrFailed means that the bot did not answer within three seconds, or that its answer was
	// refused: "This interaction failed". The error names the refusal.
	ErrFailed = interaction.ErrFailed
)

// These errors mean that the test itself asked for something invalid, such as a second start of the server.
var (
	// ErrServing is returned by the methods that start a server, if it was already started or closed.
	ErrServing = errors.New("discordtest: the server has already been started or closed")
	// ErrEndpoint is wrapped by the errors about an interactions endpoint: Discord would not accept its URL or its
	// answers.
	ErrEndpoint = interaction.ErrEndpoint
	// ErrFault is wrapped by the errors for invalid faults.
	ErrFault = fault.ErrInvalid
	// ErrNotConnected is returned when a fault has no connection to strike.
	ErrNotConnected = fault.ErrNotConnected
)
