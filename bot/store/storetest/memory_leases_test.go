package storetest

import "testing"

func TestMemoryLeases(t *testing.T) {
	t.Parallel()
	RunLeases(t, func(*testing.T) func() Leases {
		l := NewMemoryLeases()
		return func() Leases { return l.Process() }
	})
}
