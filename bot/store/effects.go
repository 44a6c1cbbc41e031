package store

import (
	"encoding/json"
	"reflect"

	"noughts/game/match"
)

// WriteEffects returns the text that the effects of a match are kept as, "" for none.
func WriteEffects(effects [2]match.Effect) string {
	if reflect.ValueOf(effects).IsZero() { // as in each save before the end
		return ""
	}
	text, _ := json.Marshal(effects) // which has nothing that could fail
	return string(text)
}

// ReadEffects reads what WriteEffects has written.
func ReadEffects(text string) (effects [2]match.Effect, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &effects)
	}
	return effects, err
}
