package form

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/object"
)

// A Form collects the errors in one request's body.
type Form struct {
	root    tree
	failed  bool
	reading *Reader // replaces the texts that members read; nil: texts stay unchanged
}

// Failed reports whether the form has an error so far.
func (f *Form) Failed() bool { return f.failed }

// Err returns Discord's error 50035 if the form has errors, else nil.
func (f *Form) Err() error {
	if !f.failed {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: &f.root}
}

// A Field is a value somewhere in a body. Its methods read the value strictly and add errors to the form.
type Field struct {
	Form  *Form
	Value any  // nil, bool, json.Number, string, []any or map[string]any
	There bool // whether the field is present; also true for null
	path  []string
}

// Of returns a field for a value that is not a body, such as the parameters of a query.
func Of(value any) Field {
	return Field{Form: &Form{}, Value: value, There: true}
}

// Parse reads a JSON body. It refuses malformed JSON with Discord's error 50109.
func Parse(body []byte, reading *Reader) (Field, error) {
	v, err := decode(body)
	if err != nil {
		return Field{}, Refuse(http.StatusBadRequest, 50109, "The request body contains invalid JSON.")
	}
	return Field{Form: &Form{reading: reading}, Value: v, There: true}, nil
}

func decode(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return v, nil
}

// Get returns the member `name` of an object, or an absent field.
func (f Field) Get(name string) Field {
	v, there := f.Members()[name]
	return Field{Form: f.Form, path: append(slices.Clip(f.path), name), Value: v, There: there}
}

// Null reports whether the field is absent or null.
func (f Field) Null() bool { return f.Value == nil }

// Blank reports whether the field is absent, null, "", [] or 0, as some clients send that cannot omit it.
func (f Field) Blank() bool {
	switch v := f.Value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case json.Number:
		return v == "0"
	}
	return false
}

// Fail adds an error at the field's path.
func (f Field) Fail(code, format string, args ...any) {
	f.Form.failed = true
	f.Form.root.add(f.path, fieldError{Code: code, Message: fmt.Sprintf(format, args...)})
}

// Required adds an error if the field is absent or null. It reports whether the field is present.
func (f Field) Required() bool {
	if f.Null() {
		f.Fail("BASE_TYPE_REQUIRED", "This field is required")
	}
	return !f.Null()
}

// Object reports whether the field is an object. Anything else that is present is an error.
func (f Field) Object() bool {
	if f.Null() {
		return false
	}
	if f.Members() == nil {
		f.Fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return false
	}
	return true
}

// Members returns the members of an object, or nil if the field is not an object.
func (f Field) Members() map[string]any {
	m, _ := f.Value.(map[string]any)
	return m
}

// List returns the elements of an array of `lo` to `hi` elements, or nil if the field is absent.
func (f Field) List(lo, hi int) []Field {
	if f.Null() {
		return nil
	}
	values, ok := f.Value.([]any)
	if !ok {
		f.Fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	f.CheckLength(len(values), lo, hi)
	out := make([]Field, len(values))
	for i, v := range values {
		out[i] = Field{Form: f.Form, path: append(slices.Clip(f.path), strconv.Itoa(i)), Value: v, There: true}
	}
	return out
}

// CheckLength adds an error if the length n is not from `lo` to `hi`.
func (f Field) CheckLength(n, lo, hi int) {
	switch {
	case n >= lo && n <= hi:
	case lo <= 0:
		f.Fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", hi)
	default:
		f.Fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", lo, hi)
	}
}

// Text returns a string of `lo` to `hi` code points, which Discord's JSON schemas count, or "" if the field is absent.
func (f Field) Text(lo, hi int) string {
	if f.Null() {
		return ""
	}
	s, ok := f.Value.(string)
	if !ok {
		f.Fail("STRING_TYPE_CONVERT", "Could not interpret \"%v\" as string.", f.Value)
		return ""
	}
	f.CheckLength(utf8.RuneCountInString(s), lo, hi)
	return s
}

// Boolean returns a bool, or false if the field is absent.
func (f Field) Boolean() bool {
	if f.Null() {
		return false
	}
	b, ok := f.Value.(bool)
	if !ok {
		f.Fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// BooleanOr returns a bool, or `otherwise` if the field is absent.
func (f Field) BooleanOr(otherwise bool) bool {
	if f.Null() {
		return otherwise
	}
	return f.Boolean()
}

// Integer returns a whole number from `lo` to `hi`, or 0 if the field is absent.
func (f Field) Integer(lo, hi int64) int64 {
	if f.Null() {
		return 0
	}
	n, err := strconv.ParseInt(f.Digits(), 10, 64)
	switch {
	case err != nil:
		f.Fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.Value)
		return 0
	case n < lo:
		f.Fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", lo)
	case n > hi:
		f.Fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", hi)
	}
	return n
}

// IntegerOr returns a whole number from `lo` to `hi`, or `otherwise` if the field is absent.
func (f Field) IntegerOr(otherwise int, lo, hi int64) int {
	if f.Null() {
		return otherwise
	}
	return int(f.Integer(lo, hi))
}

// Digits returns the text of a number. Like Discord, it accepts a number in a string.
func (f Field) Digits() string {
	switch v := f.Value.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

// OneOf returns a whole number if it is one of `allowed`, or 0 if the field is absent.
func (f Field) OneOf(allowed ...int) int {
	if f.Null() {
		return 0
	}
	n, err := strconv.Atoi(f.Digits())
	if err != nil {
		f.Fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.Value)
		return 0
	}
	if !slices.Contains(allowed, n) {
		f.Fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", JoinInts(allowed))
		return 0
	}
	return n
}

// Snowflake returns an id, or "" if the field is absent.
func (f Field) Snowflake() object.Snowflake {
	if f.Null() {
		return ""
	}
	id := f.Digits()
	if !IsSnowflake(id) {
		f.Fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not snowflake.", f.Value)
		return ""
	}
	return id
}

// IsSnowflake reports whether a text can be an id: a decimal number of at most 64 bits.
func IsSnowflake(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}

// JoinInts lists numbers in the format of form error messages.
func JoinInts(ns []int) string {
	parts := make([]string, len(ns))
	for i, n := range ns {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}
