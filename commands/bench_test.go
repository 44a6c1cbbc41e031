package commands

import (
	"testing"

	"noughts/commands/plan"
)

// BenchmarkLive draws the live message of a match.
func BenchmarkLive(b *testing.B) {
	for _, command := range []string{"classic", "ultimate"} {
		b.Run(command, func(b *testing.B) {
			w, _ := against(b, command)
			w.moves("m1", "b2")
			b.ReportAllocs()
			for b.Loop() {
				if len(w.Live(w.records["m1"], plan.View{}, plan.InPlace).Components) == 0 {
					b.Fatal("nothing was drawn")
				}
			}
		})
	}
}
