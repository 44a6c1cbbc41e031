package match_test

import (
	"slices"
	"testing"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

// lined returns a match of X against O after some moves, without a check of the moves. `given` of them were given.
func lined(id match.ID, x, o match.Player, v game.Variant, moves game.Moves, given int) match.Match {
	return match.Match{
		ID: id, Players: [2]match.Player{x, o}, Options: match.Options{Variant: v}, Status: match.Over, Begins: game.X,
		Given: moves[:given:given], Moves: moves[given:],
	}
}

// TestRelays compares random games with others of the same member that have all of their moves, a part of them, or the
// same moves turned and mirrored, made by members or by levels.
func TestRelays(t *testing.T) {
	t.Parallel()
	ann, ben, level := match.Person("ann"), match.Person("ben"), match.Computer("champion")
	for _, v := range []game.Variant{game.Classic(3), game.InARow(9, 5), game.Ultimate} {
		p, moves, line := rules.Start(v, game.X), game.Moves{}, game.Moves{}
		for n := 0; !p.Outcome().Over && n < 40; n++ {
			all := p.Moves()
			moves = append(moves, all[(n*n+3)%len(all)])
			p, _ = p.Play(moves[n])
		}
		for _, s := range moves {
			line = append(line, game.Symmetry(5).Of(s, v.Size()))
		}
		other := slices.Clone(moves)
		slices.Reverse(other)
		half, less, size := len(moves)/2+1, len(moves)/2-3, len(moves)
		small := v == game.Classic(3)
		undone := lined("b", level, ann, v, moves[:1], 0)
		undone.Undone = moves
		played := lined("m", ann, level, v, moves, 0)
		for name, c := range map[string]struct {
			m, other match.Match
			want     bool
		}{
			"all moves":            {played, lined("b", level, ann, v, moves, 0), true},
			"against a member":     {lined("m", ann, ben, v, moves, 0), lined("b", level, ann, v, moves, 0), true},
			"from a watched game":  {played, lined("b", level, level, v, moves, 0), true},
			"turned":               {played, lined("b", level, ann, v, line, 0), true},
			"then taken back":      {played, undone, true},
			"more than half":       {played, lined("b", level, ann, v, moves[:half], 0), !small},
			"less than half":       {played, lined("b", level, ann, v, moves[:less], 0), false},
			"the same game":        {played, lined("m", level, ann, v, moves, 0), false},
			"the member's moves":   {played, lined("b", ann, level, v, moves, 0), false},
			"another member's":     {played, lined("b", ben, ann, v, moves, 0), false},
			"a position set up":    {played, lined("b", level, ann, v, moves, size-1), false},
			"another variant":      {played, lined("b", level, ann, game.Classic(5), moves, 0), false},
			"other moves":          {played, lined("b", level, ann, v, other, 0), false},
			"no moves":             {lined("m", ann, level, v, nil, 0), lined("b", level, ann, v, moves, 0), false},
			"a game not yet begun": {played, lined("b", level, ann, v, nil, 0), false},
			"two moves":            {lined("m", ann, level, v, moves[:3], 0), lined("b", level, ann, v, moves, 0), false},
			"three moves":          {lined("m", ann, level, v, moves[:5], 0), lined("b", level, ann, v, moves, 0), true},
		} {
			if got := c.m.Relays(game.X, c.other); got != c.want {
				t.Errorf("%s, %s: %t", v, name, got)
			}
		}
	}
}
