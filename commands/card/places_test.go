package card

import (
	"testing"

	"noughts/commands/texts"
)

// TestPlacesAreKnownByName checks that PlaceNamed finds every name of a place in every language. It must return the
// right place for a member who uses the language of the name, and any place for a member who uses English.
func TestPlacesAreKnownByName(t *testing.T) {
	t.Parallel()
	all := texts.Load()
	for _, l := range all.Languages() {
		for i := range 9 {
			name := boardName(l, i)
			if place, ok := PlaceNamed(all, l, name); !ok || place != i {
				t.Errorf("%s: %q is place %d, want %d", l.Code(), name, place, i)
			}
			if _, ok := PlaceNamed(all, all.ForLocale(texts.Default), name); !ok {
				t.Errorf("%s: %q is no place to others", l.Code(), name)
			}
		}
	}
	if _, ok := PlaceNamed(all, all.ForLocale(texts.Default), "b2"); ok {
		t.Error("b2 is a place")
	}
}
