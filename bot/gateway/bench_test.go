package gateway

import (
	"fmt"
	"strings"
	"testing"
)

// frame returns a dispatch (a gateway event) of some four kilobytes, like Discord's event for a press on a board.
func frame() []byte {
	var buttons []string
	for n := range 40 {
		buttons = append(buttons, fmt.Sprintf(`{"type":2,"id":%d,"custom_id":"/m/bsdjbgjcb3y8/12/%d","style":2,"label":"\u200b","disabled":false}`, n, n))
	}
	return fmt.Appendf(nil, `{"t":"INTERACTION_CREATE","s":12,"op":0,"d":{"version":1,"id":"1439","token":"%s","message":{"id":"7","components":[{"type":17,"components":[%s]}]}}}`,
		strings.Repeat("aW50", 50), strings.Join(buttons, ","))
}

func BenchmarkDecode(b *testing.B) {
	text := frame()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(text); err != nil {
			b.Fatal(err)
		}
	}
}
