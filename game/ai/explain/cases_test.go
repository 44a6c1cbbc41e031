//go:build !race

package explain

// usualCases is how many random moves the tests explain unless told otherwise.
const usualCases = 3000
