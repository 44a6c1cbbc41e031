package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
)

// A memoryLedger has the results of members in a Memory, whose lock guards it. It has no rollback:
// a change must not fail after its result was counted.
type memoryLedger struct {
	results   []profile.MemberResult // in the order of counting
	standings map[inPool]profile.Standing
	tallies   map[profile.TallyKey]profile.Tally
	earned    map[string][]profile.Earned // by member
	places    map[place]bool              // leaderboard rows by guild, "" for all guilds; false if the member has left the guild
	unlisted  func(member string) bool
	traced    func(one, other string, since time.Time) int // counts two members' rated games that are left only as a Trace
	remains   func(member string) Remains
}

type inPool struct {
	member string
	pool   profile.Pool
}

type place struct {
	guild string
	inPool
}

var _ Ledger = (*memoryLedger)(nil)

func newMemoryLedger(unlisted func(member string) bool, traced func(one, other string, since time.Time) int, remains func(member string) Remains) *memoryLedger {
	return &memoryLedger{
		standings: map[inPool]profile.Standing{}, tallies: map[profile.TallyKey]profile.Tally{},
		earned: map[string][]profile.Earned{}, places: map[place]bool{}, unlisted: unlisted, traced: traced, remains: remains,
	}
}

// Standing returns a member's standing: see Ledger.
func (l *memoryLedger) Standing(_ context.Context, member string, pool profile.Pool) (profile.Standing, error) {
	s, ok := l.standings[inPool{member, pool}]
	if !ok {
		s = profile.Unrated(pool)
	}
	return s, nil
}

// Together counts rated games of two members: see Ledger.
func (l *memoryLedger) Together(_ context.Context, member, other string, since time.Time) (n int, _ error) {
	for _, r := range l.results {
		if r.Member() == member && r.Verdict == profile.Rated && !r.Game.Ended.Before(since) && slices.Contains(r.Game.Members(), other) {
			n++
		}
	}
	return n + l.traced(member, other, since), nil
}

// Repeats reports whether a member has a rated game with a key: see Ledger.
func (l *memoryLedger) Repeats(_ context.Context, member, key string) (bool, error) {
	return slices.Contains(l.ratedGames(member, l.remains(member).Games), key), nil
}

// ratedGames adds the keys of a member's rated games to `games`.
func (l *memoryLedger) ratedGames(member string, games []string) []string {
	games = slices.Clone(games)
	for _, r := range l.results {
		if r.Member() == member && r.Verdict == profile.Rated && r.Key != "" && !slices.Contains(games, r.Key) {
			games = append(games, r.Key)
		}
	}
	return games
}

// AddResults stores results: see Ledger.
func (l *memoryLedger) AddResults(_ context.Context, results []profile.MemberResult) error {
	l.results = append(l.results, results...)
	return nil
}

// SetStanding stores a member's standing: see Ledger.
func (l *memoryLedger) SetStanding(_ context.Context, member, guild string, s profile.Standing) error {
	at := inPool{member, s.Pool}
	l.standings[at] = s
	if s.Pool.Ranks() {
		l.places[place{"", at}], l.places[place{guild, at}] = true, true
	}
	return nil
}

// Add adds a game to tallies: see Ledger.
func (l *memoryLedger) Add(_ context.Context, to []profile.TallyKey, score profile.HalfPoints) (tallies []profile.Tally, _ error) {
	for _, c := range to {
		l.tallies[c] = l.tallies[c].With(score)
		tallies = append(tallies, l.tallies[c])
	}
	return tallies, nil
}

// Opponents counts the members that a member has played against: see Ledger.
func (l *memoryLedger) Opponents(_ context.Context, member string, most int) (n int, _ error) {
	for c := range l.tallies {
		if c.Member == member && c.Kind == profile.Against {
			n++
		}
	}
	return min(n, most), nil
}

// Earn stores a member's achievements: see Ledger.
func (l *memoryLedger) Earn(_ context.Context, member string, earned []profile.Earned) (added []profile.Achievement, _ error) {
	for _, e := range earned {
		if !slices.ContainsFunc(l.earned[member], func(has profile.Earned) bool { return has.Achievement == e.Achievement }) {
			l.earned[member] = append(l.earned[member], e)
			added = append(added, e.Achievement)
		}
	}
	return added, nil
}

