package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
)

// A contender is a way to choose moves. Each game gets its own player.
type contender struct {
	// player returns a player for one game. The seed fixes its random choices. If the player is a
	// releaser, the caller must release it after the game.
	player func(ctx context.Context, seed uint64) (ai.Player, error)
	// close ends the processes that the contender has started. It may be nil.
	close func()
}

// A releaser is a player that holds a resource for one game, such as a process.
type releaser interface{ release() }

// conditions are the rules and time limits of games.
type conditions struct {
	variant game.Variant
	timeouts
}

// contender parses one of four forms: a level such as strong; a level with a limit, such as strong@50ms, strong@20000n
// (positions) or strong@6d (plies); strength:SIGHT/NODES/TEMPERATURE; or another engine, cmd:PATH ARGS@limit.
func (c conditions) contender(text string) (contender, error) {
	if command, ok := strings.CutPrefix(text, "cmd:"); ok {
		return c.parseEngine(command)
	}
	if numbers, ok := strings.CutPrefix(text, "strength:"); ok {
		strength, err := parseStrength(numbers)
		return c.strength(strength), err
	}
	level, limit, limited := strings.Cut(text, "@")
	if _, err := ai.New(c.variant, level, 0); err != nil {
		return contender{}, fmt.Errorf("%w: %w", errUsage, err)
	}
	if !limited {
		return c.level(level), nil
	}
	if !searches(c.variant, level) {
		return contender{}, fmt.Errorf("%w: %s does not search and takes no limit", errUsage, level)
	}
	limits, err := parseLimit(limit)
	return c.searcher(limits), err
}

// searches reports whether a level is its variant's engine at full strength. Only such a level accepts limits.
func searches(v game.Variant, level string) bool {
	levels := ai.Levels(v)
	return slices.Contains([]string{"strong", "perfect", levels[len(levels)-1]}, level)
}

func (c conditions) level(name string) contender {
	return contender{player: func(_ context.Context, seed uint64) (ai.Player, error) {
		return ai.New(c.variant, name, seed)
	}}
}

func (c conditions) searcher(l ai.Limits) contender {
	return contender{player: func(_ context.Context, seed uint64) (ai.Player, error) {
		return limited{ai.NewSearcher(c.variant, 1, seed), l}, nil
	}}
}

func (c conditions) strength(s ai.Strength) contender {
	return contender{player: func(_ context.Context, seed uint64) (ai.Player, error) {
		return ai.NewPlayer(c.variant, s, seed), nil
	}}
}

// mostTemperature is so high that all moves are about equally likely.
const mostTemperature = 1e6

// parseStrength parses SIGHT/NODES/TEMPERATURE, such as 0.4/0/0.1.
func parseStrength(text string) (s ai.Strength, err error) {
	n, err := fmt.Sscanf(text, "%g/%d/%g", &s.Sight, &s.Nodes, &s.Temperature)
	if n != 3 || err != nil || !(s.Sight >= 0 && s.Sight <= 1) || s.Nodes < 0 || !(s.Temperature >= 0 && s.Temperature <= mostTemperature) {
		return s, fmt.Errorf("%w: invalid strength %q: want SIGHT/NODES/TEMPERATURE, such as 0.4/0/0.1", errUsage, text)
	}
	return s, nil
}

func parseLimit(text string) (l ai.Limits, err error) {
	if digits, ok := strings.CutSuffix(text, "n"); ok {
		l.Nodes, err = strconv.ParseInt(digits, 10, 64)
	} else if digits, ok := strings.CutSuffix(text, "d"); ok {
		l.Depth, err = strconv.Atoi(digits)
	} else {
		l.Time, err = time.ParseDuration(text)
	}
	if err != nil || l.Nodes < 0 || l.Depth < 0 || l.Time < 0 || l.Time > mostTime || l == (ai.Limits{}) {
		return l, fmt.Errorf("%w: invalid limit %q: want one such as 50ms, 20000n or 6d", errUsage, text)
	}
	return l, nil
}

// A limited player plays the best move of a search within limits.
type limited struct {
	searcher *ai.Searcher
	limits   ai.Limits
}

func (p limited) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	return p.searcher.Search(ctx, g, p.limits, nil)
}
