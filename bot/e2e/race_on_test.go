//go:build race

package e2e

// raceDetector reports whether the race detector is on: everything then takes ten times as long.
const raceDetector = true
