package classic

// Perft returns the number of move sequences of exactly depth plies from p; a
// finished game has none. A depth below 1 counts the position itself.
func (p Position) Perft(depth int) int64 {
	if depth < 1 {
		return 1
	}
	if p.Outcome().Over {
		return 0
	}
	if depth == 1 {
		return int64(p.Size()*p.Size() - p.Ply())
	}
	var total int64
	for _, s := range squares[p.size] {
		if p.marks[s] == 0 {
			total += p.After(s).Perft(depth - 1)
		}
	}
	return total
}
