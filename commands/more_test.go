package commands

import (
	"testing"
)

func TestPages(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	for _, action := range []string{"rules", "describe"} {
		page := accepted(t, w.as(eve).on(message, "more"))
		if shown := accepted(t, w.as(eve).on(page, action)); !shown.page {
			t.Errorf("%s is not in the page's place:\n%s", action, script(shown))
		}
		if shown := accepted(t, w.as(eve).presses("/m/m1/2/"+action)); !shown.private() {
			t.Errorf("everybody sees %s:\n%s", action, script(shown))
		}
	}
}
