package rest

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// mostDetails bounds Error.Details, in bytes.
const mostDetails = 1000

// detailsOf returns on one line what Discord says about the fields of a form, as in
// "components[0].label: Must be 80 or fewer in length.; name: This field is required".
// The tree that it sends has an object for each field and element on the way, and at the
// end a list _errors of objects with code and message.
func detailsOf(tree any) string {
	var d strings.Builder
	describe(&d, "", tree)
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, d.String())
	if len(line) > mostDetails {
		return strings.ToValidUTF8(line[:mostDetails], "") + "…"
	}
	return line
}

// describe writes what is wrong in the part of a form that is at a path.
func describe(d *strings.Builder, path string, tree any) {
	part, ok := tree.(map[string]any)
	if !ok || len(path) > mostDetails {
		return
	}
	problems, _ := part["_errors"].([]any)
	for _, p := range problems {
		problem, _ := p.(map[string]any)
		code, _ := problem["code"].(string)
		message, _ := problem["message"].(string)
		if d.Len() > mostDetails || code == "" && message == "" {
			continue
		}
		if d.Len() > 0 {
			d.WriteString("; ")
		}
		if path != "" {
			d.WriteString(path + ": ")
		}
		d.WriteString(cmp.Or(message, code))
	}
	for _, key := range slices.SortedFunc(maps.Keys(part), compareKeys) {
		describe(d, join(path, key), part[key])
	}
}

// join returns the path of a field, or of an element of a list, whose key is a number.
func join(path, key string) string {
	switch _, err := strconv.Atoi(key); {
	case err == nil:
		return path + "[" + key + "]"
	case path == "":
		return key
	}
	return path + "." + key
}

// compareKeys puts the elements of a list in their order, and fields in that of their
// names.
func compareKeys(a, b string) int {
	x, errA := strconv.Atoi(a)
	y, errB := strconv.Atoi(b)
	if errA == nil && errB == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a, b)
}
