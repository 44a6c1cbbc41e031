package storetest

import "testing"

func TestMemoryLeases(t *testing.T) {
	t.Parallel()
	RunLeases(t, func(*testing.T) Leases { return NewMemoryLeases() })
}
