package world_test

import (
	"strconv"
	"testing"
	"time"

	"noughts/bot/discordtest/internal/world"
)

func TestSnowflakes(t *testing.T) {
	t.Parallel()
	w := world.New()
	before := time.Now().UnixMilli()
	last := uint64(0)
	for i := range 10_000 {
		id, err := strconv.ParseUint(w.Snowflake(), 10, 64)
		if err != nil || id <= last {
			t.Fatalf("id %d: %d after %d, %v", i, id, last, err)
		}
		last = id
	}
	if ms := int64(last>>22) + world.Epoch; ms < before || ms > time.Now().UnixMilli()+1 {
		t.Errorf("the last id is of %d, now it is %d", ms, time.Now().UnixMilli())
	}
}
