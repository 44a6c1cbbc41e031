//go:build !race

package e2e

// raceDetector says whether the race detector watches.
const raceDetector = false
