package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render/golden"
)

func TestHistory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says(t, w.as(ann).types("history"), "You haven't finished a game yet.")
	says(t, w.as(ben).types("history", "member", ann), "No finished games here yet.")
	for i := range 25 {
		w.now = began.Add(time.Duration(i/4) * time.Hour)
		w.wonBy(match.ID(fmt.Sprintf("m%02d", i)), ann, ben, hereInServer)
	}
	w.now = began.Add(24 * time.Hour)
	w.wonBy("m90", ben, ann, elsewhere)
	drawn := w.wonBy("m80", ann, eve, hereInServer)
	drawn.Match.Result, drawn.Effects = match.Result{Reason: match.ByAgreement}, [2]match.Effect{}
	stopped := w.wonBy("m70", eve, ann, hereInServer)
	stopped.Match.Result = match.Result{Reason: match.Abandoned}
	stopped.Effects = [2]match.Effect{}
	stopped.Match.Players[0] = match.Person(match.Anonymous)
	watched := w.wonBy("m60", ann, ben, hereInServer)
	watched.Match.Players, watched.Effects = [2]match.Player{match.Computer("random"), match.Computer("club")}, [2]match.Effect{}
	w.records["m80"], w.records["m70"], w.records["m60"] = drawn, stopped, watched

	first := accepted(t, w.as(ann).types("history"))
	if pings(t, first); !first.private() {
		t.Error("everybody sees it")
	}
	golden.Check(t, "history.golden", script(first))
	pages := []answer{first}
	for range 2 {
		press := turning(pages[len(pages)-1])
		pages = append(pages, accepted(t, w.as(ann).pressesOn(plan.Message{ID: "800", Private: true}, press[len(press)-1].id)))
	}
	if games := strings.Count(spoken(pages[2]), "**Won**"); games != 9 || len(turning(pages[2])) != 1 {
		t.Errorf("the last page has %d games:\n%s", games, script(pages[2]))
	}
	seen := map[string]bool{}
	for _, page := range pages {
		for _, part := range strings.Split(spoken(page), "/channels/500/600/8")[1:] {
			seen[part[:2]] = true
		}
	}
	if len(seen) != 28 { // one of 29 games is in another place
		t.Errorf("%d games on three pages", len(seen))
	}
	back := pages[2]
	for _, want := range []answer{pages[1], pages[0]} {
		back = accepted(t, w.as(ann).pressesOn(plan.Message{ID: "800", Private: true}, turning(back)[0].id))
		if spoken(back) != spoken(want) {
			t.Errorf("back again:\n%s\nwant\n%s", script(back), script(want))
		}
	}

	others := accepted(t, w.as(ben).types("history", "member", ann))
	if !others.private() || strings.Contains(spoken(others), "/501/") {
		t.Errorf("the games of another member:\n%s", script(others))
	}
	group := actor{w: w, id: ben, channel: "601", locale: "en-US"}
	if text := spoken(accepted(t, group.types("history", "member", ann))); !strings.Contains(text, "**Lost**") || strings.Contains(text, "/600/") {
		t.Errorf("in a group with the channel of one game:\n%s", text)
	}
	for _, path := range []string{"/history/" + ann + "/older/x/m1", "/history/" + ann + "/newer/1/-", "/history/ann", "/history/0"} {
		refused(t, w.as(ben).presses(path), texts.RefuseOldButton)
	}
}

// turning returns the buttons that turn to other pages of a history.
func turning(page answer) []press {
	return slices.DeleteFunc(pressable(page.Response.Data.Components), func(p press) bool { return !strings.HasPrefix(p.id, "/history/") })
}
