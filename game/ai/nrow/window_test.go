package nrow

import (
	"testing"

	"noughts/game/ai/engine"
)

func TestWindow(t *testing.T) {
	t.Parallel()
	open := window{-engine.Infinite, engine.Infinite}
	for _, test := range []struct {
		asked, certain window
		value          value
		answered       bool
	}{
		{open, window{-10, 10}, 0, false},
		{open, window{0, 0}, 0, true},
		{window{-5, -4}, window{0, 10}, 0, true},
		{window{4, 5}, window{-10, 0}, 0, true},
		{window{4, 5}, window{-10, 5}, 0, false},
	} {
		if got, ok := test.asked.answer(test.certain); got != test.value || ok != test.answered {
			t.Errorf("%+v of %+v: %d, %t", test.asked, test.certain, got, ok)
		}
	}
	certain := window{-100, 100}
	for found, want := range map[value]bound{-100: exact, -20: atMost, 0: exact, 20: atLeast, 100: exact} {
		if got := (window{-10, 10}).bound(found, certain); got != want {
			t.Errorf("bound of %d is %d, want %d", found, got, want)
		}
	}
}
