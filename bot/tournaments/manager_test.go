package tournaments

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"noughts/bot/queue"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// A request that opens a tournament and a request that joins it are each delivered twice. The test
// checks that the second delivery returns *store.Done.
func TestARequestIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	o := New(Deps{Store: storetest.Memory(t)})
	facts := plan.Facts{ID: "234567892345", Now: epoch}
	opens := plan.NewTournament{Begin: func(f plan.Facts) (tournament.Tournament, error) {
		return tournament.New(f.ID, "1", tournament.Options{Match: match.Options{Variant: game.Classic(3)}}, f.Now)
	}}
	joins := plan.OnTournament{Tournament: facts.ID, Decide: func(r tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
		next, err := r.Tournament.Register("2", 0, f.Now)
		next.Version = r.Tournament.Version + 1
		return plan.TournamentDecision{Next: &next}, err
	}}
	for delivery := range 2 {
		var done *store.Done
		if _, err := o.New(t.Context(), &plan.Request{ID: "opens"}, opens, facts); (delivery == 1) != errors.As(err, &done) {
			t.Errorf("delivery %d of opening: %v", delivery+1, err)
		}
	}
	for delivery := range 2 {
		var done *store.Done
		_, _, err := o.Decide(t.Context(), &plan.Request{ID: "joins"}, joins, func() plan.Facts { return facts })
		if (delivery == 1) != errors.As(err, &done) {
			t.Errorf("delivery %d of joining: %v", delivery+1, err)
		}
	}
}

// Of two messages that are posted at once, the earlier one may be noted last.
func TestTheNewestMessageStaysTheNewest(t *testing.T) {
	t.Parallel()
	idle := queue.New(0, 0, slog.New(slog.DiscardHandler))
	if err := idle.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	o := New(Deps{Store: storetest.Memory(t), Queue: idle})
	id := match.ID("234567892345")
	opens := plan.NewTournament{Begin: func(f plan.Facts) (tournament.Tournament, error) {
		return tournament.New(f.ID, "1", tournament.Options{Match: match.Options{Variant: game.Classic(3)}}, f.Now)
	}}
	if _, err := o.New(t.Context(), &plan.Request{ID: "opens"}, opens, plan.Facts{ID: id, Now: epoch}); err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{"20", "10", "", "20"} {
		o.NoteMessage(t.Context(), id, message)
	}
	if rec, err := o.Load(t.Context(), id); err != nil || rec.Message != "20" || !slices.Equal(rec.Older, []string{"10"}) {
		t.Errorf("%q is the newest, %q are older, %v", rec.Message, rec.Older, err)
	}
}

// A player leaves a tournament after a win that is not recorded yet. The test checks that the win is recorded.
func TestAWonGameStaysWon(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(o *Manager, id match.ID, winner string) error{
		"withdraws": func(o *Manager, id match.ID, winner string) error {
			_, _, err := o.Decide(t.Context(), &plan.Request{ID: "leaves"}, plan.OnTournament{Tournament: id, Decide: func(r tournament.Record, f plan.Facts) (plan.TournamentDecision, error) {
				next, err := r.Tournament.Withdraw(winner, f.Now)
				return plan.TournamentDecision{Next: &next}, err
			}}, func() plan.Facts { return plan.Facts{Now: epoch} })
			return err
		},
		"is forgotten": func(o *Manager, id match.ID, winner string) error { return o.Forget(t.Context(), id, winner) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := storetest.Memory(t)
			o := New(Deps{Store: kept})
			cup, err := tournament.New("234567892345", "9", tournament.Options{Match: match.Options{Variant: game.Classic(3)}}, epoch)
			for _, player := range []string{"1", "2", "3"} {
				if err == nil {
					cup, err = cup.Register(player, 0, epoch)
				}
			}
			if err == nil {
				cup, err = cup.Start("9", rand.New(rand.NewPCG(1, 2)).IntN, epoch)
			}
			if err == nil {
				_, err = kept.SaveTournament(t.Context(), tournament.Record{Tournament: cup}, "")
			}
			if err != nil {
				t.Fatal(err)
			}
			p := cup.Open()[0]
			m, err := cup.Match(p, epoch)
			for i, square := range []game.Square{game.At(0, 0), game.At(1, 0), game.At(0, 1), game.At(1, 1), game.At(0, 2)} {
				if err == nil {
					m, err = m.Play(cup.Players[[2]int{p.X, p.O}[i%2]].ID, square, epoch)
				}
			}
			if err == nil {
				_, err = kept.Save(t.Context(), store.Change{Record: match.Record{Match: m}})
			}
			if err == nil {
				err = leave(o, cup.ID, cup.Players[p.X].ID)
			}
			rec, loadErr := kept.Tournament(t.Context(), cup.ID)
			if err != nil || loadErr != nil {
				t.Fatal(err, loadErr)
			}
			if after := rec.Tournament; after.Rounds[0][slices.Index(cup.Rounds[0], p)].Outcome != tournament.XWon || !after.Players[p.X].Withdrawn {
				t.Errorf("the winner left, and there are %+v, %+v", after.Players, after.Rounds)
			}
		})
	}
}
