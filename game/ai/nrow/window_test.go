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
	for found, want := range map[value]engine.Bound{-100: engine.Exact, -20: engine.AtMost, 0: engine.Exact, 20: engine.AtLeast, 100: engine.Exact} {
		if got := engine.BoundOf(found, -10, 10, certain.low, certain.high); got != want {
			t.Errorf("bound of %d is %d, want %d", found, got, want)
		}
	}
}
