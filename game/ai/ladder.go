package ai

import "noughts/game"

// The levels, weakest first. The published opponents stand among the rungs of
// the ladder where matches have shown them to belong; cmd/arena ladder measures
// all, and proposes the rungs' strengths for the distances that are wanted.
var (
	smallLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.25}},
		{name: "beginner", strength: Strength{Sight: 0.4, Temperature: 0.15}},
		{name: "casual", strength: Strength{Sight: 0.6, Temperature: 0.10}},
		{name: "club", strength: Strength{Sight: 0.85, Temperature: 0.05}},
		{name: "rules", published: pickByRules},
		{name: "scores", published: pickByScores},
		{name: "perfect", strength: strongest(game.Classic(3))},
	}
	classicLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.25}},
		{name: "beginner", strength: Strength{Sight: 0.4, Temperature: 0.15}},
		{name: "casual", strength: Strength{Sight: 0.6, Temperature: 0.10}},
		{name: "scores", published: pickByScores},
		{name: "club", strength: Strength{Sight: 0.85, Temperature: 0.05}},
		{name: "strong", strength: strongest(game.Classic(9))},
	}
	ultimateLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.15}},
		{name: "beginner", strength: Strength{Sight: 0.4, Temperature: 0.10}},
		{name: "local", published: pickLocally},
		{name: "casual", strength: Strength{Sight: 0.7, Temperature: 0.05}},
		{name: "regular", strength: Strength{Sight: 0.9, Temperature: 0.02}},
		{name: "club", strength: Strength{Nodes: 1000, Temperature: 0.05}},
		{name: "advanced", strength: Strength{Nodes: 3000, Temperature: 0.03}},
		{name: "expert", strength: Strength{Nodes: 10_000, Temperature: 0.02}},
		{name: "master", strength: Strength{Nodes: 40_000, Temperature: 0.01}},
		{name: "grandmaster", strength: strongest(game.Ultimate)},
	}
)

// strongest returns how the strongest level of a variant plays. It answers
// within 800 ms on one core in Ultimate, and within 300 ms on classic boards.
func strongest(v game.Variant) Strength { return Strength{Nodes: effortOf(v)} }
