//go:build !race

package e2e

// raceDetector reports whether the race detector watches.
const raceDetector = false
