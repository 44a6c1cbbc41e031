// Command catalogue says what the message files lack. Without an argument it shows a line
// for each language; with a language's code, or a message file, it shows every fault of that
// one, a line each.
//
//	go run ./cmd/catalogue
//	go run ./cmd/catalogue de
//	go run ./cmd/catalogue ~/de.json
//
// Its exit status is 1 if anything is wrong with what it has looked at.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"noughts/commands/texts"
	"noughts/commands/texts/proofread"
)

func main() {
	sound, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(2)
	}
	if !sound {
		os.Exit(1)
	}
}

// run does what the arguments say, and says whether what it looked at has no fault.
// Errors: wrong arguments, and files that cannot be read.
func run(args []string, out io.Writer) (sound bool, err error) {
	source, err := proofread.Read(texts.Default, texts.Files())
	if err != nil {
		return false, err
	}
	switch len(args) {
	case 0:
		return list(source, out)
	case 1:
		file, err := read(args[0])
		if err != nil {
			return false, err
		}
		return show(source, file, out)
	}
	return false, errors.New("usage: catalogue [CODE | FILE.json]")
}

// read returns a message file: ours of a language's code, or one from elsewhere.
func read(name string) (*proofread.File, error) {
	if !strings.HasSuffix(name, ".json") {
		file, err := proofread.Read(name, texts.Files())
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no language %q here; name a file that ends in .json for one from elsewhere", name)
		}
		return file, err
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := proofread.Parse(strings.TrimSuffix(filepath.Base(name), ".json"), content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, nil
}

// list shows a line for each of our languages, and says whether all are without fault.
func list(source *proofread.File, out io.Writer) (sound bool, err error) {
	sound = true
	for _, l := range texts.Load().Languages() {
		file, err := proofread.Read(l.Code(), texts.Files())
		if err != nil {
			return false, err
		}
		faults := proofread.Check(source, file)
		sound = sound && len(faults) == 0
		if _, err := fmt.Fprintf(out, "%-6s  %s: %s, %s\n", l.Code(), l.Name(), summary(source, file), number(len(faults), "fault")); err != nil {
			return false, err
		}
	}
	return sound, nil
}

// show shows every fault of a language, and says whether there is none.
func show(source, file *proofread.File, out io.Writer) (sound bool, err error) {
	faults := proofread.Check(source, file)
	for _, fault := range faults {
		if _, err := fmt.Fprintln(out, fault); err != nil {
			return false, err
		}
	}
	_, err = fmt.Fprintf(out, "%s: %s, %s\n", file.Code, summary(source, file), number(len(faults), "fault"))
	return len(faults) == 0, err
}

// summary says how many of the source's texts a file has.
func summary(source, file *proofread.File) string {
	has := 0
	for _, key := range source.Keys() {
		if _, ok := file.Text(key); ok {
			has++
		}
	}
	return fmt.Sprintf("%d of %d texts", has, len(source.Keys()))
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
