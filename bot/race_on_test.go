//go:build race

package bot_test

// raceDetector says whether the race detector watches, under which everything takes ten
// times as long.
const raceDetector = true
