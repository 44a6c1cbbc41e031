package card

import (
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
)

// Texts of rated and casual games.
const (
	gameCasual     texts.Key = "game.casual"
	ratingChanged  texts.Key = "rating.changed"
	ratingStreak   texts.Key = "rating.streak"
	ratingEarned   texts.Key = "rating.earned"
	ratingAchieved texts.Key = "rating.achievement"
	ratingEnough   texts.Key = "rating.enough"
)

// notableStreak is how many games in a row are worth a word.
const notableStreak = 3

// game returns the name of the variant, that the game is casual where it could count for
// ratings, and that there is a coach.
func (d *drawing) game() string {
	name := Game(d.texts, d.match)
	if d.match.Options.Casual && !d.match.Watched() && rating.PoolOf(d.match.Options.Variant) != "" {
		name = d.texts.Say(gameCasual, "Game", name)
	}
	if d.match.Options.Coach {
		name = d.texts.Say(gameCoached, "Game", name)
	}
	return name
}

// counted says what the end of the game has done for its players: ratings and streaks in one
// small line, and what they have achieved in another. It is "" where it has done nothing that
// anybody would miss.
func (d *drawing) counted() string {
	if d.match.Status != match.Over {
		return ""
	}
	parts := []string{d.unrated()}
	var earned []string
	for i, e := range d.effects {
		player := d.player(game.X + game.Mark(i))
		if e.After != 0 {
			parts = append(parts, d.texts.Say(ratingChanged, "Player", player,
				"Before", texts.Ordinal(e.Before), "After", Points(e.After, e.Provisional), "Change", Change(e.After-e.Before)))
		}
		if len(e.Earned) > 0 {
			earned = append(earned, small(d.texts.Say(ratingEarned, "Player", player, "Achievements", d.achievements(e.Earned))))
		}
	}
	for i, e := range d.effects {
		if e.Streak >= notableStreak {
			parts = append(parts, d.texts.Count(ratingStreak, e.Streak, "Player", d.player(game.X+game.Mark(i))))
		}
	}
	var line string
	if said := small(parts...); said != small() {
		line = said
	}
	return joinLines(append([]string{line}, earned...)...)
}

// Change returns what a rating has gained or lost, such as +15.
func Change(points int) string {
	if points < 0 {
		return "−" + strconv.Itoa(-points)
	}
	return "+" + strconv.Itoa(points)
}

// achievements lists what somebody has achieved.
func (d *drawing) achievements(earned []string) string {
	names := make([]string, len(earned))
	for i, name := range earned {
		names[i] = d.texts.Say(ratingAchieved, "Name", Achievement(d.texts, profile.Achievement(name)))
	}
	return d.texts.And(names)
}

// unrated says why a game between members was not rated, where a player would wonder: "" where
// it was, where the heading says it or nobody expects it.
func (d *drawing) unrated() string {
	for _, e := range d.effects {
		if e.Unrated == rating.Enough.String() {
			return d.texts.Count(ratingEnough, rating.MostGames)
		}
	}
	return ""
}
