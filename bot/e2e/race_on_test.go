//go:build race

package e2e

// raceDetector says whether the race detector watches, under which everything takes ten
// times as long.
const raceDetector = true
