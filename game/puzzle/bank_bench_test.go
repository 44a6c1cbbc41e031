package puzzle

import "testing"

// What the program waits for when the first member asks for a puzzle.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		bank := new(Bank)
		if err := read(embedded, bank.append); err != nil {
			b.Fatal(err)
		}
	}
}
