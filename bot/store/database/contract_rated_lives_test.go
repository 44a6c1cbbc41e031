package database_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

// ratedMembers are the members who play the games of playRatedLives.
var ratedMembers = []string{alice, bob, carol, "400", "500", "600"}

// A ratedGame is a finished game of playRatedLives, with the verdict and the ratings that the store should give it.
type ratedGame struct {
	end     gameEnd
	id      match.ID
	verdict string
	ratings [2]profile.Rating // of the members, after the game
}

// playRatedLives plays random games of all kinds to their ends, and checks their effects. It returns the games with the
// expected verdicts and ratings. To compute these, it does not read the store.
func playRatedLives(t *testing.T, s store.Store, seed uint64, games int) []ratedGame {
	t.Helper()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 2))
	levels := map[string]int{"weak": 550, "casual": 900, "champion": 1600, "unknown": 0}
	names := []string{"weak", "casual", "champion", "unknown"}
	variants := []game.Variant{game.Ultimate, game.Ultimate, game.Classic(3), game.Classic(5), game.InARow(7, 4), game.Classic(2)}
	ratings := map[string]profile.Rating{}
	now := epoch
	var played []ratedGame
	for i := range games {
		now = now.Add(time.Duration(rng.IntN(5*60*1000)) * time.Millisecond)
		if rng.IntN(60) == 0 {
			now = now.Add(14 * time.Hour)
		}
		order := rng.Perm(len(ratedMembers))
		e := gameEnd{
			x: match.Person(ratedMembers[order[0]]), o: match.Person(ratedMembers[order[1]]), winner: game.Mark(rng.IntN(3)), at: now,
			guild:   []string{"", "7", "8"}[rng.IntN(3)],
			options: match.Options{Variant: variants[rng.IntN(len(variants))], Casual: rng.IntN(8) == 0}, taken: rng.IntN(8) == 0,
		}
		if rng.IntN(3) == 0 {
			level := names[rng.IntN(len(names))]
			e.o, e.level = match.Computer(level), levels[level]
			if rng.IntN(2) == 0 {
				e.x, e.o = e.o, e.x
			}
		}
		if e.x.IsPerson() && rng.IntN(10) == 0 {
			e.hinted[0] = true
		}
		if e.options.Variant != game.Classic(2) {
			e.second = seconds[rng.IntN(len(seconds))]
		}
		g := ratedGame{end: e, id: match.ID("r" + strconv.Itoa(i))}
		g.rate(ratings, played)
		over := e.play(t, s, g.id)
		for side, p := range over.Match.Players {
			if p.IsComputer() {
				continue
			}
			effect, points := over.Effects[side], 0
			unrated := g.verdict
			switch {
			case e.computer():
				unrated = "" // the effects of a game against the computer have neither a verdict nor points
			case g.verdict == "":
				points = g.ratings[side].Points()
			}
			if effect.Unrated != unrated || effect.After != points {
				t.Fatalf("game %d, %+v: the effect is %+v, want %q and %d", i, e, effect, g.verdict, points)
			}
		}
		played = append(played, g)
	}
	return played
}

// rate computes the expected verdict and ratings of a game. `ratings` has the members' ratings by member and pool, and
// `before` has all earlier games.
func (g *ratedGame) rate(ratings map[string]profile.Rating, before []ratedGame) {
	e := g.end
	pool := string(g.pool())
	at := func(p match.Player) profile.Rating {
		if r, ok := ratings[p.ID+pool]; ok {
			return r
		}
		return profile.NewRating()
	}
	x, o := at(e.x), at(e.o)
	member := x
	if e.x.IsComputer() {
		member = o
	}
	switch {
	case pool == "":
		g.verdict = "no pool"
	case e.options.Casual:
		g.verdict = "casual"
	case e.computer():
		g.verdict = e.againstLevel(member, before)
	case e.hinted[0]:
		g.verdict = "hinted"
	case e.today(before) >= 6:
		g.verdict = "enough"
	}
	if g.verdict != "" {
		return
	}
	scores := map[game.Mark][2]profile.HalfPoints{game.Empty: {profile.Draw, profile.Draw}, game.X: {profile.Win, profile.Loss}, game.O: {profile.Loss, profile.Win}}[e.counted()]
	if e.computer() {
		g.ratings = [2]profile.Rating{x.AfterLevel(e.level, scores[0], e.at), o.AfterLevel(e.level, scores[1], e.at)}
	} else {
		g.ratings = [2]profile.Rating{x.After(o, scores[0], e.at), o.After(x, scores[1], e.at)}
	}
	for i, p := range []match.Player{e.x, e.o} {
		if p.IsPerson() {
			ratings[p.ID+pool] = g.ratings[i]
		}
	}
}

