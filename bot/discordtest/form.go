package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A form collects what is wrong with one request's body.
type form struct {
	root    errorTree
	failed  bool
	reading *Reader // of texts that members read, nil for as they are
}

// err returns the 400 of a form with errors, nil for a good one.
func (f *form) err() error {
	if !f.failed {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, Code: codeInvalidForm, Message: "Invalid Form Body", Errors: &f.root}
}

// A field is a value somewhere in a body: it knows its path, whether it is
// there, and reads itself strictly, noting in the form what is wrong.
type field struct {
	form  *form
	path  []string
	value any // nil, bool, json.Number, string, []any or map[string]any
	there bool
}

// parseForm reads a JSON body. Malformed JSON is Discord's error 50109.
func parseForm(body []byte) (field, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if err == nil && !endsHere(d) {
		err = fmt.Errorf("more than one value")
	}
	if err != nil {
		return field{}, refuse(http.StatusBadRequest, codeInvalidJSON, "The request body contains invalid JSON.")
	}
	return field{form: &form{}, value: v, there: true}, nil
}

// endsHere says whether nothing follows the value that d has read.
func endsHere(d *json.Decoder) bool {
	_, err := d.Token()
	return err == io.EOF
}

// get returns the member of an object; of anything else, a field that is not there.
func (f field) get(name string) field {
	v, there := f.members()[name]
	return field{form: f.form, path: append(slices.Clip(f.path), name), value: v, there: there}
}

// null says whether the field is absent or null.
func (f field) null() bool { return f.value == nil }

// blank says whether the field is absent, null, "", [] or 0: sent by clients
// that cannot leave it out.
func (f field) blank() bool {
	switch v := f.value.(type) {
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

// fail notes that the field is wrong.
func (f field) fail(code, format string, args ...any) {
	f.form.failed = true
	f.form.root.add(f.path, formError{Code: code, Message: fmt.Sprintf(format, args...)})
}

// required notes it when the field is absent or null, and returns whether it is there.
func (f field) required() bool {
	if f.null() {
		f.fail("BASE_TYPE_REQUIRED", "This field is required")
	}
	return !f.null()
}

// object says whether the field is an object; absence and null are not an error.
func (f field) object() bool {
	if f.null() {
		return false
	}
	if f.members() == nil {
		f.fail("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return false
	}
	return true
}

// members returns what an object holds, nil for anything else.
func (f field) members() map[string]any {
	m, _ := f.value.(map[string]any)
	return m
}

// list returns the elements of an array of lo to hi elements.
func (f field) list(lo, hi int) []field {
	if f.null() {
		return nil
	}
	values, ok := f.value.([]any)
	if !ok {
		f.fail("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	f.checkLength(len(values), lo, hi)
	out := make([]field, len(values))
	for i, v := range values {
		out[i] = field{form: f.form, path: append(slices.Clip(f.path), strconv.Itoa(i)), value: v, there: true}
	}
	return out
}

// checkLength notes a length outside lo to hi.
func (f field) checkLength(n, lo, hi int) {
	switch {
	case n >= lo && n <= hi:
	case lo <= 0:
		f.fail("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", hi)
	default:
		f.fail("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", lo, hi)
	}
}

// text returns a string of lo to hi characters, "" when absent. Characters are
// code points: Discord's documentation does not say, its JSON schemas count so.
func (f field) text(lo, hi int) string {
	if f.null() {
		return ""
	}
	s, ok := f.value.(string)
	if !ok {
		f.fail("STRING_TYPE_CONVERT", "Could not interpret \"%v\" as string.", f.value)
		return ""
	}
	f.checkLength(utf8.RuneCountInString(s), lo, hi)
	return s
}

// boolean returns a bool, false when absent.
func (f field) boolean() bool {
	if f.null() {
		return false
	}
	b, ok := f.value.(bool)
	if !ok {
		f.fail("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// integer returns a whole number from lo to hi, 0 when absent.
func (f field) integer(lo, hi int64) int64 {
	if f.null() {
		return 0
	}
	n, err := strconv.ParseInt(f.digits(), 10, 64)
	switch {
	case err != nil:
		f.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.value)
		return 0
	case n < lo:
		f.fail("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", lo)
	case n > hi:
		f.fail("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", hi)
	}
	return n
}

// digits returns the field as it may stand for a number: Discord takes numbers
// written as strings, too.
func (f field) digits() string {
	switch v := f.value.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

// number returns a number, 0 when absent.
func (f field) number() float64 {
	if f.null() {
		return 0
	}
	x, err := strconv.ParseFloat(f.digits(), 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		f.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not float.", f.value)
	}
	return x
}

// time returns a point in time, written as ISO 8601 has it, the zero one when
// absent.
func (f field) time() time.Time {
	if f.null() {
		return time.Time{}
	}
	text, _ := f.value.(string)
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		f.fail("DATE_TIME_TYPE_PARSE", "Could not parse %v. Should be ISO8601.", f.value)
	}
	return t
}

// oneOf returns a whole number that must be one of some.
func (f field) oneOf(allowed ...int) int {
	if f.null() {
		return 0
	}
	n, err := strconv.Atoi(f.digits())
	if err != nil {
		f.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not int.", f.value)
		return 0
	}
	if !slices.Contains(allowed, n) {
		f.fail("BASE_TYPE_CHOICES", "Value must be one of {%s}.", joinInts(allowed))
		return 0
	}
	return n
}

func joinInts(ns []int) string {
	parts := make([]string, len(ns))
	for i, n := range ns {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}

// snowflake returns an id, "" when absent.
func (f field) snowflake() Snowflake {
	if f.null() {
		return ""
	}
	id := f.digits()
	if !isSnowflake(id) {
		f.fail("NUMBER_TYPE_COERCE", "Value \"%v\" is not snowflake.", f.value)
		return ""
	}
	return id
}

// isSnowflake says whether a text is an id.
func isSnowflake(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil
}
