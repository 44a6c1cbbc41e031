package store

// Shelves hold rows by a key: a channel or a member. A row knows its place on
// each of its shelves, so that taking it off costs the same however full a shelf
// is, and a shelf takes eight bytes a row.
type shelves map[string][]*row

// put adds a row to the shelf of a key, its own which'th.
func (s shelves) put(key string, r *row, which int) {
	r.shelf[which] = int32(len(s[key]))
	s[key] = append(s[key], r)
}

// drop takes a row off the shelf of a key. which tells of any row on it which of
// the row's own shelves it is.
func (s shelves) drop(key string, r *row, which func(*row) int) {
	shelf := s[key]
	last := len(shelf) - 1
	if last == 0 {
		delete(s, key)
		return
	}
	place, moved := r.shelf[which(r)], shelf[last]
	shelf[place] = moved
	moved.shelf[which(moved)] = place
	shelf[last] = nil
	s[key] = shelf[:last]
}
