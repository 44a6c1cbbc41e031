// Command hops counts the code that one press of a button runs: the functions of this module, and the files that
// contain them. The press is a move on a 3×3 board against the computer, with SQLite and over the gateway.
//
//	go run ./cmd/hops       # the counts, with and without drawing and rules; the lines of the bot's packages
//	go run ./cmd/hops -v    # also prints each function, by file and line
//
// It runs in the module's root, on Unix.
//
// It builds the bot with coverage counters and runs the bot twice against bot/discordtest. Both runs begin the same
// number of games. In the second run a member also presses a square in each game. A function belongs to a press if the
// second run executes it more often than the first, by about the number of presses. Background work, such as the poll
// for due matches, runs less often and is not counted.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is the prefix of all import paths of this module.
const module = "noughts/"

const (
	// presses is how many buttons the second run presses.
	presses = 20
	// enough is the smallest number of extra executions in the second run with which a block of code belongs to a
	// press. It is less than presses because one press may find some work already done by another press.
	enough = presses * 3 / 4
)

// drawing matches the files that draw boards, make texts or know the rules. hops prints the counts twice: with these
// files and without them.
var drawing = regexp.MustCompile(`^(game|render|commands/card|commands/texts)/`)

// notCounted lists the folders that the function `lines` skips: the Discord emulator, the tests of stores, and the
// texts. The number of texts says nothing about the amount of code.
var notCounted = []string{"bot/discordtest", "bot/store/storetest", "commands/texts"}

func main() {
	verbose := flag.Bool("v", false, "print the functions")
	flag.Parse()
	if err := run(context.Background(), *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "hops:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, verbose bool) error {
	folder, err := os.MkdirTemp("", "hops-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	bot := filepath.Join(folder, "noughts")
	if err := command(ctx, "go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"...", "-o", bot, "./cmd/noughts"); err != nil {
		return err
	}
	without, err := profile(ctx, bot, filepath.Join(folder, "without"), 0)
	if err != nil {
		return err
	}
	with, err := profile(ctx, bot, filepath.Join(folder, "with"), presses)
	if err != nil {
		return err
	}
	executed, err := functions(without, with)
	if err != nil {
		return err
	}
	report("a press", executed, verbose)
	report("without drawing and rules", slices.DeleteFunc(slices.Clone(executed), func(f function) bool {
		return drawing.MatchString(f.file)
	}), verbose)
	return lines()
}

// command runs a command. Its error contains the command's output.
func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// report prints how many functions a press executed, and in how many files. With verbose it also prints each function.
func report(what string, executed []function, verbose bool) {
	files := map[string]bool{}
	for _, f := range executed {
		files[f.file] = true
		if verbose {
			fmt.Printf("  %s:%d %s ×%d\n", f.file, f.from, f.name, f.times)
		}
	}
	fmt.Printf("%s: %d functions in %d files\n", what, len(executed), len(files))
}

// lines counts the lines of the Go files in bot and commands, without test files. It prints the number for each package
// and the total.
func lines() error {
	counts := map[string]int{}
	total := 0
	for _, root := range []string{"bot", "commands"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains(notCounted, filepath.ToSlash(path)):
				return filepath.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			n, err := countLines(path)
			counts[filepath.ToSlash(filepath.Dir(path))] += n
			total += n
			return err
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("lines without tests: %d\n", total)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("%7d %s\n", counts[name], name)
	}
	return nil
}

func countLines(path string) (int, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	n, scanner := 0, bufio.NewScanner(file)
	for scanner.Scan() {
		n++
	}
	return n, scanner.Err()
}
