package card

import (
	"slices"
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

const notableStreak = 3

// game returns the name of the variant. After the name it says if a coach helps. If games of the variant can be rated,
// it also says if this game is casual, as games against the computer are that the first player wins by force.
func (d *drawing) game() string {
	name := Game(d.texts, d.Match)
	if d.isCasual() {
		name = d.texts.Say("game.casual", "Game", name)
	}
	if d.Match.Options.Coach {
		name = d.texts.Say("game.coached", "Game", name)
	}
	return name
}

// isCasual reports whether the match does not count for ratings although games of its variant can.
func (d *drawing) isCasual() bool {
	v := d.Match.Options.Variant
	casual := d.Match.Options.Casual || profile.PoolFor(v, hasComputer(d.Match)) == ""
	return casual && !d.Match.Watched() && profile.PoolOf(v) != ""
}

func (d *drawing) ratings() []string {
	var parts []string
	isEnough := func(e match.Effect) bool { return e.Unrated == profile.Enough.String() }
	if slices.ContainsFunc(d.Effects[:], isEnough) { // the two members have reached the day's limit of rated games
		parts = append(parts, d.texts.Count("rating.enough", profile.MostGames))
	}
	for i, e := range d.Effects {
		if e.After != 0 {
			parts = append(parts, d.ratingAfter(d.player(game.X+game.Mark(i)), e))
		}
	}
	for i, e := range d.Effects {
		if e.Streak >= notableStreak {
			parts = append(parts, d.texts.Count("rating.streak", e.Streak, "Player", d.player(game.X+game.Mark(i))))
		}
	}
	return parts
}

func (d *drawing) earned() string {
	var lines []string
	for i, e := range d.Effects {
		var names []string
		for _, name := range e.Earned {
			achievement := Achievement(d.texts, profile.Achievement(name))
			names = append(names, d.texts.Say("rating.achievement", "Name", achievement))
		}
		if len(names) > 0 {
			player := d.player(game.X + game.Mark(i))
			lines = append(lines, smallText(d.texts.Say("rating.earned", "Player", player, "Achievements", d.texts.And(names))))
		}
	}
	return JoinLines(lines...)
}

// ratingAfter returns the text about the change of a player's rating. During the placement, a member's first rated
// games, it returns the progress of the placement instead.
func (d *drawing) ratingAfter(player string, e match.Effect) string {
	after := Points(e.After, e.Provisional)
	switch {
	case 0 < e.RatedGames && e.RatedGames < profile.Placement:
		return d.texts.Say("rating.placement", "Player", player, "Number", texts.Ordinal(e.RatedGames), "Most", texts.Ordinal(profile.Placement))
	case e.RatedGames == profile.Placement:
		return d.texts.Say("rating.placed", "Player", player, "After", after)
	case e.After == e.Before:
		return d.texts.Say("rating.same", "Player", player, "After", after)
	}
	return d.texts.Say("rating.changed", "Player", player, "After", after, "Change", Change(e.After-e.Before))
}

// Change formats a difference of ratings with its sign, such as +15.
func Change(points int) string {
	if points < 0 {
		return "−" + strconv.Itoa(-points)
	}
	return "+" + strconv.Itoa(points)
}
