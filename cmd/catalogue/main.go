// Command catalogue checks the translations: it lists the texts that a message file lacks, and the faults in its texts.
// Without an argument it lists the missing texts of all languages and prints a summary line for each language. With the
// code of a language, or the path of a message file, it lists the missing texts and the faults of that one file.
//
//	go run ./cmd/catalogue
//	go run ./cmd/catalogue de
//	go run ./cmd/catalogue ~/de.json
//
// Its exit status is 1 if a text is missing or has a fault.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
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

// run executes the command line. It returns true if no text is missing and no text has a fault. Errors: wrong
// arguments, and unreadable files.
func run(args []string, out io.Writer) (sound bool, err error) {
	switch len(args) {
	case 0:
		return list(out)
	case 1:
		file, err := read(args[0])
		if err != nil {
			return false, err
		}
		return show(file, out)
	}
	return false, errors.New("usage: catalogue [CODE | FILE.json]")
}

// read returns a message file. If name ends in .json it is the path of the file, otherwise it is a language code.
func read(name string) (*proofread.File, error) {
	if !strings.HasSuffix(name, ".json") {
		file, err := proofread.Read(name, texts.Files())
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("unknown language %q; to check another file, give its path, ending in .json", name)
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

// list writes each missing text with the languages that lack it, and then a summary line for each language. It returns
// true if no language lacks a text or has a fault.
func list(out io.Writer) (sound bool, err error) {
	var lines strings.Builder
	lacking := make(map[texts.Key][]string)
	missing, faults := 0, 0
	for _, l := range texts.Load().Languages() {
		file, err := proofread.Read(l.Code(), texts.Files())
		if err != nil {
			return false, err
		}
		report, err := proofread.Check(file, texts.Files())
		if err != nil {
			return false, err
		}
		for _, key := range report.Missing {
			lacking[key] = append(lacking[key], l.Code())
		}
		missing += len(report.Missing)
		faults += len(report.Faults)
		fmt.Fprintf(&lines, "%-6s  %s: %s\n", l.Code(), l.Name(), summary(file, report))
	}
	for _, key := range slices.Sorted(maps.Keys(lacking)) {
		if _, err := fmt.Fprintf(out, "%s: is missing in %s\n", key, strings.Join(lacking[key], ", ")); err != nil {
			return false, err
		}
	}
	_, err = fmt.Fprintf(out, "%sall together: %d missing, %s\n", lines.String(), missing, number(faults, "fault"))
	return missing+faults == 0, err
}

// show writes the missing texts and the faults of one file. It returns true if there are none.
func show(file *proofread.File, out io.Writer) (sound bool, err error) {
	report, err := proofread.Check(file, texts.Files())
	if err != nil {
		return false, err
	}
	for _, key := range report.Missing {
		if _, err := fmt.Fprintf(out, "%s: is missing\n", key); err != nil {
			return false, err
		}
	}
	for _, fault := range report.Faults {
		if _, err := fmt.Fprintln(out, fault); err != nil {
			return false, err
		}
	}
	_, err = fmt.Fprintf(out, "%s: %s\n", file.Code, summary(file, report))
	return len(report.Missing)+len(report.Faults) == 0, err
}

// summary returns one line with three numbers: the texts of a file, its missing texts, and its faults.
func summary(file *proofread.File, report proofread.Report) string {
	return fmt.Sprintf("%s, %d missing, %s", number(len(file.Keys()), "text"), len(report.Missing), number(len(report.Faults), "fault"))
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
