package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// TestMain runs the test binary as a fake engine if its arguments say so.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "engine" {
		fakeEngine(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// fakeEngine speaks the line protocol of cmd/engine. It knows only the 3×3 board and always plays the first legal move.
// The argument `mood` selects a fault, such as "deaf".
func fakeEngine(mood string) {
	p := rules.Start(game.Classic(3), game.X)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "quit":
			return
		case "isready":
			if mood == "deaf" {
				hang()
			}
			fmt.Println("readyok")
		case "setoption":
			fmt.Println("error: no options")
		case "position":
			p, _ = rules.Parse(game.Classic(3), strings.Join(words[1:3], " "))
			for _, word := range words[min(4, len(words)):] {
				s, _ := game.ParseSquare(word)
				p, _ = p.Play(s)
			}
		case "go":
			fakeMove(mood, p)
		}
	}
}

func fakeMove(mood string, p game.Position) {
	switch mood {
	case "dies":
		fmt.Fprintln(os.Stderr, "out of ideas")
		os.Exit(3)
	case "hangs":
		hang()
	case "cheats":
		fmt.Println("bestmove i9")
	case "babbles":
		fmt.Println("bestmove well")
	case "complains":
		fmt.Println("error: no")
	default:
		fmt.Println("info depth 1 nodes 7 nps 7 score 0.50 time 1 pv a1")
		fmt.Println("bestmove", p.Moves()[0])
	}
}

// hang blocks until the process is killed.
func hang() { time.Sleep(time.Hour) }

func fake(t *testing.T, mood string) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(path, " @") {
		t.Skipf("the test's binary has a path that a contender cannot name: %s", path)
	}
	return fmt.Sprintf("cmd:%s engine %s@1ms", path, mood)
}

func matchReport(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errOut := command(append([]string{"match", "-variant", "classic 3"}, args...)...)
	if status != 0 {
		t.Fatalf("status %d: %s", status, errOut)
	}
	return out
}

func TestMatchAgainstAnotherEngine(t *testing.T) {
	t.Parallel()
	out := matchReport(t, "-a", "perfect", "-b", fake(t, "well"), "-games", "20", "-grace", "1m")
	if !strings.Contains(out, "20 games") || !strings.Contains(out, " 0 lost") || strings.Contains(out, "fault") {
		t.Error(out)
	}
	if last := strings.Fields(out); last[len(last)-1] == "0" {
		t.Errorf("the engine's positions were not read: %s", out)
	}
}

// An engine that fails loses its games, and the report says why.
func TestEnginesThatFailLose(t *testing.T) {
	t.Parallel()
	for mood, why := range map[string]string{
		"dies": "out of ideas", "hangs": errLate.Error(), "cheats": game.ErrNotASquare.Error(),
		"babbles": "well", "complains": "error: no",
	} {
		t.Run(mood, func(t *testing.T) {
			t.Parallel()
			grace := "1m"
			if mood == "hangs" {
				grace = "1s"
			}
			out := matchReport(t, "-a", fake(t, mood), "-b", "random", "-games", "4", "-grace", grace)
			_, fault, _ := strings.Cut(out, "lost 4 games by its own fault, first: ")
			if !strings.Contains(out, " 0 won, 0 drawn, 4 lost") || !strings.Contains(fault, why) {
				t.Errorf("want the fault %q: %s", why, out)
			}
		})
	}
}

func TestEnginesThatDoNotStart(t *testing.T) {
	t.Parallel()
	status, _, errOut := command("match", "-a", fake(t, "deaf"), "-b", "random", "-grace", "10ms", "-variant", "classic")
	if status != 1 || !strings.Contains(errOut, errLate.Error()) {
		t.Errorf("status %d: %s", status, errOut)
	}
	for _, text := range []string{"cmd:", "cmd:@5ms", "cmd:/no/such/engine@5ms", "cmd:/bin/sh", "cmd:/bin/sh@soon"} {
		if status, _, errOut := command("match", "-a", text, "-b", "random"); status != 2 {
			t.Errorf("%s: status %d: %s", text, status, errOut)
		}
	}
}

func TestProcessesAreKeptBetweenGamesAndEnded(t *testing.T) {
	t.Parallel()
	create, err := parseContender(game.Classic(3), strings.TrimSpace(fake(t, "well")), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := create().(*program)
	if !ok {
		t.Fatal("not a program")
	}
	var processes [2]*exec.Cmd
	for i := range processes {
		if err := p.begin(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		processes[i] = p.process
	}
	p.close()
	if processes[0] != processes[1] || processes[0].ProcessState == nil {
		t.Error("each game has a process, or the process was not ended")
	}
}
