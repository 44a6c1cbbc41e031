package bot

// crowd is how many entries of a map are looked at when one must go.
const crowd = 8

// evict makes room in a map that holds at most so many entries: of a few, which Go
// begins to iterate at a random place, it deletes the one that was used longest
// ago. Redis evicts by samples as well; knowing the oldest of all would cost every
// use of every entry. Those in use stay.
func evict[K comparable, V any](m map[K]V, most int, lastUsed func(V) int64, inUse func(K, V) bool) {
	for len(m) >= most {
		var oldest K
		var since int64
		looked, found := 0, false
		for key, value := range m {
			if at := lastUsed(value); !inUse(key, value) && (!found || at < since) {
				oldest, since, found = key, at, true
			}
			if looked++; looked == crowd {
				break
			}
		}
		if !found {
			return // everybody in this crowd is busy: the next entry tries again
		}
		delete(m, oldest)
	}
}
