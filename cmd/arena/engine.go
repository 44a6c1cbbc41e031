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

// errFault is wrapped by the error of an engine that crashed, exceeded its time, or broke the protocol. The engine
// loses the game.
var errFault = errors.New("at fault")

// timeouts limit how long an engine may take.
type timeouts struct {
	start time.Duration // to become ready for a game
	grace time.Duration // for a move, in addition to the search's time limit
}

// engines is a pool of processes that run the same command and speak the line protocol of cmd/engine. It starts
// processes on demand and keeps idle processes for later games.
type engines struct {
	conditions
	path   string
	args   []string
	limits ai.Limits

	mu   sync.Mutex
	idle []*process
}

// parseEngine parses an engine's command with a limit, such as PATH ARGS@50ms.
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

// player returns a player that gets its moves from a process of the pool.
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

// take removes an idle process from the pool, or starts one.
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

// close ends the idle processes.
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

// begin prepares the process for a game. It ignores all answers before readyok, such as the error
// of an engine that does not know the option seed.
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

// Choose asks the process for a move. Errors caused by the process wrap errFault.
func (e *engine) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
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

func (e *engine) ask(ctx context.Context, g ai.History) (choice ai.Choice, err error) {
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

// release returns the process to the pool, or ends it if it has failed.
func (e *engine) release() {
	if e.failed {
		e.process.kill()
	} else {
		e.put(e.process)
	}
}

// positionLine returns the protocol's position command for a game.
func positionLine(g ai.History) string {
	line := "position " + g.Start.String()
	if len(g.Moves) > 0 {
		line += " moves"
	}
	for _, move := range g.Moves {
		line += " " + move.String()
	}
	return line
}

// limitWords returns the arguments of the protocol's go command for the limits.
func limitWords(l ai.Limits) string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("nodes %d", l.Nodes)
	case l.Depth > 0:
		return fmt.Sprintf("depth %d", l.Depth)
	}
	return fmt.Sprintf("movetime %d", l.Time.Milliseconds())
}

// nodesOf returns the number of nodes in an info line, or 0 if the line has none.
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
