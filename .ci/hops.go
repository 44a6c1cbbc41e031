// Command hops counts what one press runs: the functions of this module, and the
// files they are in, that a press on a 3×3 board against the computer executes,
// on SQLite and over the gateway.
//
//	.ci/hops       # both counts, and the lines of the bot's packages
//	.ci/hops -v    # and the functions, a line each, by file and line
//
// It builds the bot with counters and runs it twice against bot/discordtest:
// once with games that have begun, and once with a press more in each of them.
// What nearly each press has executed once more belongs to a press. What happens
// by itself, such as the clocks' look into the store, happens less often and does
// not count.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"noughts/bot/discordtest"
)

// module is the path that all packages begin with.
const module = "noughts/"

const (
	// presses is how many there are more in the second run.
	presses = 20
	// enough is how often must be executed more what belongs to a press: now and then
	// one finds done what others have to do.
	enough = presses * 3 / 4
)

// drawing are the files that draw boards, make texts or know the rules. The
// second count leaves them out.
var drawing = regexp.MustCompile(`^(game|render|commands/card|commands/texts)/`)

// unmeasured are the folders below bot and commands whose lines are not counted:
// parts of Discord and of tests, and the texts, which grow with what there is to say.
var unmeasured = []string{"bot/discordtest", "bot/store/storetest", "commands/texts"}

func main() {
	verbose := flag.Bool("v", false, "print the functions")
	flag.Parse()
	if err := run(*verbose); err != nil {
		fmt.Fprintln(os.Stderr, "hops:", err)
		os.Exit(1)
	}
}

func run(verbose bool) error {
	folder, err := os.MkdirTemp("", "hops-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	bot := filepath.Join(folder, "noughts")
	if err := command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+module+"...", "-o", bot, "./cmd/noughts"); err != nil {
		return err
	}
	without, err := profile(bot, filepath.Join(folder, "without"), 0)
	if err != nil {
		return err
	}
	with, err := profile(bot, filepath.Join(folder, "with"), presses)
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

// command runs a command and returns what it said when it failed.
func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// A block is a piece of a file that is executed as a whole, as a coverage profile
// names it.
type block struct {
	file string // below the module
	line int    // of its beginning
	span string // from and to
}

// profile runs the bot, with n presses, and returns how often each block was
// executed.
func profile(bot, folder string, n int) (map[block]int, error) {
	counters := filepath.Join(folder, "counters")
	if err := os.MkdirAll(counters, 0o700); err != nil {
		return nil, err
	}
	if err := play(bot, folder, counters, n); err != nil {
		return nil, err
	}
	text := filepath.Join(folder, "profile")
	if err := command("go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+text); err != nil {
		return nil, err
	}
	return read(text)
}

// play starts the bot, begins games, presses in n of them and stops the bot.
func play(bot, folder, counters string, n int) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	discord := discordtest.NewServer()
	if err := discord.Start(); err != nil {
		return err
	}
	defer discord.Close()
	app, guild, alice := discord.NewApplication("Noughts"), discord.NewGuild("House"), discord.NewUser("alice")
	guild.Add(alice)
	guild.Install(app)
	c := exec.CommandContext(ctx, bot)
	c.Dir, c.Stderr = folder, os.Stderr
	c.Env = append(os.Environ(), "DISCORD_TOKEN="+app.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL=sqlite:games.db",
		"OPS_ADDR=off", "LOG_LEVEL=warn", "GOCOVERDIR="+counters)
	if err := c.Start(); err != nil {
		return err
	}
	pressed := press(ctx, app, guild, alice, n)
	_ = c.Process.Signal(syscall.SIGTERM) // or it has ended, which Wait tells
	if err := c.Wait(); err != nil {
		return fmt.Errorf("the bot: %w", err)
	}
	return pressed
}

// press begins as many games as there may be presses, each in a channel of its
// own, and makes the first move in n of them.
func press(ctx context.Context, app *discordtest.Application, guild *discordtest.Guild, alice *discordtest.User, n int) error {
	for app.Sessions() == 0 || len(app.Commands("")) == 0 {
		time.Sleep(10 * time.Millisecond)
		if ctx.Err() != nil {
			return fmt.Errorf("the bot does not come: %w", ctx.Err())
		}
	}
	for i := range presses {
		client := alice.In(guild.NewChannel("games" + strconv.Itoa(i)))
		answer, err := client.Use(ctx, "classic", nil)
		if err != nil {
			return err
		}
		if i >= n {
			continue
		}
		if _, err := client.Press(ctx, answer.Message.ID, square(answer.Message.Components, "/b2")); err != nil {
			return err
		}
	}
	return nil
}

// square returns the custom id of the button with an ending.
func square(components []discordtest.Component, ending string) string {
	for _, c := range components {
		if strings.HasSuffix(c.CustomID, ending) {
			return c.CustomID
		}
		if id := square(c.Components, ending); id != "" {
			return id
		}
	}
	return ""
}

// read reads a coverage profile: lines such as "noughts/bot/bot.go:88.2,90.3 1 7".
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
			continue // the mode
		}
		from, _, _ := strings.Cut(fields[0], ".")
		at, err := strconv.Atoi(from)
		if err != nil {
			return nil, fmt.Errorf("the profile has the line %q: %w", line, err)
		}
		count, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("the profile has the line %q: %w", line, err)
		}
		counts[block{name, at, fields[0]}] += count
	}
	return counts, nil
}

// A function is one that is declared, with the functions in it.
type function struct {
	file, name string
	from, to   int // its lines
	times      int // for a press, on average
}

// functions returns what was executed once more for nearly each press, by file and
// line.
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

// declarations returns the functions of a file.
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

// report prints how many functions in how many files, and which.
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

// lines prints how many lines of Go, without tests, the bot's packages have, each
// and all together.
func lines() error {
	counts := map[string]int{}
	total := 0
	for _, root := range []string{"bot", "commands"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains(unmeasured, filepath.ToSlash(path)):
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
