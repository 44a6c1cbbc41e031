package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestSolve(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"-variant,classic 3":                           {"draw"},
		"-variant,classic 3,-position,xxo/oox/2o x":    {"a3 draw", "b3 loss 2"},
		"-variant,classic 4,-position,xxx1/ooo1/4/4 x": {"win 1", "d1 win 1"},
	} {
		status, out, errOut := command(append([]string{"solve"}, strings.Split(line, ",")...)...)
		if status != 0 {
			t.Errorf("%s: %s", line, errOut)
		}
		for _, text := range want {
			if !strings.Contains(out, text) {
				t.Errorf("%s: %q lacks %q", line, out, text)
			}
		}
	}
	for line, want := range map[string]int{
		"solve -position hello": 2, "solve -time -5s": 2, "solve -variant classic -position xxx/oo1/3": 2,
	} {
		if status, _, errOut := command(strings.Fields(line)...); status != want {
			t.Errorf("arena %s: status %d: %s", line, status, errOut)
		}
	}
	if status, _, errOut := command("solve", "-variant", "classic 3", "-position", "xxx/oo1/3 o"); status != 1 {
		t.Errorf("a game that is over: status %d: %s", status, errOut)
	}
}

// The command "solve" must find the same values as independent solvers for every move of these positions.
func TestSolveEndgames(t *testing.T) {
	t.Parallel()
	file, err := os.Open("../../game/rules/testdata/ultimate_endgames.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for range 12 { // only the first positions, which have few empty squares: the tests of the Ultimate engine cover all positions of the file
		if !lines.Scan() {
			t.Fatal("too few positions")
		}
		var endgame struct {
			Position, Value string
			Moves           map[string]string
		}
		if err := json.Unmarshal(lines.Bytes(), &endgame); err != nil {
			t.Fatal(err)
		}
		status, out, errOut := command("solve", "-json", "-position", endgame.Position)
		var s solution
		if status != 0 || json.Unmarshal([]byte(out), &s) != nil {
			t.Fatalf("%s: status %d, %s", endgame.Position, status, errOut)
		}
		if value, _, _ := strings.Cut(s.Value, " "); value != endgame.Value || len(s.Moves) != len(endgame.Moves) {
			t.Errorf("%s: %+v, want %s", endgame.Position, s, endgame.Value)
		}
		for _, m := range s.Moves {
			if value, _, _ := strings.Cut(m.Value, " "); value != endgame.Moves[m.Move] {
				t.Errorf("%s: %s is %s, want %s", endgame.Position, m.Move, m.Value, endgame.Moves[m.Move])
			}
		}
	}
}
