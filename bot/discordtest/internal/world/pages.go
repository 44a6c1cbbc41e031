package world

import (
	"slices"
	"strconv"

	"noughts/bot/discordtest/object"
)

// A Page selects a part of a list, for example of messages.
type Page struct {
	Limit         int
	Before, After uint64 // ids; 0: not set
}

// Holds reports whether an id is between Before and After. It ignores Limit.
func (p Page) Holds(id object.Snowflake) bool {
	n, _ := strconv.ParseUint(id, 10, 64)
	return (p.Before == 0 || n < p.Before) && n > p.After
}

// Page returns a page of the channel's messages, the newest first. With q.After these are the messages
// that directly follow that id; otherwise the newest ones, or the newest before q.Before. The function
// `shown` returns a message as the reader sees it. Callers hold the world's lock.
func (c *Channel) Page(shown func(*Message) object.Message, q Page) []object.Message {
	out := []object.Message{}
	take := func(m *Message) bool {
		if m.Only == nil && q.Holds(m.ID) {
			out = append(out, shown(m))
		}
		return len(out) < q.Limit
	}
	if q.After > 0 {
		for _, m := range c.Messages {
			if !take(m) {
				break
			}
		}
		slices.Reverse(out)
		return out
	}
	for _, m := range slices.Backward(c.Messages) {
		if !take(m) {
			break
		}
	}
	return out
}
