package testbot

import (
	"encoding/json"
	"fmt"
	"strings"
)

// invalidForm is the code of form errors, which have paths.
const invalidForm = 50035

// HasError checks that the body of a refusal has a code, such as "50006", or a form error at a
// path, such as "components.0.label BASE_TYPE_REQUIRED".
func HasError(body, want string) error {
	var e struct {
		Code   int
		Errors map[string]any
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		return err
	}
	path, code, isForm := strings.Cut(want, " ")
	if !isForm {
		if fmt.Sprint(e.Code) != want {
			return fmt.Errorf("code %d, want %s: %s", e.Code, want, body)
		}
		return nil
	}
	at := any(e.Errors)
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		m, _ := at.(map[string]any)
		at = m[key]
	}
	m, _ := at.(map[string]any)
	if list := fmt.Sprint(m["_errors"]); e.Code != invalidForm || !strings.Contains(list, "code:"+code+" ") {
		return fmt.Errorf("want %s: %s", want, body)
	}
	return nil
}
