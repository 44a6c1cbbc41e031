package bot

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/commands"
	"noughts/game"
	"noughts/game/match"
)

// anyGame returns a game with something in every field.
func anyGame(rng *rand.Rand) commands.Game {
	text := func() string { return strings.Repeat("x", 1+rng.IntN(20)) + "7" }
	when := func() time.Time { return time.UnixMilli(1 + rng.Int64N(1<<42)) }
	mark := func() game.Mark { return game.X + game.Mark(rng.IntN(2)) }
	g := commands.Game{
		Place:   commands.Place{Guild: text(), Channel: text(), Locale: text(), Style: text(), Away: true},
		Message: text(),
	}
	g.Match = match.Match{
		ID: match.ID(text()), Version: 1 + rng.IntN(1000), Owner: text(),
		Players: [2]match.Player{{ID: text(), Level: text()}, {ID: text(), Level: text()}},
		Options: match.Options{Variant: game.Ultimate, First: match.FirstRandom, Clock: time.Duration(1 + rng.Int64())},
		Status:  match.Over, Begins: mark(), DrawOffer: mark(), TakebackAsk: mark(),
		Result:   match.Result{Winner: mark(), Reason: match.Reason(1 + rng.IntN(9))},
		Deadline: when(), Created: when(), Changed: when(),
	}
	for range 1 + rng.IntN(81) {
		g.Match.Moves = append(g.Match.Moves, game.Square(rng.IntN(256)))
	}
	return g
}

func TestWhatIsPackedIsUnpackedAsItWas(t *testing.T) {
	t.Parallel()
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 1000 {
		g := anyGame(rng)
		if diff := cmp.Diff(g, pack(g).game()); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
	if diff := cmp.Diff(commands.Game{}, pack(commands.Game{}).game()); diff != "" {
		t.Errorf("of nothing: %s", diff)
	}
}

// TestEveryFieldIsPacked fails when a game gets a field that anyGame, and so
// perhaps pack, does not know.
func TestEveryFieldIsPacked(t *testing.T) {
	t.Parallel()
	var check func(path string, v reflect.Value)
	check = func(path string, v reflect.Value) {
		switch {
		case v.IsZero():
			t.Errorf("%s is empty", path)
		case v.Type() == reflect.TypeFor[time.Time]():
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				check(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case v.Kind() == reflect.Array:
			for i := range v.Len() {
				check(path, v.Index(i))
			}
		}
	}
	check("game", reflect.ValueOf(anyGame(rand.New(rand.NewPCG(1, 0)))))
}
