package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// memoryPuzzles is the data about puzzles in a Memory.
type memoryPuzzles struct {
	records map[string]solvingText // by member
	ratings map[string]profile.Rating
	days    map[memberDay]puzzle.DailyProgress
	tables  map[guildDay][]string // the members with an entry in a guild's table
	posted  map[string]dailyPost  // by guild
}

type solvingText struct {
	text     string
	revision int
}

type memberDay struct {
	member string
	day    puzzle.Day
}

type guildDay struct {
	guild string
	day   puzzle.Day
}

type dailyPost struct {
	day     puzzle.Day // the last day whose puzzle was posted
	claimed time.Time  // when a process claimed the next post; zero for none
}

func newMemoryPuzzles() memoryPuzzles {
	return memoryPuzzles{
		records: map[string]solvingText{}, ratings: map[string]profile.Rating{}, days: map[memberDay]puzzle.DailyProgress{},
		tables: map[guildDay][]string{}, posted: map[string]dailyPost{},
	}
}

// solving returns a member's stored progress.
func (p memoryPuzzles) solving(member string) (puzzle.Progress, error) {
	kept, ok := p.records[member]
	if !ok {
		return puzzle.Progress{Member: member}, nil
	}
	return ReadSolving(kept.text, member, kept.revision)
}

// Solving returns a member's progress: see Puzzles.
func (s *Memory) Solving(ctx context.Context, member string) (puzzle.Progress, error) {
	return locked(ctx, s, func() (puzzle.Progress, error) { return s.solving(member) })
}

// solving returns a member's progress. If only a trace of deleted data is left, the progress has
// the tries that the member had used before the deletion. Callers hold s.mu.
func (s *Memory) solving(member string) (puzzle.Progress, error) {
	r, err := s.puzzles.solving(member)
	if err == nil && r.Revision == 0 {
		daily := s.lastTrace(s.secret.Daily(member))
		r = Unsolved(member, daily, s.remains(member))
	}
	return r, err
}

// SaveSolving stores a member's progress: see Puzzles.
func (s *Memory) SaveSolving(ctx context.Context, c PuzzleChange) (PuzzleSaved, error) {
	return locked(ctx, s, func() (saved PuzzleSaved, err error) {
		r, p := c.Record, s.puzzles
		if p.records[r.Member].revision != r.Revision {
			return saved, ErrVersion
		}
		var after profile.Rating
		if c.Rate != nil {
			before, ok := p.ratings[c.Record.Rates()]
			if !ok {
				before = c.Rate.Start
			}
			r, after = r.Rate(before, c.Rate.Solved, c.Rate.At)
		}
		r.Revision++
		text, err := WriteSolving("", r)
		if err != nil {
			return saved, err
		}
		p.records[r.Member] = solvingText{text, r.Revision}
		if c.Rate != nil {
			p.ratings[c.Record.Rates()] = after
		}
		if day := r.Daily.Day(); day > 0 {
			p.days[memberDay{r.Member, day}] = r.Daily
			if at := (guildDay{c.Guild, day}); c.Guild != "" && !slices.Contains(p.tables[at], r.Member) {
				p.tables[at] = append(p.tables[at], r.Member)
			}
		}
		if saved.Earned, err = s.ledger.Earn(ctx, r.Member, EarnedDaily(r)); err != nil {
			return saved, err
		}
		saved.Record, err = p.solving(r.Member)
		return saved, err
	})
}

// PuzzleRatings returns ratings: see Puzzles.
func (s *Memory) PuzzleRatings(ctx context.Context, puzzles []string) (map[string]profile.Rating, error) {
	return locked(ctx, s, func() (map[string]profile.Rating, error) {
		found := map[string]profile.Rating{}
		for _, id := range puzzles {
			if r, ok := s.puzzles.ratings[id]; ok {
				found[id] = r
			}
		}
		return found, nil
	})
}

// DailyTable returns the table of a day: see Puzzles.
func (s *Memory) DailyTable(ctx context.Context, guild string, day puzzle.Day, limit int) (puzzle.Table, error) {
	return locked(ctx, s, func() (t puzzle.Table, _ error) {
		for _, member := range s.puzzles.tables[guildDay{guild, day}] {
			d := s.puzzles.days[memberDay{member, day}]
			t.Players++
			if d.Tries.Solved() {
				t.Solved++
			}
			if !s.ledger.unlisted(member) {
				t.Entries = append(t.Entries, puzzle.Entry{Member: member, Tries: d.Tries, Over: d.Over(), Took: d.Took()})
			}
		}
		puzzle.SortEntries(t.Entries)
		t.Entries = t.Entries[:min(limit, len(t.Entries))]
		return t, nil
	})
}

