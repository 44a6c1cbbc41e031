package discordtest

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// A shape is what a value must be. It notes in the form what is wrong; an
// absent value is always right.
//
// Discord reads more fields than change anything here: how loud a voice channel
// is, say. A bot that sends nonsense in one of them is refused all the same.
type shape func(field)

// shapes are the shapes of an object's fields.
type shapes map[string]shape

// check checks the fields of an object; that it is one is checked elsewhere.
func (f field) check(s shapes) {
	for _, name := range slices.Sorted(maps.Keys(s)) { // errors in one order
		s[name](f.get(name))
	}
}

// The shapes that are no functions of something.
var (
	yesNo       shape = func(f field) { f.boolean() }
	idText      shape = func(f field) { f.snowflake() }
	anyText     shape = func(f field) { f.text(0, math.MaxInt32) }
	anyWhole    shape = func(f field) { f.integer(math.MinInt64, math.MaxInt64) }
	pictureData shape = func(f field) { readAvatar(f) }
	webAddress  shape = func(f field) {
		if !f.blank() {
			requiredURL(f, 2048, "http", "https")
		}
	}
)

// textOf is a string of lo to hi characters.
func textOf(lo, hi int) shape { return func(f field) { f.text(lo, hi) } }

// wholeOf is a whole number from lo to hi.
func wholeOf(lo, hi int64) shape { return func(f field) { f.integer(lo, hi) } }

// oneOfTexts is one of some strings.
func oneOfTexts(allowed ...string) shape {
	return func(f field) {
		if s := f.text(0, math.MaxInt32); f.value == s && !slices.Contains(allowed, s) {
			f.fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(allowed, "', '"))
		}
	}
}

// oneOfNumbers is one of some whole numbers.
func oneOfNumbers(allowed ...int) shape { return func(f field) { f.oneOf(allowed...) } }

// objectOf is an object with fields, of which some are required.
func objectOf(s shapes, required ...string) shape {
	return func(f field) {
		if !f.object() {
			return
		}
		for _, name := range required {
			f.get(name).required()
		}
		f.check(s)
	}
}

// listOf is a list of lo to hi elements.
func listOf(lo, hi int, one shape) shape {
	return func(f field) {
		for _, x := range f.list(lo, hi) {
			one(x)
		}
	}
}

// setOf is a list of lo to hi different elements.
func setOf(lo, hi int, one shape) shape {
	return func(f field) {
		f.distinct()
		listOf(lo, hi, one)(f)
	}
}

// distinct notes elements of a list of texts and numbers that it has before.
func (f field) distinct() {
	values, _ := f.value.([]any)
	seen := map[any]bool{}
	for i, x := range f.list(0, math.MaxInt32) {
		switch values[i].(type) {
		case map[string]any, []any:
			continue // which no map takes, and which is wrong anyway
		}
		if seen[x.value] {
			x.fail("SET_TYPE_CONTAINS_DUPLICATES", "Value must not contain duplicates")
		}
		seen[x.value] = true
	}
}