// seconds are possible second moves. All games begin with the move a1. With the first and the last of `seconds`, the
// positions are mirror images, so they count as the same game.
var seconds = []game.Square{game.At(0, 1), game.At(1, 1), game.At(0, 2), game.At(1, 2), game.At(2, 2), game.At(1, 0)}

// pool returns the pool of a game.
func (g ratedGame) pool() profile.Pool {
	pool := profile.PoolOf(g.end.options.Variant)
	switch {
	case g.end.computer() && g.end.options.Variant == game.InARow(7, 4): // won by force
		return ""
	case pool != "" && g.end.computer():
		return pool.AgainstComputer()
	}
	return pool
}

// againstLevel returns why a game against the computer is not rated, "" if it is rated.
func (e gameEnd) againstLevel(member profile.Rating, before []ratedGame) string {
	switch {
	case e.level == 0:
		return "unmeasured"
	case member.Value > (e.level+400)*100:
		return "weak level"
	case !e.taken && !e.hinted[0] && slices.ContainsFunc(before, e.same):
		return "repeated"
	}
	return ""
}

// same reports whether b was a rated game against the computer with the same players, variant and moves as e. Mirrored
// moves count as the same moves.
func (e gameEnd) same(b ratedGame) bool {
	mirrored := func(s game.Square) game.Square { return game.At(min(s.Col(), s.Row()), max(s.Col(), s.Row())) }
	return b.verdict == "" && b.end.computer() && b.end.x.ID == e.x.ID && b.end.o.ID == e.o.ID && b.end.options.Variant == e.options.Variant &&
		mirrored(b.end.second) == mirrored(e.second)
}

// today returns how many of the earlier games were rated games of the same two members on the same day.
func (e gameEnd) today(before []ratedGame) (n int) {
	for _, b := range before {
		same := b.end.x == e.x && b.end.o == e.o || b.end.x == e.o && b.end.o == e.x
		if same && b.verdict == "" && b.end.at.Format(time.DateOnly) == e.at.Format(time.DateOnly) {
			n++
		}
	}
	return n
}

// checkRatedLives plays many random games. It then compares the store's profiles and leaderboards with those that it
// computes from the list of these games.
func checkRatedLives(t *testing.T, s store.Store) {
	games := playRatedLives(t, s, *seed, 400)
	verdicts := map[string]int{}
	for _, g := range games {
		verdicts[g.verdict]++
	}
	if len(verdicts) != 8 {
		t.Errorf("the games do not try everything: %v", verdicts)
	}
	for i, member := range ratedMembers {
		reader := ratedMembers[(i+1)%len(ratedMembers)]
		want := wantedProfile(games, member, reader)
		got := mustProfile(t, s, member, reader)
		got.Earned = nil // the test `achieved` checks achievements
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("the profile of %s (-want +got):\n%s", member, diff)
		}
	}
	for _, pool := range profile.Pools() {
		for _, guild := range []string{"", "7", "8"} {
			wantBoard(t, s, games, profile.Board{Pool: pool, Guild: guild})
			wantBoard(t, s, games, profile.Board{Pool: pool, Guild: guild, Since: games[len(games)*3/4].end.at})
		}
	}
}

