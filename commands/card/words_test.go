package card

import (
	"strings"
	"testing"

	"noughts/game/match"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	rec := match.Record{Place: match.Place{Guild: "1", Channel: "2"}, Message: "3"}
	if got := Link("", rec); got != "https://discord.com/channels/1/2/3" {
		t.Error(got)
	}
	rec.Place.Guild = ""
	if got := Link("", rec); !strings.HasSuffix(got, "/@me/2/3") {
		t.Error(got)
	}
}