// profile returns a member's profile.
func (l *memoryLedger) profile(member, reader string) profile.Profile {
	p := profile.Profile{Member: member, Earned: slices.Clone(l.earned[member])}
	for _, pool := range profile.AllPools() {
		if s, ok := l.standings[inPool{member, pool}]; ok {
			s.History = l.history(member, pool)
			p.Standings = append(p.Standings, s)
		}
	}
	for c, t := range l.tallies {
		if c.Member == member {
			p.Add(c, t, reader)
		}
	}
	p.Arrange()
	profile.SortEarned(p.Earned)
	return p
}

// played returns the stored results of a member.
func (l *memoryLedger) played(member string) Played {
	p := Played{Earned: slices.Clone(l.earned[member])}
	for _, pool := range profile.AllPools() {
		if s, ok := l.standings[inPool{member, pool}]; ok {
			p.Standings = append(p.Standings, s)
		}
	}
	for _, r := range l.results {
		if r.Member() == member && member != match.Anonymous {
			p.Results = append(p.Results, PlayedResult{r.Game.Match, r})
		}
	}
	for c, t := range l.tallies {
		if c.Member == member {
			p.Tallies = append(p.Tallies, PlayedTally{c, t})
		}
	}
	for at, there := range l.places {
		if at.member == member {
			p.Boards = append(p.Boards, BoardPlace{Pool: at.pool, Server: at.guild, Left: !there})
		}
	}
	profile.SortEarned(p.Earned)
	return p
}

func (l *memoryLedger) history(member string, pool profile.Pool) (points []profile.Point) {
	for _, r := range l.results {
		if r.Member() == member && r.Verdict == profile.Rated && r.Game.Pool() == pool {
			points = append(points, profile.Point{At: r.Game.Ended, Points: r.After.Points()})
		}
	}
	return points[max(0, len(points)-profile.MaxPoints):]
}

// board returns all places of a leaderboard, the best first.
func (l *memoryLedger) board(b profile.Board) []profile.Place {
	type row struct {
		member string
		profile.Standing
	}
	var rows []row
	for at, there := range l.places {
		s := l.standings[at.inPool]
		if there && at.guild == b.Guild && at.pool == b.Pool && !l.unlisted(at.member) && !s.Rating.Time.Before(b.Since) {
			rows = append(rows, row{at.member, s})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(
			cmp.Compare(a.Doubt(), b.Doubt()),
			cmp.Compare(b.Rating.Value, a.Rating.Value), cmp.Compare(a.member, b.member),
		)
	})
	places := make([]profile.Place, len(rows))
	for i, r := range rows {
		places[i] = profile.Place{Rank: i + 1, Member: r.member, Points: r.Rating.Points(), Provisional: r.Rating.Provisional(), Rated: r.Rated}
	}
	return places
}

// season returns the places of a season: see Store.Season.
func (l *memoryLedger) season(guild string, pool profile.Pool, s profile.Season) []profile.SeasonPlace {
	of := map[string]profile.SeasonPlace{}
	for _, r := range l.results {
		member := r.Member()
		if r.Verdict != profile.Rated || r.Game.Guild != guild || profile.PoolOf(r.Game.Variant) != pool || r.Game.Ended.Before(s.From) || !r.Game.Ended.Before(s.Until) ||
			l.unlisted(member) || !l.places[place{guild, inPool{member, pool}}] {
			continue
		}
		p := of[member]
		of[member] = profile.SeasonPlace{Member: member, Points: p.Points + int(r.Score), Games: p.Games + 1}
	}
	all := slices.Collect(maps.Values(of))
	profile.SortSeason(all)
	return all
}

// forget deletes a member's data, and replaces the member in the data of others by the anonymous player.
func (l *memoryLedger) forget(member string) {
	maps.DeleteFunc(l.standings, func(at inPool, _ profile.Standing) bool { return at.member == member })
	maps.DeleteFunc(l.places, func(at place, _ bool) bool { return at.member == member })
	maps.DeleteFunc(l.tallies, func(c profile.TallyKey, _ profile.Tally) bool {
		return c.Member == member || c.Kind == profile.Against && c.Key == member
	})
	delete(l.earned, member)
	for at, s := range l.standings {
		if s.Best.Opponent.ID == member {
			s.Best.Opponent = match.Person(match.Anonymous)
			l.standings[at] = s
		}
	}
	l.results = slices.DeleteFunc(l.results, func(r profile.MemberResult) bool { return r.Member() == member })
	for i := range l.results {
		for side, p := range l.results[i].Game.Players {
			if p.ID == member {
				l.results[i].Game.Players[side] = match.Person(match.Anonymous)
			}
		}
	}
}
