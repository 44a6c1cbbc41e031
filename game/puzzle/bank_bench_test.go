package puzzle

import "testing"

// BenchmarkRead measures reading the embedded bank, which happens when the first puzzle is used.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		bank := new(Bank)
		if err := read(embedded, bank.append); err != nil {
			b.Fatal(err)
		}
	}
}
