//go:build !race

package review_test

const (
	solved    = 3 // number of games of each variant that are compared with brute force
	everyGame = 1 // TestReviewsAreConsistent reviews every everyGame-th game
)
