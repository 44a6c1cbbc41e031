package ai

// A level is a name and a way to play: as a published opponent, or at a strength. cmd/arena ladder
// measures all levels, and proposes strengths at wanted distances. The published opponents are
// listed at the places that these measurements gave.
type level struct {
	name      string
	published pick // nil for a rung of the ladder
	strength  Strength
}

// A Strength is how well a player of the ladder plays. It counts positions, not time, so that
// players do not get weaker on a busy machine and work under a fake clock.
type Strength struct {
	// Sight is the probability, from 0 to 1, to notice an ordinary feature of a move. It applies
	// only if Nodes is 0.
	Sight float64 `json:"sight"`
	// Nodes is the number of positions searched for a move.
	Nodes int64 `json:"nodes"`
	// Temperature sets the randomness: a move that is worse by Temperature, in expected result, is
	// chosen e times less often than the best one. At 0 the best move is always chosen.
	Temperature float64 `json:"temperature"`
}

// The levels of each kind of variants, weakest first. Tests loop over them.
var (
	classicSmallLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.07, Temperature: 0.22}},
		{name: "beginner", strength: Strength{Sight: 0.2, Temperature: 0.16}},
		{name: "casual", strength: Strength{Sight: 0.43, Temperature: 0.09}},
		{name: "club", strength: Strength{Sight: 0.72, Temperature: 0.03}},
		{name: "rules", published: pickByRules},
		{name: "scores", published: pickByScores},
		{name: "perfect", strength: Strength{Nodes: 50_000}},
	}
	classicLargeLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.15, Temperature: 0.18}},
		{name: "beginner", strength: Strength{Sight: 0.3, Temperature: 0.13}},
		{name: "casual", strength: Strength{Sight: 0.45, Temperature: 0.08}},
		{name: "club", strength: Strength{Sight: 0.62, Temperature: 0.045}},
		{name: "scores", published: pickByScores},
		{name: "strong", strength: Strength{Nodes: 50_000}},
	}
	inARowLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.235, Temperature: 0.15}},
		{name: "beginner", strength: Strength{Sight: 0.364, Temperature: 0.107}},
		{name: "casual", strength: Strength{Sight: 0.477, Temperature: 0.0755}},
		{name: "regular", strength: Strength{Sight: 0.58, Temperature: 0.052}},
		{name: "club", strength: Strength{Sight: 0.682, Temperature: 0.035}},
		{name: "advanced", strength: Strength{Nodes: 3000, Temperature: 0.048}},
		{name: "expert", strength: Strength{Nodes: 8000, Temperature: 0.0245}},
		{name: "master", strength: Strength{Nodes: 15_000, Temperature: 0.0155}},
		{name: "grandmaster", strength: Strength{Nodes: 28_000, Temperature: 0.009}},
		{name: "champion", strength: Strength{Nodes: 50_000}},
	}
	misereLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.15, Temperature: 0.2}},
		{name: "beginner", strength: Strength{Sight: 0.4, Temperature: 0.12}},
		{name: "casual", strength: Strength{Sight: 0.65, Temperature: 0.06}},
		{name: "club", strength: Strength{Sight: 0.87, Temperature: 0.035}},
		{name: "strong", strength: Strength{Nodes: 50_000}},
	}
	ultimateLevels = []level{
		{name: "random", published: pickRandom},
		{name: "newcomer", strength: Strength{Sight: 0.2, Temperature: 0.165}},
		{name: "beginner", strength: Strength{Sight: 0.5, Temperature: 0.07}},
		{name: "local", published: pickLocally},
		{name: "casual", strength: Strength{Sight: 0.825, Temperature: 0.018}},
		{name: "regular", strength: Strength{Nodes: 700, Temperature: 0.108}},
		{name: "club", strength: Strength{Nodes: 1600, Temperature: 0.072}},
		{name: "advanced", strength: Strength{Nodes: 2800, Temperature: 0.049}},
		{name: "expert", strength: Strength{Nodes: 6000, Temperature: 0.032}},
		{name: "master", strength: Strength{Nodes: 12_000, Temperature: 0.017}},
		{name: "grandmaster", strength: Strength{Nodes: 12_000}},
		{name: "champion", strength: Strength{Nodes: 400_000}},
	}
)
