package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
)

// A contender is a way to choose moves, of which each game makes a player.
type contender struct {
	variant game.Variant
	level   string
	limits  *ai.Limits // nil if the level sets its own
}

// parseContender reads a level, or a level that searches followed by @ and a
// limit: a duration, a number of positions such as 20000n, or of plies such as
// 6d.
func parseContender(v game.Variant, text string) (contender, error) {
	level, limit, limited := strings.Cut(text, "@")
	c := contender{variant: v, level: level}
	if _, err := ai.New(v, level, 0); err != nil {
		return c, fmt.Errorf("%w: %w", errUsage, err)
	}
	if !limited {
		return c, nil
	}
	if levels := ai.Levels(v); level != levels[len(levels)-1] {
		return c, fmt.Errorf("%w: %s does not search, so it takes no limit", errUsage, level)
	}
	limits, err := parseLimit(limit)
	c.limits = &limits
	return c, err
}

func parseLimit(text string) (l ai.Limits, err error) {
	if digits, ok := strings.CutSuffix(text, "n"); ok {
		l.Nodes, err = strconv.ParseInt(digits, 10, 64)
	} else if digits, ok := strings.CutSuffix(text, "d"); ok {
		l.Depth, err = strconv.Atoi(digits)
	} else {
		l.Time, err = time.ParseDuration(text)
	}
	if err != nil || l.Nodes < 0 || l.Depth < 0 || l.Time < 0 || l == (ai.Limits{}) {
		return l, fmt.Errorf("%w: %q is no limit: 50ms, 20000n or 6d", errUsage, text)
	}
	return l, nil
}

// player returns a player for one game. seed fixes its random choices.
func (c contender) player(seed uint64) (ai.Player, error) {
	if c.limits == nil {
		return ai.New(c.variant, c.level, seed)
	}
	return limited{ai.NewSearcher(c.variant, 1, seed), *c.limits}, nil
}

// A limited player makes the best move that a search within limits finds.
type limited struct {
	searcher *ai.Searcher
	limits   ai.Limits
}

func (p limited) Choose(ctx context.Context, g ai.Game) (ai.Choice, error) {
	return p.searcher.Search(ctx, g, p.limits, nil)
}
