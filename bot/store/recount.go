package store

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// A Recount computes the results, ratings and tallies of all games again, to compare them with the stored ones. It
// uses the games, and takes from the stored results only what the games do not say any more: the rating that the
// computer's level had, the rating of an opponent whose data was deleted, the keys of games whose moves were deleted,
// and the verdicts that two members had played enough rated games that day, that a member relayed moves, or that the game had
// counted before.
type Recount struct {
	Standings map[string]map[profile.Pool]profile.Standing // by member
	Tallies   map[profile.TallyKey]profile.Tally
	Guilds    map[string]map[profile.Pool][]string // by member and pool: the guilds with rated games of the member, and "" for all guilds
	Games     int                                  // number of games counted

	expected map[resultOf]profile.MemberResult // computed results whose stored versions were not passed to Result yet
	together map[[2]string][]time.Time         // by two members: the end times of their rated games
	counted  map[[2]string]bool                // rated games against the computer, as pairs of a member and a profile.FinishedGame.Key
}

type resultOf struct {
	id   match.ID
	side game.Mark
}

// NewRecount returns an empty Recount.
func NewRecount() *Recount {
	return &Recount{
		Standings: map[string]map[profile.Pool]profile.Standing{}, Tallies: map[profile.TallyKey]profile.Tally{},
		Guilds: map[string]map[profile.Pool][]string{}, expected: map[resultOf]profile.MemberResult{}, together: map[[2]string][]time.Time{},
		counted: map[[2]string]bool{},
	}
}

// Result returns the correct version of a stored result. It must be called with all stored results
// in the order of counting, each with its match.
func (c *Recount) Result(r match.Record, stored profile.MemberResult) profile.MemberResult {
	at := resultOf{r.Match.ID, stored.Side}
	if _, ok := c.expected[at]; !ok {
		c.count(r, stored)
	}
	want := c.expected[at]
	delete(c.expected, at)
	return want
}

// Missing returns the computed results that are not stored: no stored version of them was passed to Result.
func (c *Recount) Missing() []profile.MemberResult {
	return slices.SortedFunc(maps.Values(c.expected), func(a, b profile.MemberResult) int {
		return cmp.Or(a.Game.Ended.Compare(b.Game.Ended), cmp.Compare(a.Game.Match, b.Game.Match), cmp.Compare(a.Side, b.Side))
	})
}

// count adds a game to the recount. `first` is the first stored result of the game.
func (c *Recount) count(r match.Record, first profile.MemberResult) {
	g := profile.GameOf(r)
	pool := g.Pool()
	c.Games++
	var before [2]profile.Standing
	today, level, known := c.today(g), 0, true
	for i, p := range g.Players {
		switch side := game.X + game.Mark(i); {
		case p.IsComputer():
			level = first.Opponent.Points()
		case p.IsAnonymous():
			known = false
			before[i] = profile.Unrated(pool)
			if side != first.Side && first.Verdict == profile.Rated {
				before[i].Rating = first.Opponent
			}
		default:
			before[i] = c.standing(p.ID, pool)
		}
	}
	relayed := first.Verdict == profile.Relayed
	g.Relayed = [2]bool{relayed, relayed}
	switch { // corrects `today` where data that was deleted since is missing from the count
	case first.Verdict == profile.Enough:
		today = profile.MostGames // the least number that gives this verdict
	case !known:
		today = 0
	}
	key := g.Key()
	if g.Dropped > 0 {
		key = first.Key // the key cannot be computed without the moves
	}
	repeated := first.Verdict == profile.Repeated || key != "" && c.counted[[2]string{first.Member(), key}]
	o := g.Rate(before, level, today, repeated)
	for _, result := range g.Results(o) {
		result.Key = key
		if key != "" && o.Verdict == profile.Rated {
			c.counted[[2]string{result.Member(), key}] = true
		}
		if member := result.Member(); member != match.Anonymous {
			c.expected[resultOf{g.Match, result.Side}] = result
			c.add(g, result, o)
		}
	}
	if members := pair(g); members[0] != "" && o.Verdict == profile.Rated {
		c.together[members] = append(c.together[members], g.Ended)
	}
}

func (c *Recount) standing(member string, pool profile.Pool) profile.Standing {
	if s, ok := c.Standings[member][pool]; ok {
		return s
	}
	return profile.Unrated(pool)
}

// add adds a game to a member's standing, tallies and guilds.
func (c *Recount) add(g profile.FinishedGame, r profile.MemberResult, o profile.RatingChange) {
	member := r.Member()
	for _, count := range g.TallyKeys(r.Side) {
		if count.Key != match.Anonymous {
			c.Tallies[count] = c.Tallies[count].With(r.Score)
		}
	}
	if r.Verdict != profile.Rated {
		return
	}
	after := o.After[r.Side-game.X]
	if c.Standings[member] == nil {
		c.Standings[member], c.Guilds[member] = map[profile.Pool]profile.Standing{}, map[profile.Pool][]string{}
	}
	c.Standings[member][after.Pool] = after
	if !after.Pool.Ranks() {
		return
	}
	for _, guild := range []string{"", g.Guild} {
		if !slices.Contains(c.Guilds[member][after.Pool], guild) {
			c.Guilds[member][after.Pool] = append(c.Guilds[member][after.Pool], guild)
		}
	}
}

// pair returns the two members of a game in ascending order, or "" twice if it has fewer than two.
func pair(g profile.FinishedGame) [2]string {
	members := g.Members()
	if len(members) < 2 {
		return [2]string{}
	}
	return [2]string{min(members[0], members[1]), max(members[0], members[1])}
}

// today returns how many of the rated games counted so far the two members of g have played on the day of g.
func (c *Recount) today(g profile.FinishedGame) (n int) {
	for _, ended := range slices.Backward(c.together[pair(g)]) {
		switch {
		case !ended.Before(g.Day()):
			n++
		case ended.Before(g.Day().Add(-24 * time.Hour)): // the extra day is for games out of order: the clocks of processes differ a little
			return n
		}
	}
	return n
}
