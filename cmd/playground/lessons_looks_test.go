package main

import (
	"fmt"
	"net/url"
	"testing"

	"noughts/cmd/playground/browsertest"
)

// TestLooksOfLessons takes pictures of the lessons of Ultimate: the list of lessons, a question, a wrong answer and a
// right one. For the pictures see TestLooks.
func TestLooksOfLessons(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	channel := newThread(t, base, "lessons")
	send(t, base+"/use?as=alice&channel="+channel, url.Values{"line": {"/help"}})
	alice := open(t, browser, base, "Alice", "alice", channel)
	for _, step := range []struct{ press, says, picture string }{
		{"Learn Ultimate", "Ten small lessons", "learn"},
		{"8", "Lesson 8 of 10", "lesson"},
		{"3", "wins it for", "lesson-wrong"},
		{"Try again", "Press a square that gives neither of them away", ""},
		{"1", "can't win a board at once", "lesson-right"},
	} {
		alice.press(step.press)
		alice.until(fmt.Sprintf(`document.querySelector('#messages').textContent.includes(%q)`, step.says))
		if step.picture != "" {
			alice.shoot(step.picture)
		}
	}
}
