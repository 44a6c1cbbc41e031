package validate

import (
	"maps"
	"math"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// A shape is what a value must be. It notes in the form what is wrong; an
// absent value is always right.
//
// Discord reads more fields than change anything here: how loud a voice channel
// is, say. A bot that sends nonsense in one of them is refused all the same.
type shape func(form.Field)

// shapes are the shapes of an object's fields.
type shapes map[string]shape

// CheckShapes checks the fields of an object; that it is one is checked elsewhere.
func CheckShapes(f form.Field, s shapes) {
	for _, name := range slices.Sorted(maps.Keys(s)) { // errors in one order
		s[name](f.Get(name))
	}
}

// The shapes that are no functions of something.
var (
	yesNo       shape = func(f form.Field) { f.Boolean() }
	idText      shape = func(f form.Field) { f.Snowflake() }
	anyText     shape = func(f form.Field) { f.Text(0, math.MaxInt32) }
	anyWhole    shape = func(f form.Field) { f.Integer(math.MinInt64, math.MaxInt64) }
	pictureData shape = func(f form.Field) { ReadAvatar(f) }
	webAddress  shape = func(f form.Field) {
		if !f.Blank() {
			RequiredURL(f, 2048, "http", "https")
		}
	}
)

// textOf is a string of lo to hi characters.
func textOf(lo, hi int) shape { return func(f form.Field) { f.Text(lo, hi) } }

// WholeOf is a whole number from lo to hi.
func WholeOf(lo, hi int64) shape { return func(f form.Field) { f.Integer(lo, hi) } }

// oneOfTexts is one of some strings.
func oneOfTexts(allowed ...string) shape {
	return func(f form.Field) {
		if s := f.Text(0, math.MaxInt32); f.Value == s && !slices.Contains(allowed, s) {
			f.Fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(allowed, "', '"))
		}
	}
}

// oneOfNumbers is one of some whole numbers.
func oneOfNumbers(allowed ...int) shape { return func(f form.Field) { f.OneOf(allowed...) } }

// ObjectOf is an object with fields, of which some are required.
func ObjectOf(s shapes, required ...string) shape {
	return func(f form.Field) {
		if !f.Object() {
			return
		}
		for _, name := range required {
			f.Get(name).Required()
		}
		CheckShapes(f, s)
	}
}

// listOf is a list of lo to hi elements.
func listOf(lo, hi int, one shape) shape {
	return func(f form.Field) {
		for _, x := range f.List(lo, hi) {
			one(x)
		}
	}
}

// setOf is a list of lo to hi different elements.
func setOf(lo, hi int, one shape) shape {
	return func(f form.Field) {
		CheckDistinct(f)
		listOf(lo, hi, one)(f)
	}
}

// CheckDistinct notes elements of a list of texts and numbers that it has before.
func CheckDistinct(f form.Field) {
	values, _ := f.Value.([]any)
	seen := map[any]bool{}
	for i, x := range f.List(0, math.MaxInt32) {
		switch values[i].(type) {
		case map[string]any, []any:
			continue // which no map takes, and which is wrong anyway
		}
		if seen[x.Value] {
			x.Fail("SET_TYPE_CONTAINS_DUPLICATES", "Value must not contain duplicates")
		}
		seen[x.Value] = true
	}
}
