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

type contender interface {
	// begin must be called before each game. The seed fixes the random choices.
	begin(ctx context.Context, seed uint64) error
	ai.Player
	close()
}

// parseContender returns a function that makes contenders: a level such as strong; one with a limit, strong@50ms,
// strong@20000n (positions) or strong@6d (plies); or another engine, cmd:PATH ARGS@limit.
func parseContender(v game.Variant, text string, grace time.Duration) (func() contender, error) {
	if command, ok := strings.CutPrefix(text, "cmd:"); ok {
		return parseProgram(v, command, grace)
	}
	level, limit, limited := strings.Cut(text, "@")
	if _, err := ai.New(v, level, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", errUsage, err)
	}
	if !limited {
		return levelContender(v, level), nil
	}
	levels := ai.Levels(v)
	if !slices.Contains([]string{"strong", "perfect", levels[len(levels)-1]}, level) {
		return nil, fmt.Errorf("%w: only the strongest level takes a limit, not %s", errUsage, level)
	}
	limits, err := parseLimit(limit)
	return func() contender {
		return &builtin{create: func(seed uint64) (ai.Player, error) {
			return limitedSearch{ai.NewSearcher(v, 1, seed), limits}, nil
		}}
	}, err
}

func levelContender(v game.Variant, level string) func() contender {
	return func() contender {
		return &builtin{create: func(seed uint64) (ai.Player, error) { return ai.New(v, level, seed) }}
	}
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
		return l, fmt.Errorf("%w: invalid limit %q: want one such as 50ms, 20000n or 6d", errUsage, text)
	}
	return l, nil
}

// A builtin is a contender of this program, with a new player for each game.
type builtin struct {
	create func(seed uint64) (ai.Player, error)
	ai.Player
}

func (b *builtin) begin(_ context.Context, seed uint64) (err error) {
	b.Player, err = b.create(seed)
	return err
}

func (b *builtin) close() {}

type limitedSearch struct {
	searcher *ai.Searcher
	limits   ai.Limits
}

func (l limitedSearch) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	return l.searcher.Search(ctx, g, l.limits, nil)
}
