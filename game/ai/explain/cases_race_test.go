//go:build race

package explain

// usualCases is smaller under the race detector, which makes the comparison ten times slower and can
// find nothing in it: the cases share no data.
const usualCases = 200
