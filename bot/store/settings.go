package store

import (
	"encoding/json"
	"fmt"

	"noughts/game/match"
)

// Settings are the settings of a member or of a server, stored as one JSON text. "" is the text of unset ones.
type Settings interface {
	match.Member | match.Server
	Validate() error
}

// ReadSettings reads a text of WriteSettings. Absent fields are as in unset, which has the id. Errors:
// ErrCorrupt.
func ReadSettings[T Settings](text string, unset T) (T, error) {
	if text == "" {
		return unset, nil
	}
	read := unset
	err := json.Unmarshal([]byte(text), &read)
	if err == nil {
		err = read.Validate()
	}
	if err != nil {
		return unset, fmt.Errorf("%w: %T: %w", ErrCorrupt, unset, err)
	}
	return read, nil
}

// WriteSettings returns the text that replaces another one. Fields of that text unknown to T stay: they belong
// to a newer program, which may run at the same time. Errors: those of Validate.
func WriteSettings[T Settings](before string, settings T) (string, error) {
	if err := settings.Validate(); err != nil {
		return "", err
	}
	all := map[string]json.RawMessage{}
	fields, err := json.Marshal(settings)
	if err == nil && before != "" {
		err = json.Unmarshal([]byte(before), &all)
	}
	if err == nil {
		err = json.Unmarshal(fields, &all)
	}
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(all)
	return string(text), err
}
