package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/discordtest"
)

// TestFunctionsOfAPress tests the function `functions`. Its result must contain each function that the presses ran at
// least about once per press. It must not contain functions that run equally often without presses, or that ran more
// often for only a few of the presses.
func TestFunctionsOfAPress(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "match.go")
	const code = `package match

func start() {} // once a process

func (m *Match) play() {
	_ = func() {}
}

func (l List[T]) each() {}

func tick() {} // now and then
`
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(line int) block { return block{file: file, line: line} }
	without := map[block]int{at(3): 1, at(5): 0, at(9): 7, at(11): 3}
	with := map[block]int{at(3): 1, at(5): presses, at(6): presses, at(9): 7 + 3*presses, at(11): 3 + enough - 1}
	got, err := functions(without, with)
	if err != nil {
		t.Fatal(err)
	}
	want := []function{
		{file: file, name: "Match.play", from: 5, to: 7, times: 1},
		{file: file, name: "List.each", from: 9, to: 9, times: 3},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(function{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadAddsUpAProfile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "profile")
	const profile = "mode: atomic\nnoughts/bot/bot.go:88.2,90.3 1 7\nnoughts/bot/bot.go:88.2,90.3 1 2\nnoughts/game/game.go:5.1,6.2 3 0\n"
	if err := os.WriteFile(path, []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := read(path)
	want := map[block]int{{"bot/bot.go", 88, "88.2,90.3"}: 9, {"game/game.go", 5, "5.1,6.2"}: 0}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(block{})); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if err := os.WriteFile(path, []byte("noughts/bot/bot.go:88.2,90.3 1 often\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := read(path); err == nil {
		t.Error("a count that is no number was read")
	}
}

func TestSquareIsFoundInRows(t *testing.T) {
	t.Parallel()
	rows := []discordtest.Component{
		{Components: []discordtest.Component{{CustomID: "/m/1/0/a1"}, {CustomID: "/m/1/0/b1"}}},
		{Components: []discordtest.Component{{CustomID: "/m/1/0/a2"}, {CustomID: "/m/1/0/b2"}}},
	}
	if got := square(rows, "/b2"); got != "/m/1/0/b2" {
		t.Errorf("got %q", got)
	}
	if got := square(rows, "/c3"); got != "" {
		t.Errorf("got %q for a square that is not there", got)
	}
}
