//go:build race

package review

// usualCases is smaller under the race detector, which makes the comparison ten times slower. The
// cases share no data, so there are no races to find.
const usualCases = 200
