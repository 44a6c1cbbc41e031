package commands

import (
	"testing"

	"noughts/bot/rest"
	"noughts/commands/plan"
)

// BenchmarkLive draws the live message of a match, and encodes it as Discord gets it.
func BenchmarkLive(b *testing.B) {
	for _, command := range []string{"classic", "ultimate"} {
		b.Run(command, func(b *testing.B) {
			w, _ := against(b, command)
			w.moves("m1", "b2")
			rec := w.records["m1"]
			b.ReportAllocs()
			for b.Loop() {
				if len(w.Live(rec, plan.View{}, plan.InPlace).Components) == 0 {
					b.Fatal("nothing was drawn")
				}
			}
		})
		b.Run(command+" encoded", func(b *testing.B) {
			w, _ := against(b, command)
			w.moves("m1", "b2")
			rec := w.records["m1"]
			b.ReportAllocs()
			for b.Loop() {
				if _, err := rest.EncodeResponse(w.Live(rec, plan.View{}, plan.InPlace).Response(plan.InPlace)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
