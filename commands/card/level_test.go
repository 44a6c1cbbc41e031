package card

import (
	"fmt"
	"testing"

	"noughts/commands/texts"
	"noughts/game/ai"
	"noughts/game/rules"
)

func TestLevelsHaveNamesAndRatings(t *testing.T) {
	t.Parallel()
	l := texts.Load().ForLocale(texts.Default)
	for _, v := range rules.Variants() {
		twins := make(map[string]string)
		for _, level := range ai.Levels(v) {
			key, name := texts.Key("level."+level), Level(l, level)
			if !l.Has(key) {
				t.Errorf("commands/texts/languages/en-US.json has no text %q: it is what members call the level %q of %s", key, level, v)
			}
			if twin, ok := twins[name]; ok {
				t.Errorf("commands/texts/languages/en-US.json: the levels %q and %q of %s are both called %q", twin, level, v, name)
			}
			twins[name] = level
			want := name
			if r, ok := ai.RatingOf(v, level); ok {
				want = fmt.Sprintf("%s (%d)", name, r.Value)
			}
			if got := RatedLevel(l, v, level); got != want {
				t.Errorf("%s: the level %s is offered as %q, want %q", v, level, got, want)
			}
		}
	}
	if got := Level(l, "one that was dropped"); got != "one that was dropped" {
		t.Errorf("a level without a name is called %q", got)
	}
}
