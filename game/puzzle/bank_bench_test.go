package puzzle

import "testing"

// The time that the first puzzle takes to load.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		bank := new(Bank)
		if err := read(embedded, bank.append); err != nil {
			b.Fatal(err)
		}
	}
}
