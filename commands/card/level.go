package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// Level returns the name of a level, the text "level.<name>". If the text does not exist, because a
// stored match names a former level, it returns the stored name.
func Level(l *texts.Language, level string) string {
	if key := texts.Key("level." + level); l.Has(key) {
		return l.Say(key)
	}
	return level
}

// RatedLevel returns the name of a level and its rating, if it has one.
func RatedLevel(l *texts.Language, v game.Variant, level string) string {
	rating, ok := ai.RatingOf(v, level)
	if !ok {
		return Level(l, level)
	}
	return l.Say("rated_level", "Level", Level(l, level), "Rating", texts.Ordinal(rating.Value))
}
