//go:build !race

package bot_test

// raceDetector says whether the race detector watches.
const raceDetector = false
