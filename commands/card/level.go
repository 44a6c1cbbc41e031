package card

import (
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
)

// Level returns what a level is called: the text "level.<name>". A level that there was
// when a match was saved and is no more may have none; it is called by its name.
func Level(l *texts.Language, level string) string {
	if key := texts.Key("level." + level); l.Has(key) {
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
	return l.Say(texts.LevelRated, "Level", Level(l, level), "Rating", texts.Ordinal(rating.Value))
}
