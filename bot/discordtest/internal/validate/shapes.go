package validate

import (
	"maps"
	"math"
	"slices"
	"strings"

	"noughts/bot/discordtest/internal/form"
)

// A Shape checks a value and notes in the form what is wrong; an absent value is always valid.
//
// Discord reads more fields than have an effect here, such as the bitrate of a voice channel. A bot that sends
// nonsense in one of them is still refused. The shapes of such fields are named UnusedOf….
type Shape func(form.Field)

// shapes are the shapes of an object's fields.
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

// textOf is a string of lo to hi characters.
func textOf(lo, hi int) Shape { return func(f form.Field) { f.Text(lo, hi) } }

// wholeOf is a whole number from lo to hi.
func wholeOf(lo, hi int64) Shape { return func(f form.Field) { f.Integer(lo, hi) } }

// floatOf is a number from lo to hi.
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

// oneOfTexts is one of some strings.
func oneOfTexts(allowed ...string) Shape {
	return func(f form.Field) {
		if s := f.Text(0, math.MaxInt32); f.Value == s && !slices.Contains(allowed, s) {
			f.Fail("BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", strings.Join(allowed, "', '"))
		}
	}
}

// oneOfNumbers is one of some whole numbers.
func oneOfNumbers(allowed ...int) Shape { return func(f form.Field) { f.OneOf(allowed...) } }

// fieldsOf checks the fields of a value that is read elsewhere as an object.
func fieldsOf(s shapes) Shape {
	names := slices.Sorted(maps.Keys(s)) // errors in one order
	return func(f form.Field) {
		for _, name := range names {
			s[name](f.Get(name))
		}
	}
}

// objectOf is an object with fields, some of them required.
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

// listOf is a list of lo to hi elements.
func listOf(lo, hi int, one Shape) Shape {
	return func(f form.Field) {
		for _, x := range f.List(lo, hi) {
			one(x)
		}
	}
}

// setOf is a list of lo to hi different elements.
func setOf(lo, hi int, one Shape) Shape {
	return func(f form.Field) {
		CheckDistinct(f)
		listOf(lo, hi, one)(f)
	}
}

// CheckDistinct notes repeated elements in a list of texts and numbers.
func CheckDistinct(f form.Field) {
	values, _ := f.Value.([]any)
	seen := map[any]bool{}
	for i, x := range f.List(0, math.MaxInt32) {
		switch values[i].(type) {
		case map[string]any, []any:
			continue // not usable as a map key, and wrong anyway
		}
		if seen[x.Value] {
			x.Fail("SET_TYPE_CONTAINS_DUPLICATES", "Value must not contain duplicates")
		}
		seen[x.Value] = true
	}
}
