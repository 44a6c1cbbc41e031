package review

// limits are the least points for each mark.
var limits = [...]int{Doubtful: doubtfulFrom, Mistake: mistakeFrom, Blunder: blunderFrom}

// From returns how much a move costs at least that is worth the mark, as an expected result, such as
// 0.20 for Blunder. It is 0 for Best and Good.
func (m Mark) From() float64 {
	if int(m) >= len(limits) {
		return 0
	}
	return float64(limits[m]) / 100
}
