package openapi

import (
	"net/http"
	"testing"

	"noughts/bot/discordtest"
)

func BenchmarkCheckBoard(b *testing.B) {
	d := discord(b)
	rows := times(6, `{"type":1,"components":`+times(5, aButton)+`}`)
	e := discordtest.Exchange{
		Method: "PATCH", Path: "/api/v10/webhooks/1/token/messages/@original", Status: http.StatusTooManyRequests,
		Header: http.Header{"Content-Type": {"application/json"}},
		Body:   []byte(`{"flags":32768,"components":[{"type":17,"components":` + rows + `}]}`),
	}
	for b.Loop() {
		if got := d.Check(e); got != nil {
			b.Fatal(got)
		}
	}
}
