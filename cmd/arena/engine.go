package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"noughts/game"
	"noughts/game/ai"
)

// errFault is wrapped by errors that lose a player's game: its engine died, was too late, or broke
// the protocol.
var errFault = errors.New("at fault")

// timeouts are how long an engine may take.
type timeouts struct {
	start time.Duration // to begin a game
	grace time.Duration // for a move, beyond the time that it is given, if any
}

// engines are the processes of one command that speaks the line protocol, as
// many as there were games at once. They are started when they are needed and
// kept for later games.
type engines struct {
	conditions
	path   string
	args   []string
	limits ai.Limits

	mu   sync.Mutex
	idle []*process
}

// parseEngine reads a command with a limit: PATH ARGS@50ms.
func (c conditions) parseEngine(text string) (contender, error) {
	at := strings.LastIndex(text, "@")
	words := strings.Fields(text[:max(at, 0)])
	if len(words) == 0 {
		return contender{}, fmt.Errorf("%w: invalid engine %q: want cmd:PATH ARGS@50ms", errUsage, text)
	}
	limits, err := parseLimit(text[at+1:])
	if err != nil {
		return contender{}, err
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return contender{}, fmt.Errorf("%w: %w", errUsage, err)
	}
	e := &engines{conditions: c, path: path, args: words[1:], limits: limits}
	return contender{player: e.player, close: e.close}, nil
}

// player returns a player that asks one of the processes.
func (e *engines) player(ctx context.Context, seed uint64) (ai.Player, error) {
	p, err := e.take(ctx)
	if err != nil {
		return nil, err
	}
	player := &engine{engines: e, process: p}
	if err := player.begin(ctx, seed); err != nil {
		p.kill()
		return nil, fmt.Errorf("%s: %w", e.path, err)
	}
	return player, nil
}

// take returns an idle process, or a new one.
func (e *engines) take(ctx context.Context) (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.idle) - 1; last >= 0 {
		p := e.idle[last]
		e.idle = e.idle[:last]
		return p, nil
	}
	return start(ctx, e.path, e.args...)
}

func (e *engines) put(p *process) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.idle = append(e.idle, p)
}

// close ends the processes.
func (e *engines) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, p := range e.idle {
		p.quit()
	}
	e.idle = nil
}

// An engine plays one game through a process.
type engine struct {
	*engines
	process *process
	failed  bool
}

// begin readies the process for a game. Engines that know no seed may say so.
func (e *engine) begin(ctx context.Context, seed uint64) error {
	e.process.send("variant "+e.variant.String(), "setoption seed "+strconv.FormatUint(seed, 10), "isready")
	ctx, cancel := context.WithTimeout(ctx, e.start)
	defer cancel()
	for {
		line, err := e.process.receive(ctx)
		if err != nil || line == "readyok" {
			return err
		}
	}
}

// Choose asks the process for a move. Errors that are its own fault wrap
// errFault.
func (e *engine) Choose(ctx context.Context, g ai.Game) (ai.Choice, error) {
	choice, err := e.ask(ctx, g)
	switch {
	case err == nil:
		return choice, nil
	case ctx.Err() != nil:
		err = ctx.Err()
	default:
		err = fmt.Errorf("%w: %w", errFault, err)
	}
	e.failed = true
	return choice, err
}

func (e *engine) ask(ctx context.Context, g ai.Game) (choice ai.Choice, err error) {
	e.process.send(positionLine(g), "go "+limitWords(e.limits))
	ctx, cancel := context.WithTimeout(ctx, e.limits.Time+e.grace)
	defer cancel()
	for {
		line, err := e.process.receive(ctx)
		if err != nil {
			return choice, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			choice.Nodes = nodesOf(rest)
		case "bestmove":
			choice.Move, err = game.ParseSquare(strings.TrimSpace(rest))
			return choice, err
		case "error:":
			return choice, fmt.Errorf("unexpected answer %q", line)
		}
	}
}

// release gives the process back, or ends one that has failed.
func (e *engine) release() {
	if e.failed {
		e.process.kill()
	} else {
		e.put(e.process)
	}
}

// positionLine is how the protocol sets up what a game has reached.
func positionLine(g ai.Game) string {
	line := "position " + g.Start.String()
	if len(g.Moves) > 0 {
		line += " moves"
	}
	for _, move := range g.Moves {
		line += " " + move.String()
	}
	return line
}

// limitWords are what the protocol calls limits.
func limitWords(l ai.Limits) string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("nodes %d", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("depth %d", l.Depth)
	}
	return fmt.Sprintf("movetime %d", l.Time.Milliseconds())
}

// nodesOf returns the number of positions that a line of information names, 0
// if it names none.
func nodesOf(info string) int64 {
	words := strings.Fields(info)
	for i := 0; i+1 < len(words); i++ {
		if words[i] == "nodes" {
			n, _ := strconv.ParseInt(words[i+1], 10, 64)
			return n
		}
	}
	return 0
}
