package commands

import (
	"errors"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// A Refusal is an error with a sentence for the member who caused it. Every
// other error is shown to members as a general sentence only.
type Refusal struct {
	key     texts.Key
	args    []any
	cause   error    // nil when the key says it all
	refresh match.ID // a match whose board the member may see out of date, "" for none
}

// refuse returns a refusal with the arguments of its sentence.
func refuse(key texts.Key, args ...any) *Refusal { return &Refusal{key: key, args: args} }

// because returns the refusal with the error that led to it.
func (e *Refusal) because(cause error) *Refusal {
	e.cause = cause
	return e
}

// Code names the reason, for counts and tests, such as "refuse.not_your_turn".
func (e *Refusal) Code() string { return string(e.key) }

// Error returns the reason for the log.
func (e *Refusal) Error() string {
	if e.cause == nil {
		return e.Code()
	}
	return e.Code() + ": " + e.cause.Error()
}

// Unwrap returns the error that led to the refusal, if any.
func (e *Refusal) Unwrap() error { return e.cause }

// ErrNoMatch is returned by Matches.Find and Change for a match that does not
// exist.
var ErrNoMatch = errors.New("commands: no such match")

// ErrDamaged is wrapped by the errors of Matches for a stored match that cannot be
// read.
var ErrDamaged = errors.New("commands: the stored match is damaged")

// sentences says which sentence belongs to the errors of the rooms below, where
// it depends on nothing else.
var sentences = []struct {
	err error
	key texts.Key
}{
	{ErrNoMatch, texts.RefuseNoMatch},
	{ErrDamaged, texts.RefuseDamaged},
	{match.ErrSelf, texts.RefuseSelf},
	{match.ErrNotYours, texts.RefuseNotYours},
	{match.ErrNotYourTurn, texts.RefuseThinking},
	{match.ErrNotForYou, texts.RefuseNotForYou},
	{match.ErrOwnChallenge, texts.RefuseOwnChallenge},
	{match.ErrNotStarted, texts.RefuseNotStarted},
	{match.ErrStarted, texts.RefuseStarted},
	{match.ErrOver, texts.RefuseOver},
	{match.ErrTimeout, texts.RefuseTimeout},
	{match.ErrExpired, texts.RefuseExpired},
	{match.ErrNothingAsked, texts.RefuseNothingAsked},
	{match.ErrAsked, texts.RefuseAsked},
	{match.ErrAnswerFirst, texts.RefuseAnswerFirst},
	{match.ErrNoMove, texts.RefuseNoMove},
	{match.ErrNotOver, texts.RefuseNotOver},
	{game.ErrGameOver, texts.RefuseOver},
}

// refusalOf returns the refusal that an error is or leads to; one that says
// nothing in particular for an error that is not the member's doing.
func refusalOf(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	var full *FullError
	if errors.As(err, &full) {
		return full.refusal()
	}
	for _, s := range sentences {
		if errors.Is(err, s.err) {
			return refuse(s.key).because(err)
		}
	}
	return refuse(texts.RefuseUnknown).because(err)
}
