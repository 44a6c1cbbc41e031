package database

import (
	"cmp"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A recountedGames is what a recount computes from all games. From the stored results it takes only what the games do not
// say any more: the rating that the computer's level had, the rating of an opponent whose data was deleted, the keys of
// games whose moves were deleted, and the verdicts that two members had played enough rated games that day, that a member
// relayed moves, or that the game had counted before.
type recountedGames struct {
	standings map[inPool]profile.Standing
	guilds    map[inPool][]string // in which the member is on the leaderboard, "" for all guilds
	tallies   map[profile.TallyKey]profile.Tally
	expected  map[resultOf]profile.Counted // computed results whose stored versions were not read yet

	beaten   map[inLadder][]string
	together map[[2]string][]time.Time // by two members, the lesser id first: the end times of their rated games
	rated    map[[2]string]bool        // rated games against the computer, as pairs of a member and a profile.FinishedGame.Key
}

type inPool struct {
	member string
	pool   profile.Pool
}

type inLadder struct {
	member string
	of     game.Variant
}

type resultOf struct {
	id   match.ID
	side game.Mark
}

// count counts a game. `stored` is the first of its stored results.
func (r *recountedGames) count(rec match.Record, stored profile.MemberResult) {
	relayed := stored.Verdict == profile.Relayed
	g := profile.GameOf(rec, [2]bool{relayed, relayed})
	if g.AgainstComputer() {
		g.Level = stored.Opponent.Points()
	}
	var past [2]profile.Past // without what only achievements need, which are not counted again
	ladder, _ := profile.LadderOf(g.Variant)
	repeated := stored.Verdict == profile.Repeated
	for i, p := range g.Players {
		if p.IsPerson() {
			past[i].Standing = r.standing(p.ID, g.Pool(), stored)
			past[i].Beaten = r.beaten[inLadder{p.ID, ladder.Of}]
			repeated = repeated || r.rated[[2]string{p.ID, g.Key()}]
		}
	}
	today := r.ratedSince(g.Day(), pair(g))
	if stored.Verdict == profile.Enough {
		today = profile.MostGames // the least number that gives this verdict
	}
	for _, c := range g.Count(past, today, repeated) {
		if g.AgainstComputer() {
			c.Key = cmp.Or(c.Key, stored.Key)
		}
		r.add(c)
	}
}

func (r *recountedGames) standing(member string, pool profile.Pool, stored profile.MemberResult) profile.Standing {
	s, ok := r.standings[inPool{member, pool}]
	if !ok {
		s = profile.NewStanding(pool)
	}
	if member == match.Anonymous && stored.Verdict == profile.Rated {
		s.Rating = stored.Opponent
	}
	return s
}

// ratedSince counts the rated games of two members since a time. Deleted data is missing from the count.
func (r *recountedGames) ratedSince(since time.Time, members [2]string) (n int) {
	for _, ended := range slices.Backward(r.together[members]) {
		switch {
		case !ended.Before(since):
			n++
		case ended.Before(since.Add(-24 * time.Hour)): // the extra day is for games out of order: the clocks of processes differ a little
			return n
		}
	}
	return n
}

// pair returns the ids of a game's players, the lesser one first.
func pair(g profile.FinishedGame) [2]string {
	x, o := g.Players[0].ID, g.Players[1].ID
	return [2]string{min(x, o), max(x, o)}
}

func (r *recountedGames) add(c profile.Counted) {
	member := c.Member()
	if member == match.Anonymous {
		return
	}
	r.expected[resultOf{c.Game.Match, c.Side}] = c
	if ladder, ok := profile.LadderOf(c.Game.Variant); ok && c.Game.AgainstComputer() {
		r.beaten[inLadder{member, ladder.Of}] = c.Effect.Beaten
	}
	for _, key := range c.Tallies {
		if key.Key != match.Anonymous {
			r.tallies[key] = r.tallies[key].With(c.Score)
		}
	}
	if c.Verdict != profile.Rated {
		return
	}
	both := pair(c.Game)
	switch {
	case c.Game.AgainstComputer():
		r.rated[[2]string{member, c.Key}] = true
	case c.Side == game.X && !slices.Contains(both[:], match.Anonymous):
		r.together[both] = append(r.together[both], c.Game.Ended)
	}
	at := inPool{member, c.Standing.Pool}
	r.standings[at] = c.Standing
	for _, in := range []string{"", c.Game.Guild} {
		if at.pool.Ranks() && !slices.Contains(r.guilds[at], in) {
			r.guilds[at] = append(r.guilds[at], in)
		}
	}
}
