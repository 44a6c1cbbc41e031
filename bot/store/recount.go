package store

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/rating"
)

// A Recount counts games again in their order, from the games alone: it gets the stored numbers, or reports the
// differences. It takes the numbers of forgotten members from the results of the others.
type Recount struct {
	Standings map[string]map[rating.Pool]profile.Standing // by member
	Tallies   map[profile.TallyKey]profile.Tally
	Guilds    map[string]map[rating.Pool][]string // pools of the member's rated games, "" among them
	Games     int                                 // that were counted

	expected map[resultOf]profile.MemberResult // of games whose result has not come yet
	together map[[2]string][]time.Time         // when the rated games of two members ended
	counted  map[[2]string]bool                // the rated games against the computer: member and profile.FinishedGame.Key
}

type resultOf struct {
	id   match.ID
	side game.Mark
}

// NewRecount returns an empty Recount.
func NewRecount() *Recount {
	return &Recount{
		Standings: map[string]map[rating.Pool]profile.Standing{}, Tallies: map[profile.TallyKey]profile.Tally{},
		Guilds: map[string]map[rating.Pool][]string{}, expected: map[resultOf]profile.MemberResult{}, together: map[[2]string][]time.Time{},
		counted: map[[2]string]bool{},
	}
}

// Result returns the correct version of a stored result. It must be called with the results of all games in
// their order, each with its match.
func (c *Recount) Result(r match.Record, stored profile.MemberResult) profile.MemberResult {
	at := resultOf{r.Match.ID, stored.Side}
	if _, ok := c.expected[at]; !ok {
		c.count(r, stored)
	}
	want := c.expected[at]
	delete(c.expected, at)
	return want
}

// Missing returns the results that should exist and were not passed to Result.
func (c *Recount) Missing() []profile.MemberResult {
	return slices.SortedFunc(maps.Values(c.expected), func(a, b profile.MemberResult) int {
		return cmp.Or(a.Game.Ended.Compare(b.Game.Ended), cmp.Compare(a.Game.Match, b.Game.Match), cmp.Compare(a.Side, b.Side))
	})
}

// count counts a game. first is the first of its stored results.
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
			if side != first.Side && first.Verdict == rating.Rated {
				before[i].Rating = first.Opponent
			}
		default:
			before[i] = c.standing(p.ID, pool)
		}
	}
	switch { // how often the two have played on that day
	case first.Verdict == rating.Enough:
		today = rating.MostGames // traces, which are gone, may have counted
	case !known:
		today = 0
	}
	key := g.Key()
	if g.Dropped > 0 {
		key = first.Key // the moves are gone
	}
	o := g.Rate(before, level, today, key != "" && c.counted[[2]string{first.Member(), key}])
	for _, result := range g.Results(o) {
		result.Key = key
		if key != "" && o.Verdict == rating.Rated {
			c.counted[[2]string{result.Member(), key}] = true
		}
		if member := result.Member(); member != match.Anonymous {
			c.expected[resultOf{g.Match, result.Side}] = result
			c.add(g, result, o)
		}
	}
	if members := pair(g); members[0] != "" && o.Verdict == rating.Rated {
		c.together[members] = append(c.together[members], g.Ended)
	}
}

func (c *Recount) standing(member string, pool rating.Pool) profile.Standing {
	if s, ok := c.Standings[member][pool]; ok {
		return s
	}
	return profile.Unrated(pool)
}

// add adds a game to a member's numbers.
func (c *Recount) add(g profile.FinishedGame, r profile.MemberResult, o profile.RatingChange) {
	member := r.Member()
	for _, count := range g.TallyKeys(r.Side) {
		if count.Key != match.Anonymous {
			c.Tallies[count] = c.Tallies[count].With(r.Score)
		}
	}
	if r.Verdict != rating.Rated {
		return
	}
	after := o.After[r.Side-game.X]
	if c.Standings[member] == nil {
		c.Standings[member], c.Guilds[member] = map[rating.Pool]profile.Standing{}, map[rating.Pool][]string{}
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

// pair returns the two members of a game in order, "" for both unless there are two.
func pair(g profile.FinishedGame) [2]string {
	members := g.Members()
	if len(members) < 2 {
		return [2]string{}
	}
	return [2]string{min(members[0], members[1]), max(members[0], members[1])}
}

// today returns how many rated games of the members of a game have ended since its day began.
func (c *Recount) today(g profile.FinishedGame) (n int) {
	for _, ended := range slices.Backward(c.together[pair(g)]) {
		switch {
		case !ended.Before(g.Day()):
			n++
		case ended.Before(g.Day().Add(-24 * time.Hour)): // games counted earlier ended earlier, by clocks that hardly differ
			return n
		}
	}
	return n
}
