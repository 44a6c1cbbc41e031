package tournaments

import (
	"errors"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/tournament"
)

// TestARequestIsCarriedOutOnce delivers requests twice, of which one opens a tournament and one
// joins it: the second delivery finds that they are done.
func TestARequestIsCarriedOutOnce(t *testing.T) {
	t.Parallel()
	o := New(Deps{Store: store.NewMemory()})
	facts := plan.Facts{ID: "234567892345", Now: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}
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
		_, _, err := o.Decide(t.Context(), &plan.Request{ID: "joins"}, joins, func(match.Place) plan.Facts { return facts })
		if (delivery == 1) != errors.As(err, &done) {
			t.Errorf("delivery %d of joining: %v", delivery+1, err)
		}
	}
}
