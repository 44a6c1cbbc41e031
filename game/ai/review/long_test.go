//go:build !race

package review_test

const (
	solved    = 3 // games of each variant that are compared with brute force
	everyGame = 1 // of those that are reviewed for TestReviewsAreConsistent
)
