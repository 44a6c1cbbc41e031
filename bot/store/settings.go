package store

import (
	"encoding/json"
	"fmt"

	"noughts/game/match"
)

// Settings are the settings of a member or of a server, stored as one JSON text. The text is "" as
// long as nothing was chosen.
type Settings interface {
	match.Member | match.Server
	Validate() error
}

// ReadSettings decodes a text of WriteSettings. Fields that the text lacks, and the id, come from `unset`. Errors:
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

// WriteSettings returns the JSON text of settings, which replaces the stored text `before`: see KeepUnknown. Errors:
// those of Validate.
func WriteSettings[T Settings](before string, settings T) (string, error) {
	if err := settings.Validate(); err != nil {
		return "", err
	}
	return KeepUnknown(before, settings)
}
