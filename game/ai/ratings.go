package ai

import (
	_ "embed"
	"encoding/json"
	"sync"

	"noughts/game"
)

// A Rating is what matches between a variant's levels have shown of one of
// them, in Elo points: 200 more mean 76 points of 100 games, draws counting
// half. Ratings of different variants do not compare. The level `random` has
// 500 in each.
type Rating struct {
	Level string `json:"level"`
	Value int    `json:"rating"`
	// The true value lies between Low and High with a confidence of 95 %, relative to the mean of
	// all levels.
	Low   int `json:"low"`
	High  int `json:"high"`
	Games int `json:"games"`
}

//go:embed ratings.json
var ratingsFile []byte

// ratings returns the measured ratings by variant.
var ratings = sync.OnceValue(func() map[string][]Rating {
	var all map[string][]Rating
	_ = json.Unmarshal(ratingsFile, &all) // a test reads the file: here, none is none
	return all
})

// ratingsOf returns the ratings of a variant's levels, weakest first. It is nil
// for boards so small that who begins wins, as there is nothing to measure, and
// empty where the levels have not been measured yet.
func ratingsOf(v game.Variant) []Rating { return ratings()[v.String()] }

// RatingOf returns the rating of a level, and whether it has one.
func RatingOf(v game.Variant, name string) (Rating, bool) {
	known, _ := LookUp(v, name)
	for _, r := range ratingsOf(v) {
		if r.Level == known {
			return r, true
		}
	}
	return Rating{}, false
}