// DailyChampions returns the best solvers: see Puzzles.
func (s *Memory) DailyChampions(ctx context.Context, guild string, from, to puzzle.Day, limit int) ([]puzzle.Champion, error) {
	return locked(ctx, s, func() ([]puzzle.Champion, error) {
		of := map[string]puzzle.Champion{}
		for at, members := range s.puzzles.tables {
			for _, member := range members {
				d := s.puzzles.days[memberDay{member, at.day}]
				if at.guild != guild || at.day < from || to < at.day || !d.Tries.Solved() || s.ledger.unlisted(member) {
					continue
				}
				c := of[member]
				of[member] = puzzle.Champion{Member: member, Points: c.Points + d.Tries.Points(), Took: c.Took + d.Took(), Days: c.Days + 1}
			}
		}
		all := slices.Collect(maps.Values(of))
		puzzle.SortChampions(all)
		return all[:min(limit, len(all))], nil
	})
}

// DailyMembers returns the members who have recently begun a daily puzzle: see Puzzles.
func (s *Memory) DailyMembers(ctx context.Context, guild string, since puzzle.Day, limit int) ([]string, error) {
	return locked(ctx, s, func() ([]string, error) {
		last := map[string]puzzle.Day{}
		for at, members := range s.puzzles.tables {
			for _, member := range members {
				if at.guild == guild && at.day >= since {
					last[member] = max(last[member], at.day)
				}
			}
		}
		all := slices.SortedFunc(maps.Keys(last), func(a, b string) int { return cmp.Or(cmp.Compare(last[b], last[a]), cmp.Compare(a, b)) })
		return all[:min(limit, len(all))], nil
	})
}

// dailyDue reports whether a server's post of the puzzle of the day is due.
func (s *Memory) dailyDue(guild string, now time.Time) bool {
	chosen, err := ReadSettings(s.servers[guild], match.Server{ID: guild})
	post := s.puzzles.posted[guild]
	return err == nil && chosen.DailyChannel != "" && chosen.DailyHour <= now.UTC().Hour() &&
		post.day < puzzle.DayAt(now) && (post.claimed.IsZero() || now.Sub(post.claimed) >= ClaimLife)
}

// DueDailies returns the servers whose post of the daily puzzle is due: see Puzzles.
func (s *Memory) DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error) {
	return locked(ctx, s, func() (due []string, _ error) {
		for guild := range s.servers {
			if guild > after && s.dailyDue(guild, now) {
				due = append(due, guild)
			}
		}
		slices.Sort(due)
		return due[:min(limit, len(due))], nil
	})
}

// ClaimDaily claims the post of a daily puzzle: see Puzzles.
func (s *Memory) ClaimDaily(ctx context.Context, guild string, now time.Time) (bool, error) {
	return locked(ctx, s, func() (bool, error) {
		if !s.dailyDue(guild, now) {
			return false, nil
		}
		s.puzzles.posted[guild] = dailyPost{s.puzzles.posted[guild].day, now}
		return true, nil
	})
}

// NoteDaily records that a daily puzzle was posted: see Puzzles.
func (s *Memory) NoteDaily(ctx context.Context, guild string, day puzzle.Day) error {
	return s.locked(ctx, func() error {
		if s.puzzles.posted[guild].day < day {
			s.puzzles.posted[guild] = dailyPost{day: day}
		}
		return nil
	})
}

// results returns a member's results in daily puzzles, oldest first.
func (p memoryPuzzles) results(member string) (all []DailyResult) {
	for at, d := range p.days {
		if at.member != member {
			continue
		}
		r := DailyResult{Day: at.day.String(), Tries: d.Tries, Over: d.Over(), Millis: d.Took().Milliseconds()}
		for in, members := range p.tables {
			if in.day == at.day && slices.Contains(members, member) {
				r.Servers = append(r.Servers, in.guild)
			}
		}
		slices.Sort(r.Servers)
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b DailyResult) int { return cmp.Compare(a.Day, b.Day) })
	return all
}

// forget deletes a member's data about puzzles.
func (p memoryPuzzles) forget(member string) {
	delete(p.records, member)
	maps.DeleteFunc(p.days, func(at memberDay, _ puzzle.DailyProgress) bool { return at.member == member })
	for at, members := range p.tables {
		p.tables[at] = slices.DeleteFunc(members, func(m string) bool { return m == member })
	}
}

// expire drops daily puzzles from before the last two weeks, which no page shows.
func (p memoryPuzzles) expire(now time.Time) {
	old := puzzle.DayAt(now.Add(-memoryDays * 24 * time.Hour))
	maps.DeleteFunc(p.days, func(at memberDay, _ puzzle.DailyProgress) bool { return at.day < old })
	maps.DeleteFunc(p.tables, func(at guildDay, _ []string) bool { return at.day < old })
}

// memoryDays is how many days of daily puzzles Memory keeps: enough for this week and the week before.
const memoryDays = 15
