package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A block is a piece of a file without branches, as a coverage profile lists it.
type block struct {
	file string // path relative to the module's root
	line int    // its first line
	span string // the start and end of the block as line.column,line.column, copied from the profile
}

// profile runs the bot, with n presses, and returns how often each block was
// executed.
func profile(ctx context.Context, bot, folder string, n int) (map[block]int, error) {
	counters := filepath.Join(folder, "counters")
	if err := os.MkdirAll(counters, 0o700); err != nil {
		return nil, err
	}
	if err := play(ctx, bot, folder, counters, n); err != nil {
		return nil, err
	}
	text := filepath.Join(folder, "profile")
	if err := command(ctx, "go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+text); err != nil {
		return nil, err
	}
	return read(text)
}

// read reads a coverage profile, whose lines look like "noughts/bot/bot.go:88.2,90.3 1 7". It adds
// up the counts of equal blocks.
func read(path string) (map[block]int, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	counts := map[block]int{}
	for line := range strings.Lines(string(raw)) {
		name, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), module), ":")
		fields := strings.Fields(rest)
		if !ok || len(fields) != 3 {
			continue // the "mode:" line
		}
		from, _, _ := strings.Cut(fields[0], ".")
		at, err := strconv.Atoi(from)
		if err != nil {
			return nil, fmt.Errorf("malformed profile line %q: %w", line, err)
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("malformed profile line %q: %w", line, err)
		}
		counts[block{name, at, fields[0]}] += count
	}
	return counts, nil
}

// A function is a function or method that has a name. A function literal counts as part of the function around it.
type function struct {
	file, name string
	from, to   int // its first and last line
	times      int // executions per press, on average
}

// functions returns the functions that belong to a press, sorted by file and line. `without` and `with` are the counts
// of the runs without and with presses. A function belongs to a press if one of its blocks ran at least `enough` times
// more often with presses.
func functions(without, with map[block]int) ([]function, error) {
	more := map[string][]block{}
	for b, count := range with {
		if count-without[b] >= enough {
			more[b.file] = append(more[b.file], b)
		}
	}
	var executed []function
	for _, file := range slices.Sorted(maps.Keys(more)) {
		declared, err := declarations(file)
		if err != nil {
			return nil, err
		}
		for _, f := range declared {
			for _, b := range more[file] {
				if f.from <= b.line && b.line <= f.to {
					f.times = max(f.times, (with[b]-without[b]+presses/2)/presses)
				}
			}
			if f.times > 0 {
				executed = append(executed, f)
			}
		}
	}
	return executed, nil
}

// declarations returns the declared functions of a file, in the order of the file.
func declarations(file string) ([]function, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var declared []function
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			name = receiver(f.Recv.List[0].Type) + "." + name
		}
		declared = append(declared, function{file: file, name: name, from: set.Position(f.Pos()).Line, to: set.Position(f.End()).Line})
	}
	return declared, nil
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}
