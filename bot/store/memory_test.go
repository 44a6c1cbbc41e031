package store_test

import (
	"testing"

	"noughts/bot/store"
	"noughts/bot/store/storetest"
)

func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(*testing.T) store.Store { return store.NewMemory() })
}
