//go:build race

package e2e

// raceDetector reports whether the race detector is on. Tests then take ten times as long.
const raceDetector = true
