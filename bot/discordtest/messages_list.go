package discordtest

import (
	"slices"
	"strconv"
)

// listMessages answers with the newest messages first, as Discord does.
func listMessages(r *request) (reply, error) {
	q, err := readPage(r, 50, 100)
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	if !c.can(r.app.User, PermissionReadMessageHistory) {
		return ok([]Message{})
	}
	return ok(c.page(r.shown, q))
}

// page returns a part of the channel's messages as they are shown to somebody, the newest first: those
// right after an id when the page has one, else the newest. Callers hold s.mu.
func (c *Channel) page(shown func(*message) Message, q page) []Message {
	out := []Message{}
	take := func(m *message) bool {
		if m.only == nil && q.holds(m.ID) {
			out = append(out, shown(m))
		}
		return len(out) < q.limit
	}
	if q.around > 0 {
		return c.pageAround(shown, q)
	}
	if q.after > 0 {
		for _, m := range c.messages {
			if !take(m) {
				break
			}
		}
		slices.Reverse(out)
		return out
	}
	for _, m := range slices.Backward(c.messages) {
		if !take(m) {
			break
		}
	}
	return out
}

// pageAround returns the messages on both sides of an id, half of them older,
// the newest first. Callers hold s.mu.
func (c *Channel) pageAround(shown func(*message) Message, q page) []Message {
	var all []*message
	at := 0
	for _, m := range c.messages {
		if m.only != nil {
			continue
		}
		if n, _ := strconv.ParseUint(m.ID, 10, 64); n < q.around {
			at++
		}
		all = append(all, m)
	}
	out := []Message{}
	for _, m := range slices.Backward(all[max(0, at-q.limit/2):min(len(all), at+q.limit-q.limit/2)]) {
		out = append(out, shown(m))
	}
	return out
}

// A page is a part of a list, such as one of messages. Of the ids at most one counts: around,
// else before and after.
type page struct {
	limit                 int
	before, after, around uint64
}

// readPage reads which part of a list the query wants: how many, and at most,
// and from where.
func readPage(r *request, limit, most int) (page, error) {
	p := page{limit: limit}
	f := r.query()
	if limit := f.get("limit"); limit.there {
		p.limit = int(limit.integer(1, int64(most)))
	}
	p.before, _ = strconv.ParseUint(f.get("before").snowflake(), 10, 64)
	p.after, _ = strconv.ParseUint(f.get("after").snowflake(), 10, 64)
	p.around, _ = strconv.ParseUint(f.get("around").snowflake(), 10, 64)
	return p, f.form.err()
}

func (p page) holds(id Snowflake) bool {
	n, _ := strconv.ParseUint(id, 10, 64)
	return (p.before == 0 || n < p.before) && n > p.after
}
