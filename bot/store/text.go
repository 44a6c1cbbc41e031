package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A Validator is a value that may be stored only if Validate returns nil.
type Validator interface{ Validate() error }

// ReadText decodes a text of WriteText. Fields that the text lacks come from `defaults`. `what` names the value in errors.
// Errors: ErrCorrupt.
func ReadText[T Validator](text string, defaults T, what string) (T, error) {
	read := defaults
	err := json.Unmarshal([]byte(text), &read)
	if err == nil {
		err = read.Validate()
	}
	if err != nil {
		return defaults, fmt.Errorf("%w: %s: %w", ErrCorrupt, what, err)
	}
	return read, nil
}

// WriteText returns the JSON text of a value, which replaces the stored text `before`: see KeepUnknown. Errors: those of
// Validate.
func WriteText[T Validator](before string, value T) (string, error) {
	if err := value.Validate(); err != nil {
		return "", err
	}
	return KeepUnknown(before, value)
}

// KeepUnknown returns the JSON text of a value, which replaces the stored text `before`. It keeps the fields of `before`
// that T does not have, at any depth: a newer program, which may run at the same time, has written them.
func KeepUnknown[T any](before string, value T) (string, error) {
	text, err := json.Marshal(value)
	if err != nil || before == "" {
		return string(text), err
	}
	var known T
	strict := json.NewDecoder(strings.NewReader(before))
	if strict.DisallowUnknownFields(); strict.Decode(&known) == nil {
		return string(text), nil
	}
	known = *new(T)
	if err := json.Unmarshal([]byte(before), &known); err != nil {
		return "", err
	}
	understood, err := json.Marshal(known)
	if err != nil {
		return "", err
	}
	text, err = json.Marshal(addUnknown(tree(text), tree([]byte(before)), tree(understood)))
	return string(text), err
}

// addUnknown adds to a tree of JSON what `before` has, but neither `understood` nor the tree itself.
func addUnknown(to, before, understood any) any {
	switch to := to.(type) {
	case map[string]any:
		before, _ := before.(map[string]any)
		understood, _ := understood.(map[string]any)
		for name, old := range before {
			known, isKnown := understood[name]
			if now, stays := to[name]; stays {
				to[name] = addUnknown(now, old, known)
			} else if !isKnown {
				to[name] = old
			}
		}
	case []any:
		before, _ := before.([]any)
		understood, _ := understood.([]any)
		for i := range min(len(to), len(before), len(understood)) {
			if len(before) == len(to) { // else an element may be another one than before
				to[i] = addUnknown(to[i], before[i], understood[i])
			}
		}
	}
	return to
}

func tree(text []byte) (t any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	_ = decoder.Decode(&t)
	return t
}
