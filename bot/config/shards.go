package config

import (
	"slices"
	"strconv"
	"strings"
)

// Shards are the gateway shards that a process opens. The zero Shards means auto: as many as Discord recommends.
type Shards struct {
	IDs   []int // ascending
	Total int   // shards of the whole bot, in all its processes; 0 for auto
}

// maxShards bounds SHARDS; Discord's largest bots have fewer.
const maxShards = 100_000

// ParseShards reads "auto" or a list such as "0,1,2/16". Errors: *Error.
func ParseShards(text string) (Shards, error) {
	if text == "" || text == "auto" {
		return Shards{}, nil
	}
	list, count, ok := strings.Cut(text, "/")
	total, err := strconv.Atoi(count)
	if !ok || err != nil || total < 1 || total > maxShards {
		return Shards{}, Errorf("SHARDS", "must be auto or a list such as 0,1/4")
	}
	s := Shards{Total: total}
	for field := range strings.SplitSeq(list, ",") {
		id, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || id < 0 || id >= total {
			return Shards{}, Errorf("SHARDS", "has an invalid shard number; with %d shards they are 0 to %d", total, total-1)
		}
		s.IDs = append(s.IDs, id)
	}
	slices.Sort(s.IDs)
	s.IDs = slices.Compact(s.IDs)
	return s, nil
}

// OrRecommended returns s. If s is auto, it returns all shards of a bot that has the recommended number of shards.
func (s Shards) OrRecommended(recommended int) Shards {
	if s.Total > 0 {
		return s
	}
	s.Total = max(recommended, 1)
	for id := range s.Total {
		s.IDs = append(s.IDs, id)
	}
	return s
}
