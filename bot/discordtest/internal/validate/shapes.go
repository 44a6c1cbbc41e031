package validate

import (
	"maps"
	"math"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// A Shape checks a value and adds errors to the form. It accepts an absent value.
//
// Discord also checks fields that have no effect in the emulator, such as the bitrate of a voice channel. The emulator
// must refuse invalid values in these fields too. The shapes for such fields are named UnusedOf….
type Shape func(form.Field)

// shapes maps the names of an object's fields to their shapes.
type shapes map[string]Shape

// Shapes without parameters.
var (
	yesNo       Shape = func(f form.Field) { f.Boolean() }
	idText      Shape = func(f form.Field) { f.Snowflake() }
	anyText     Shape = func(f form.Field) { f.Text(0, math.MaxInt32) }
	anyWhole    Shape = func(f form.Field) { f.Integer(math.MinInt64, math.MaxInt64) }
	pictureData Shape = func(f form.Field) { ReadAvatar(f) }
	webAddress  Shape = func(f form.Field) {
		if !f.Blank() {
			RequiredURL(f, 2048, "http", "https")
		}
	}
)

// textOf accepts a string of lo to hi characters.
func textOf(lo, hi int) Shape { return func(f form.Field) { f.Text(lo, hi) } }

// wholeOf accepts a whole number from lo to hi.
func wholeOf(lo, hi int64) Shape { return func(f form.Field) { f.Integer(lo, hi) } }

// floatOf accepts a number from lo to hi.
func floatOf(lo, hi float64) Shape {
	return func(f form.Field) {
		switch x := f.Number(); {
		case f.Null():
		case x < lo:
			f.Fail("NUMBER_TYPE_MIN", "float value should be greater than or equal to %v.", lo)
		case x > hi:
			f.Fail("NUMBER_TYPE_MAX", "float value should be less than or equal to %v.", hi)
		}
	}
}

// oneOfTexts accepts one of the given strings.
func oneOfTexts(allowed ...string) Shape {
	return func(f form.Field) {
		if s := f.Text(0, math.MaxInt32); f.Value == s && !slices.Contains(allowed, s) {
			f.Fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(allowed, "', '"))
		}
	}
}

// oneOfNumbers accepts one of the given whole numbers.
func oneOfNumbers(allowed ...int) Shape { return func(f form.Field) { f.OneOf(allowed...) } }

// fieldsOf checks the fields of an object. Other code checks that the value is an object.
func fieldsOf(s shapes) Shape {
	names := slices.Sorted(maps.Keys(s)) // so that errors always have the same order
	return func(f form.Field) {
		for _, name := range names {
			s[name](f.Get(name))
		}
	}
}

// objectOf accepts an object with the given fields. The fields named in `required` must be present.
func objectOf(s shapes, required ...string) Shape {
	fields := fieldsOf(s)
	return func(f form.Field) {
		if !f.Object() {
			return
		}
		for _, name := range required {
			f.Get(name).Required()
		}
		fields(f)
	}
}

// listOf accepts a list of lo to hi elements.
func listOf(lo, hi int, one Shape) Shape {
	return func(f form.Field) {
		for _, x := range f.List(lo, hi) {
			one(x)
		}
	}
}

// setOf accepts a list of lo to hi different elements.
func setOf(lo, hi int, one Shape) Shape {
	return func(f form.Field) {
		CheckDistinct(f)
		listOf(lo, hi, one)(f)
	}
}

// CheckDistinct adds an error for each repeated text or number in a list.
func CheckDistinct(f form.Field) {
	values, _ := f.Value.([]any)
	seen := map[any]bool{}
	for i, x := range f.List(0, math.MaxInt32) {
		switch values[i].(type) {
		case map[string]any, []any:
			continue // cannot be a map key; the caller's check refuses it
		}
		if seen[x.Value] {
			x.Fail("SET_TYPE_CONTAINS_DUPLICATES", "Value must not contain duplicates")
		}
		seen[x.Value] = true
	}
}
