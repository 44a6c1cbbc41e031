package explain

// kindNames are the names of kinds, which are part of the keys of their texts.
var kindNames = [...]string{
	WinsGame:       "wins_game",
	DrawsGame:      "draws_game",
	LeavesNoSafe:   "leaves_no_safe",
	WinsByForce:    "wins_by_force",
	OnlyLegal:      "only_legal",
	AllLose:        "all_lose",
	OnlyMove:       "only_move",
	BlocksGame:     "blocks_game",
	DoubleThreat:   "double_threat",
	WinsBoard:      "wins_board",
	NearsGame:      "nears_game",
	BlocksBoard:    "blocks_board",
	ThreatensGame:  "threatens_game",
	KeepsFromGame:  "keeps_from_game",
	GetsFreeChoice: "gets_free_choice",
	StopsDouble:    "stops_double",
	SendsAway:      "sends_away",
	Threatens:      "threatens",
	PreparesDouble: "prepares_double",
	LocalFork:      "local_fork",
	SecondLine:     "second_line",
	MakesTwo:       "makes_two",
	FillsBoard:     "fills_board",
	Draws:          "draws",
	Mirrors:        "mirrors",
	OthersWorse:    "others_worse",
	SendsSpent:     "sends_spent",
	MostLines:      "most_lines",
	SpoilsLines:    "spoils_lines",
	OpensLines:     "opens_lines",
	DeadSquare:     "dead_square",
	SafeSquare:     "safe_square",
	FewLines:       "few_lines",
	CompletesNone:  "completes_none",
	SendsToBoard:   "sends_to_board",
	SendsAnywhere:  "sends_anywhere",
	Best:           "best",
	LosesGame:      "loses_game",
	IgnoresThreat:  "ignores_threat",
	GivesGame:      "gives_game",
	LosesByForce:   "loses_by_force",
	MissesGame:     "misses_game",
	MissesWin:      "misses_win",
	MissesDraw:     "misses_draw",
	GivesDouble:    "gives_double",
	GivesBoard:     "gives_board",
	MissesBoard:    "misses_board",
	WorseBy:        "worse_by",
}

// String returns the name of a kind, such as "wins_game".
func (k Kind) String() string { return kindNames[k] }

// lookNames are the names of looks, which are part of the keys of their texts.
var lookNames = [...]string{
	LookWin:    "win",
	LookBlock:  "block",
	LookForce:  "force",
	LookOnly:   "only",
	LookLegal:  "legal",
	LookDraw:   "draw",
	LookLost:   "lost",
	LookDouble: "double",
	LookStop:   "stop",
	LookThreat: "threat",
	LookBoard:  "board",
	LookBlocks: "blocks",
	LookTwo:    "two",
	LookSend:   "send",
	LookLines:  "lines",
	LookAvoid:  "avoid",
}

// String returns the name of what there is to look at, such as "win".
func (l Look) String() string { return lookNames[l] }
