//go:build !race

package review

// usualCases is the default number of random moves that the tests explain.
const usualCases = 3000
