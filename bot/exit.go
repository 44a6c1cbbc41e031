package bot

import (
	"context"
	"errors"
	"fmt"
)

// A ConfigError is a wrong or missing setting. Its text is one sentence that
// names the variable and never holds a secret.
type ConfigError struct {
	Variable string
	Problem  string
}

// Error returns the sentence.
func (e *ConfigError) Error() string { return e.Variable + " " + e.Problem + "." }

func wrong(variable, format string, args ...any) error {
	return &ConfigError{Variable: variable, Problem: fmt.Sprintf(format, args...)}
}

// A FatalError is Discord's last word: connecting again cannot help until
// somebody changes something. Its text is one sentence that says what.
type FatalError string

// Error returns the sentence.
func (e FatalError) Error() string { return string(e) }

// ErrToken is returned by Run when Discord does not accept the token.
const ErrToken FatalError = "Discord rejected the bot's token: copy it again from the Bot page of your " +
	"application in Discord's developer portal to DISCORD_TOKEN."

// The exit codes of a bot process.
const (
	ExitOK     = 0 // a clean stop
	ExitFailed = 1 // anything else
	ExitConfig = 2 // a wrong or missing setting: starting again will not help
)

// ExitCode returns the exit code of a process whose New or Run returned err.
func ExitCode(err error) int {
	var config *ConfigError
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return ExitOK
	case errors.As(err, &config):
		return ExitConfig
	}
	return ExitFailed
}