// wantBoard checks the places of a leaderboard.
func wantBoard(t *testing.T, s store.Store, games []ratedGame, b profile.Board) {
	t.Helper()
	var want []profile.Place
	values := map[string]int{}
	for _, member := range ratedMembers {
		there := false
		for _, g := range games {
			side := g.side(member)
			there = there || side != game.Empty && g.verdict == "" && g.pool() == b.Pool && (b.Guild == "" || g.end.guild == b.Guild)
		}
		for _, st := range wantedProfile(games, member, "").Standings {
			if there && st.Pool == b.Pool && !st.Rating.Time.Before(b.Since) {
				want = append(want, profile.Place{Member: member, Points: st.Rating.Points(), Provisional: st.Rating.Provisional(), Rated: st.Rated})
				values[member] = st.Rating.Value
			}
		}
	}
	slices.SortFunc(want, func(a, b profile.Place) int {
		late := map[bool]int{true: 1}
		return cmp.Or(late[a.Provisional]-late[b.Provisional], values[b.Member]-values[a.Member], cmp.Compare(a.Member, b.Member))
	})
	for i := range want {
		want[i].Rank = i + 1
	}
	page, err := s.Leaders(t.Context(), b, 0, 100, "")
	if diff := gocmp.Diff(want, page.Places); err != nil || diff != "" {
		t.Errorf("%+v: %v (-want +got):\n%s", b, err, diff)
	}
}

func (g ratedGame) side(member string) game.Mark {
	switch member {
	case g.end.x.ID:
		return game.X
	case g.end.o.ID:
		return game.O
	}
	return game.Empty
}

// wantedProfile computes a profile from the list of games.
func wantedProfile(games []ratedGame, member, reader string) profile.Profile {
	p := profile.Profile{Member: member}
	records, openings := map[string]*profile.Performance{}, map[string]*profile.Opening{}
	for _, pool := range profile.AllPools() {
		st := profile.Standing{Pool: pool}
		for _, g := range games {
			if g.side(member) != game.Empty && g.verdict == "" && g.pool() == pool {
				st = g.after(st, member, games)
			}
		}
		if st.Rated.Games() > 0 {
			p.Standings = append(p.Standings, st)
		}
	}
	for _, g := range games {
		side := g.side(member)
		if side == game.Empty {
			continue
		}
		opponent := []match.Player{g.end.o, g.end.x}[side-game.X]
		v := g.end.options.Variant
		name := fmt.Sprint(v, opponent.Level)
		if records[name] == nil {
			records[name] = &profile.Performance{Variant: v, Level: opponent.Level}
		}
		tallied := []*profile.Tally{&records[name].Tally}
		if side == game.X {
			if openings[v.String()] == nil {
				openings[v.String()] = &profile.Opening{Variant: v, Square: game.At(0, 0)}
			}
			tallied = append(tallied, &openings[v.String()].Tally)
		}
		if opponent.ID == reader {
			tallied = append(tallied, &p.Against)
		}
		for _, t := range tallied {
			add(t, side, g.end.winner)
		}
	}
	for _, r := range records {
		p.Records = append(p.Records, *r)
	}
	for _, o := range openings {
		p.Openings = append(p.Openings, *o)
	}
	p.Arrange()
	return p
}

func add(t *profile.Tally, side, winner game.Mark) {
	switch winner {
	case game.Empty:
		t.Draws++
	case side:
		t.Wins++
	default:
		t.Losses++
	}
}

// after returns a member's standing after the game g, which is rated. `st` is the member's standing before the game.
func (g ratedGame) after(st profile.Standing, member string, games []ratedGame) profile.Standing {
	side := g.side(member)
	st.Rating = g.ratings[side-game.X]
	add(&st.Rated, side, g.end.counted())
	st.History = append(st.History, profile.Point{At: g.end.at, Points: st.Rating.Points()})
	if !st.Rating.Provisional() {
		st.Peak = max(st.Peak, st.Rating.Points())
	}
	switch g.end.counted() {
	case game.Empty:
		st.Streak = 0
		return st
	case side:
		st.Streak = max(st.Streak, 0) + 1
		st.Longest = max(st.Longest, st.Streak)
	default:
		st.Streak = min(st.Streak, 0) - 1
		return st
	}
	opponent := []match.Player{g.end.o, g.end.x}[side-game.X]
	was := profile.Rating{Value: g.end.level * 100}
	if opponent.IsPerson() { // find the opponent's rating before this game
		was = profile.NewRating()
		for _, b := range games {
			if b.id == g.id {
				break
			}
			if s := b.side(opponent.ID); s != game.Empty && b.verdict == "" && b.pool() == st.Pool {
				was = b.ratings[s-game.X]
			}
		}
	}
	if !was.Provisional() && was.Points() > st.Best.Points {
		st.Best = profile.BestWin{Match: g.id, Opponent: opponent, Points: was.Points(), At: g.end.at}
	}
	return st
}
