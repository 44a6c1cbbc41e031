//go:build !race

package explain

// usualCases is the default number of random moves that the tests explain.
const usualCases = 3000
