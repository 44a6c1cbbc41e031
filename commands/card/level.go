package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// levelNames are what the levels are called.
var levelNames = map[string]texts.Key{
	"random": texts.LevelRandom, "rules": texts.LevelRules, "scores": texts.LevelScores, "local": texts.LevelLocal,
	"newcomer": texts.LevelNewcomer, "beginner": texts.LevelBeginner, "casual": texts.LevelCasual,
	"regular": texts.LevelRegular, "club": texts.LevelClub, "advanced": texts.LevelAdvanced,
	"expert": texts.LevelExpert, "master": texts.LevelMaster, "grandmaster": texts.LevelGrandmaster,
	"champion": texts.LevelChampion,
	"strong":   texts.LevelStrong, "perfect": texts.LevelPerfect,
}

// Level returns what a level is called, also one that there was when a match was
// saved and is no more.
func Level(l *texts.Language, level string) string {
	if key, ok := levelNames[level]; ok {
		return l.Say(key)
	}
	return level
}

// RatedLevel returns what a level is called, with its rating if it has one.
func RatedLevel(l *texts.Language, v game.Variant, level string) string {
	rating, ok := ai.RatingOf(v, level)
	if !ok {
		return Level(l, level)
	}
	return l.Say(texts.LevelRated, "Level", Level(l, level), "Rating", rating.Value)
}
