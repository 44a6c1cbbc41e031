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
	gameCasual      texts.Key = "game.casual"
	ratingChanged   texts.Key = "rating.changed"
	ratingPlacement texts.Key = "rating.placement"
	ratingPlaced    texts.Key = "rating.placed"
	ratingSame      texts.Key = "rating.same"
	ratingStreak    texts.Key = "rating.streak"
	ratingEarned    texts.Key = "rating.earned"
	ratingAchieved  texts.Key = "rating.achievement"
	ratingEnough    texts.Key = "rating.enough"
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

// ratings says what the end of the game has done for the ratings and streaks of its players, in parts of one line.
func (d *drawing) ratings() []string {
	parts := []string{d.unrated()}
	for i, e := range d.effects {
		if e.After != 0 {
			parts = append(parts, d.ratingAfter(d.player(game.X+game.Mark(i)), e))
		}
	}
	for i, e := range d.effects {
		if e.Streak >= notableStreak {
			parts = append(parts, d.texts.Count(ratingStreak, e.Streak, "Player", d.player(game.X+game.Mark(i))))
		}
	}
	return parts
}

// earned says what the players have achieved with the game, a small line each, "" for nothing.
func (d *drawing) earned() string {
	var lines []string
	for i, e := range d.effects {
		if len(e.Earned) > 0 {
			lines = append(lines, small(d.texts.Say(ratingEarned, "Player", d.player(game.X+game.Mark(i)), "Achievements", d.achievements(e.Earned))))
		}
	}
	return joinLines(lines...)
}

// ratingAfter says what the game has done for the rating of a player: it has moved it, or left it as it was. In the first
// games of a pool it says how far the placement is.
func (d *drawing) ratingAfter(player string, e match.Effect) string {
	after := Points(e.After, e.Provisional)
	switch {
	case 0 < e.Rated && e.Rated < rating.Placement:
		return d.texts.Say(ratingPlacement, "Player", player, "Number", texts.Ordinal(e.Rated), "Most", texts.Ordinal(rating.Placement))
	case e.Rated == rating.Placement:
		return d.texts.Say(ratingPlaced, "Player", player, "After", after)
	case e.After == e.Before:
		return d.texts.Say(ratingSame, "Player", player, "After", after)
	}
	return d.texts.Say(ratingChanged, "Player", player, "Before", texts.Ordinal(e.Before), "After", after, "Change", Change(e.After-e.Before))
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

// unrated says that the two members have reached the day's limit of rated games, "" otherwise. It
// gives no other reason: of a casual game the heading says so.
func (d *drawing) unrated() string {
	for _, e := range d.effects {
		if e.Unrated == rating.Enough.String() {
			return d.texts.Count(ratingEnough, rating.MostGames)
		}
	}
	return ""
}
